"""Runs one command and prints its wall seconds, peak memory and exit code as JSON.

A process of its own, because a child inherits the peak memory of whoever starts it: this one is
small. Usage: python -I -S launch.py COMMAND...; the command's words go to standard error.
"""

import json
import os
import sys
import time

start = time.perf_counter()
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,
                          file_actions=[(os.POSIX_SPAWN_DUP2, 2, 1)])
_, status, usage = os.wait4(process, 0)
print(json.dumps({"seconds": time.perf_counter() - start, "bytes": usage.ru_maxrss * 1024,
                  "code": os.waitstatus_to_exitcode(status)}))
