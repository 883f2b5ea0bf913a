"""The three workloads, as plain numbers for the peers and as scenes for Penumbra.

Everything is in device pixels, top-left origin. A shadow is black; sigma is its standard deviation.

    python3 workloads.py FOLDER     writes FOLDER/wear.json, distinct.json, mdc.json
"""

import json
import os
import sys
from dataclasses import dataclass

COLUMNS = 20
GAP = 60
BACKGROUND = (255, 255, 255)
FILL = (222, 226, 240)
NAMES = ("wear", "distinct", "mdc")
FULL = 400


@dataclass(frozen=True)
class Shadow:
    dx: float
    dy: float
    sigma: float
    opacity: float


@dataclass(frozen=True)
class Cell:
    x: int
    y: int
    width: int
    height: int
    radius: float
    shadows: tuple  # the first is on top


def _size(name):
    return (240, 160) if name == "mdc" else (360, 480)


def _elevation(index):
    """Elevation in points of the index-th card: 0.5 to 24 over the whole sheet."""
    return 0.5 + index * 23.5 / (FULL - 1)


def _shadows(name, index):
    if name == "wear":
        return (Shadow(0, 0, 30.0, 0.6),)
    if name == "distinct":
        return (Shadow(0, 0, 10 + index * 20 / (FULL - 1), 0.6),)
    # Material's two shadows at scale 2: key on top of ambient.
    e = _elevation(index)
    return (
        Shadow(0, 2 * max(0.0, 1.23118 * e - 0.03933), 2 * max(0.0, 0.666920 * e - 0.001648), 0.26),
        Shadow(0, 0, 2 * max(0.0, 0.889544 * e - 0.003701), 0.08),
    )


def canvas(name, count):
    """Width and height of a sheet of `count` cells."""
    width, height = _size(name)
    columns = min(COLUMNS, count)
    rows = (count + COLUMNS - 1) // COLUMNS
    return GAP + columns * (width + GAP), GAP + rows * (height + GAP)


def cells(name, count=FULL):
    """The first `count` cells, row by row. A shortened sheet takes them evenly from the whole."""
    width, height = _size(name)
    radius = 8.0 if name == "mdc" else 36.0
    result = []
    for i in range(count):
        column, row = i % COLUMNS, i // COLUMNS
        source = i * FULL // count
        result.append(
            Cell(GAP + column * (width + GAP), GAP + row * (height + GAP), width, height, radius,
                 _shadows(name, source)))
    return result


def scene(name, count=FULL):
    """The sheet in Penumbra's scene language."""
    if name.endswith(("-identical", "-distinct")):
        return many(name, count)
    scale = 2 if name == "mdc" else 1
    width, height = canvas(name, count)
    style = {"fill": "#%02x%02x%02x" % FILL}
    entries = []
    for i, cell in enumerate(cells(name, count)):
        entry = {
            "style": "card",
            "frame": [cell.x / scale, cell.y / scale, cell.width / scale, cell.height / scale],
        }
        if name == "mdc":
            entry["elevation"] = _elevation(i * FULL // count)
        elif name == "distinct":
            entry["shadow"] = {"sigma": cell.shadows[0].sigma, "opacity": 0.6}
        entries.append(entry)
    style["cornerRadius"] = (8 if name == "mdc" else 36) / scale
    if name == "wear":
        style["shadow"] = {"sigma": 30, "opacity": 0.6}
    return {
        "penumbra": 1,
        "name": name if count == FULL else "%s-%d" % (name, count),
        "canvas": {"width": width / scale, "height": height / scale, "scale": scale,
                   "background": "#%02x%02x%02x" % BACKGROUND},
        "styles": {"card": style},
        "cells": entries,
    }


def many(name, count):
    """A sheet for Penumbra alone, of `small` or `large` cells with `identical` or `distinct` shadows:
    `small-distinct`. Their sigmas have one mean."""
    size, kind = name.split("-")
    width, height, gap, radius, low, high = {
        "small": (120, 80, 30, 12, 4, 12), "large": (360, 480, 60, 36, 10, 30)}[size]
    columns = 100
    entries = []
    for i in range(count):
        entry = {"style": "card",
                 "frame": [gap + i % columns * (width + gap), gap + i // columns * (height + gap),
                           width, height]}
        if kind == "distinct":
            sigma = low + (high - low) * i / (count - 1)
            entry["shadow"] = {"sigma": sigma, "opacity": 0.6}
        entries.append(entry)
    return {
        "penumbra": 1, "name": "%s-%d" % (name, count),
        "canvas": {"width": gap + columns * (width + gap),
                   "height": gap + (count + columns - 1) // columns * (height + gap),
                   "scale": 1, "background": "#%02x%02x%02x" % BACKGROUND},
        "styles": {"card": {"fill": "#%02x%02x%02x" % FILL, "cornerRadius": radius,
                            "shadow": {"sigma": (low + high) / 2, "opacity": 0.6}}},
        "cells": entries,
    }


@dataclass(frozen=True)
class Probe:
    """One black shadow at full opacity on white, to measure errors on."""
    workload: str
    cell: Cell
    width: int
    height: int

    def scene(self):
        cell = self.cell
        shadow = cell.shadows[0]
        return {
            "penumbra": 1,
            "name": "probe-%s-%g" % (self.workload, shadow.sigma),
            "canvas": {"width": self.width, "height": self.height, "scale": 1,
                       "background": "#ffffff"},
            "cells": [{
                "frame": [cell.x, cell.y, cell.width, cell.height],
                "cornerRadius": cell.radius, "fill": "#ffffff",
                "shadow": {"sigma": shadow.sigma, "offset": [shadow.dx, shadow.dy],
                           "opacity": shadow.opacity, "color": "#000000"},
            }],
        }


def probes(name):
    """The smallest, a middle and the largest sigma of a workload."""
    width, height = _size(name)
    result = []
    for index in (0,) if name == "wear" else (0, FULL // 2, FULL - 1):
        shadow = _shadows(name, index)[0]
        margin = int(4 * shadow.sigma + abs(shadow.dy)) + 4
        cell = Cell(margin, margin, width, height, 8.0 if name == "mdc" else 36.0,
                    (Shadow(shadow.dx, shadow.dy, shadow.sigma, 1.0),))
        result.append(Probe(name, cell, width + 2 * margin, height + 2 * margin))
    return result


def write_scene(value, path):
    with open(path, "w", encoding="utf-8") as file:
        head = {k: v for k, v in value.items() if k != "cells"}
        text = json.dumps(head, indent=2)[:-2]
        lines = ",\n".join("    " + json.dumps(cell) for cell in value["cells"])
        file.write(text + ',\n  "cells": [\n' + lines + "\n  ]\n}\n")


if __name__ == "__main__":
    for each in NAMES:
        write_scene(scene(each), os.path.join(sys.argv[1], each + ".json"))
