"""What every peer has in common: a command line, repeats, and one JSON line as the answer.

    PEER.py raster WORKLOAD CELLS REPEATS     pixels in memory; seconds of each repeat
    PEER.py png WORKLOAD CELLS FILE           the whole process, to a PNG
    PEER.py probe WORKLOAD INDEX FILE         one shadow, to be compared with the truth

A peer implements draw(width, height, cells), which returns something that write(pixels, file) can
encode. Peers that only write files leave `raster` out.
"""

import json
import sys
import time

import workloads


def main(draw, write, raster=True):
    command, name = sys.argv[1], sys.argv[2]
    if command == "raster":
        if not raster:
            sys.exit("this peer draws to files only")
        count, repeats = int(sys.argv[3]), int(sys.argv[4])
        width, height = workloads.canvas(name, count)
        cells = workloads.cells(name, count)
        draw(*workloads.canvas(name, 4), workloads.cells(name, 4))  # warm up
        seconds = []
        for _ in range(repeats):
            start = time.perf_counter()
            pixels = draw(width, height, cells)
            seconds.append(time.perf_counter() - start)
            del pixels
        print(json.dumps({"seconds": seconds}))
    elif command == "png":
        count = int(sys.argv[3])
        width, height = workloads.canvas(name, count)
        write(draw(width, height, workloads.cells(name, count)), sys.argv[4])
    elif command == "probe":
        probe = workloads.probes(name)[int(sys.argv[3])]
        write(draw(probe.width, probe.height, [probe.cell], fill=workloads.BACKGROUND),
              sys.argv[4])
    else:
        sys.exit("unknown command " + command)
