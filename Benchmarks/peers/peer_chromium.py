"""Chromium without a window: absolutely positioned boxes with box-shadow, a screenshot."""

import os
import subprocess
import tempfile

import peer
import workloads


def draw(width, height, cells, fill=workloads.FILL):
    boxes = []
    for cell in cells:
        shadows = ",".join("%rpx %rpx %rpx rgb(0 0 0/%r)" % (s.dx, s.dy, 2 * s.sigma, s.opacity)
                           for s in cell.shadows)
        boxes.append('<i style="left:%dpx;top:%dpx;width:%dpx;height:%dpx;border-radius:%rpx;'
                     'box-shadow:%s"></i>'
                     % (cell.x, cell.y, cell.width, cell.height, cell.radius, shadows))
    style = ("html,body{margin:0;background:rgb%r;overflow:hidden}"
             "i{position:absolute;background:rgb%r}" % (workloads.BACKGROUND, tuple(fill)))
    page = "<!doctype html><meta charset=utf-8><style>%s</style>%s" % (style, "".join(boxes))
    return width, height, page


def write(drawn, path):
    width, height, page = drawn
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "page.html")
        with open(source, "w", encoding="utf-8") as file:
            file.write(page)
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--force-device-scale-factor=1", "--force-color-profile=srgb",
             "--user-data-dir=" + os.path.join(folder, "profile"),
             "--window-size=%d,%d" % (width, height), "--screenshot=" + os.path.abspath(path),
             "file://" + source],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    peer.main(draw, write, raster=False)
