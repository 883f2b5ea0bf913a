"""random-scenes.py COUNT SEED FOLDER: writes COUNT scenes of random cells, for two machines to draw.

Every kind of shape, corner, kernel, shadow, fill and mask; no text and no images, which libraries
draw. Equal seeds give equal scenes.
"""

import json
import os
import random
import sys


def color(r):
    return "#" + "".join("%02x" % r.randrange(256) for _ in range(r.choice((3, 3, 4))))


def gradient(r):
    result = {"direction": r.choice(("horizontal", "vertical")),
              "colors": [color(r) for _ in range(r.randint(2, 4))]}
    if r.random() < 0.3:
        result["interpolation"] = r.choice(("premultiplied", "straight"))
    return result


def number(r, low, high):
    """Whole, half and any numbers: edges on pixels, between them and anywhere."""
    value = r.uniform(low, high)
    return r.choice((round(value), round(2 * value) / 2, round(value, 3)))


def shadow(r):
    result = {r.choice(("radius", "blur", "sigma")): number(r, 0, r.choice((1, 8, 30))),
              "offset": [number(r, -12, 12), number(r, -12, 12)], "color": color(r)}
    if r.random() < 0.4:
        result["spread"] = number(r, -6, 10)
    if r.random() < 0.2:
        result["inset"] = True
    if r.random() < 0.3:
        result["kernel"] = r.choice(("gaussian", "coreGraphics", "renderServer"))
    if r.random() < 0.2 and not result.get("inset"):
        result["knockout"] = False
    return result


def cell(r, width, height):
    side = [number(r, 8, 150), number(r, 8, 110)]
    result = {"frame": [number(r, -20, width - 20), number(r, -20, height - 20), *side],
              "cornerRadius": r.choice((0, number(r, 0, 12), number(r, 0, 90))),
              "shadow": [shadow(r) for _ in range(r.choice((0, 1, 1, 2, 3, 6)))]}
    if r.random() < 0.3:
        result["cornerCurve"] = "continuous"
    if r.random() < 0.8:
        result["fill"] = gradient(r) if r.random() < 0.3 else color(r)
    if r.random() < 0.2:
        result["overlay"] = gradient(r)
    if r.random() < 0.2:
        result["opacity"] = round(r.random(), 3)
    if r.random() < 0.2:
        result["mask"] = {"shape": r.choice(("circle", "rect")),
                          "frame": [number(r, -10, 40), number(r, -10, 40), *side]}
    return result


def scene(r, name):
    width, height = r.randint(40, 420), r.randint(40, 300)
    canvas = {"width": width, "height": height, "scale": r.choice((1, 1, 2, 3, 1.5))}
    if r.random() < 0.7:
        canvas["background"] = gradient(r) if r.random() < 0.3 else color(r)
    return {"penumbra": 1, "name": name, "canvas": canvas,
            "cells": [cell(r, width, height) for _ in range(r.randint(1, 9))]}


def main(count, seed, folder):
    r = random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    for index in range(count):
        name = "random-%02d" % index
        with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(scene(r, name), file, indent=1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
