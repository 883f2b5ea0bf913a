"""libvips through Python: gaussblur of a mask, composite, as its documentation draws shadows.

Equal shadows of equal cells share one operation (libvips caches it). Layers are composited a few
dozen at a time, since a composite asks every layer for every region.
"""

import math
import os

os.environ.setdefault("VIPS_CONCURRENCY", "1")

import pyvips  # noqa: E402

import peer
import workloads


def rounded(width, height, margin_x, margin_y, radius, dx=0.0, dy=0.0):
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"><rect x="%r" y="%r" '
           'width="%d" height="%d" rx="%r" fill="white"/></svg>'
           % (width + 2 * margin_x, height + 2 * margin_y, margin_x + dx, margin_y + dy, width,
              height, radius))
    return pyvips.Image.svgload_buffer(svg.encode())[3]


def layer(mask, color):
    flat = mask.new_from_image(color).copy(interpretation="srgb")
    return flat.cast("uchar").bandjoin(mask.cast("uchar"))


def draw(width, height, cells, fill=workloads.FILL):
    canvas = pyvips.Image.black(width, height).new_from_image(list(workloads.BACKGROUND))
    canvas = canvas.cast("uchar").copy(interpretation="srgb")
    layers = []
    masks = {}
    for cell in cells:
        for shadow in reversed(cell.shadows):
            dx, dy = math.floor(shadow.dx), math.floor(shadow.dy)
            margin = math.ceil(3 * shadow.sigma) + 2
            key = (cell.width, cell.height, cell.radius, shadow)
            if key not in masks:
                if len(masks) > 8:
                    masks.clear()
                mask = rounded(cell.width, cell.height, margin, margin, cell.radius,
                               shadow.dx - dx, shadow.dy - dy)
                mask = mask.gaussblur(shadow.sigma) * shadow.opacity
                masks[key] = layer(mask.rint(), [0, 0, 0]).copy_memory()
            layers.append((masks[key], cell.x + dx - margin, cell.y + dy - margin))
        body = (cell.width, cell.height, cell.radius)
        if body not in masks:
            masks[body] = layer(rounded(*body[:2], 0, 0, cell.radius), list(fill)).copy_memory()
        layers.append((masks[body], cell.x, cell.y))
    for start in range(0, len(layers), 40):
        some = layers[start:start + 40]
        canvas = canvas.composite([each[0] for each in some], "over", x=[each[1] for each in some],
                                  y=[each[2] for each in some]).copy_memory()
    return canvas.flatten(background=list(workloads.BACKGROUND)).copy_memory()


def write(canvas, path):
    canvas.write_to_file(path + "[compression=3,filter=up]")


if __name__ == "__main__":
    peer.main(draw, write)
