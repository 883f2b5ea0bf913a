"""Pillow: ImageFilter.GaussianBlur (its box approximation) of a mask, pasted.

Equal shadows of equal cells are blurred once. Masks are drawn four times too large and reduced,
since Pillow's own shapes are not anti-aliased.
"""

import math

from PIL import Image, ImageDraw, ImageFilter

import peer
import workloads

Image.MAX_IMAGE_PIXELS = None


def rounded(width, height, margin, radius, dx=0.0, dy=0.0):
    big = Image.new("L", ((width + 2 * margin) * 4, (height + 2 * margin) * 4), 0)
    left, top = (margin + dx) * 4, (margin + dy) * 4
    ImageDraw.Draw(big).rounded_rectangle(
        (left, top, left + width * 4 - 1, top + height * 4 - 1), radius * 4, fill=255)
    return big.reduce(4)


def draw(width, height, cells, fill=workloads.FILL):
    canvas = Image.new("RGB", (width, height), workloads.BACKGROUND)
    masks = {}
    for cell in cells:
        for shadow in reversed(cell.shadows):
            dx, dy = math.floor(shadow.dx), math.floor(shadow.dy)
            margin = math.ceil(3 * shadow.sigma) + 2
            key = (cell.width, cell.height, cell.radius, shadow.sigma, shadow.opacity,
                   shadow.dx - dx, shadow.dy - dy)
            if key not in masks:
                if len(masks) > 8:
                    masks.clear()
                mask = rounded(cell.width, cell.height, margin, cell.radius, *key[5:])
                mask = mask.filter(ImageFilter.GaussianBlur(shadow.sigma))
                masks[key] = mask.point(lambda v, k=shadow.opacity: int(v * k + 0.5))
            canvas.paste((0, 0, 0), (cell.x + dx - margin, cell.y + dy - margin), masks[key])
        body = (cell.width, cell.height, cell.radius)
        if body not in masks:
            masks[body] = rounded(cell.width, cell.height, 1, cell.radius)
        canvas.paste(fill, (cell.x - 1, cell.y - 1), masks[body])
    return canvas


def write(canvas, path):
    canvas.save(path, compress_level=3)


if __name__ == "__main__":
    peer.main(draw, write)
