"""Writes what a run found: all files or none."""

import os


def write(folder, files):
    """Replaces the files of a folder by these texts, once all are written beside them."""
    os.makedirs(folder, exist_ok=True)
    beside = {name: os.path.join(folder, ".%s.new" % name) for name in files}
    try:
        for name, text in files.items():
            with open(beside[name], "w", encoding="utf-8") as file:
                file.write(text)
        for name, path in beside.items():
            os.replace(path, os.path.join(folder, name))
    finally:
        for path in beside.values():
            if os.path.exists(path):
                os.remove(path)
