"""OpenCV: 8-bit GaussianBlur of a drawn mask, composited with 16-bit integers, one thread.

Equal shadows of equal cells are blurred once.
"""

import math

import cv2
import numpy as np

import peer
import workloads

cv2.setNumThreads(1)


def rounded(width, height, radius, dx=0.0, dy=0.0):
    """An anti-aliased rounded rectangle of 255, one pixel larger on every side.

    Drawn four times too large without anti-aliasing and reduced: OpenCV's own anti-aliased
    polygons are half a pixel too wide.
    """
    big = np.zeros(((height + 2) * 4, (width + 2) * 4), np.uint8)
    left, top = round((1 + dx) * 4), round((1 + dy) * 4)
    right, bottom, r = left + width * 4 - 1, top + height * 4 - 1, round(radius * 4)
    cv2.rectangle(big, (left + r, top), (right - r, bottom), 255, cv2.FILLED)
    cv2.rectangle(big, (left, top + r), (right, bottom - r), 255, cv2.FILLED)
    for x in (left + r, right - r):
        for y in (top + r, bottom - r):
            cv2.circle(big, (x, y), r, 255, cv2.FILLED)
    return cv2.resize(big, (width + 2, height + 2), interpolation=cv2.INTER_AREA)


def blend(canvas, x, y, mask, color, opacity=1.0):
    top, left = max(0, y), max(0, x)
    bottom, right = min(canvas.shape[0], y + mask.shape[0]), min(canvas.shape[1], x + mask.shape[1])
    part = mask[top - y:bottom - y, left - x:right - x].astype(np.uint16)
    if opacity < 1:
        part = (part * int(round(opacity * 256)) + 128) >> 8
    part = part[:, :, None]
    view = canvas[top:bottom, left:right]
    color = np.array(color, np.uint16)
    view[:] = (view * (255 - part) + color * part + 127) // 255


def draw(width, height, cells, fill=workloads.FILL):
    canvas = np.empty((height, width, 3), np.uint8)
    canvas[:] = workloads.BACKGROUND
    masks = {}
    for cell in cells:
        for shadow in reversed(cell.shadows):
            dx, dy = math.floor(shadow.dx), math.floor(shadow.dy)
            margin = math.ceil(3 * shadow.sigma) + 2
            shape = (cell.width, cell.height, cell.radius, shadow.dx - dx, shadow.dy - dy)
            key = shape + (shadow.sigma,)
            if key not in masks:
                if len(masks) > 8:
                    masks.clear()
                if shape not in masks:
                    masks[shape] = rounded(*shape)
                mask = cv2.copyMakeBorder(masks[shape], *[margin - 1] * 4, cv2.BORDER_CONSTANT)
                masks[key] = cv2.GaussianBlur(mask, (0, 0), shadow.sigma,
                                              borderType=cv2.BORDER_CONSTANT)
            blend(canvas, cell.x + dx - margin, cell.y + dy - margin, masks[key], (0, 0, 0),
                  shadow.opacity)
        body = (cell.width, cell.height, cell.radius, 0.0, 0.0)
        if body not in masks:
            masks[body] = rounded(*body)
        blend(canvas, cell.x - 1, cell.y - 1, masks[body], fill)
    return canvas


def write(canvas, path):
    cv2.imwrite(path, canvas[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 3])


if __name__ == "__main__":
    peer.main(draw, write)
