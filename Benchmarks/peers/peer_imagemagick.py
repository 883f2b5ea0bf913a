"""ImageMagick: each shadow drawn on a layer of its own, blurred, composited; one process."""

import shutil
import subprocess

import peer
import workloads


def draw(width, height, cells, fill=workloads.FILL):
    arguments = ["-limit", "thread", "1", "-size", "%dx%d" % (width, height),
                 "xc:rgb(%d,%d,%d)" % workloads.BACKGROUND]
    for cell in cells:
        for shadow in reversed(cell.shadows):
            margin = int(3 * shadow.sigma) + 2
            dx, dy = int(shadow.dx // 1), int(shadow.dy // 1)
            arguments += [
                "(", "-size", "%dx%d" % (cell.width + 2 * margin, cell.height + 2 * margin),
                "xc:none", "-fill", "rgba(0,0,0,%r)" % shadow.opacity, "-draw",
                _box(margin + shadow.dx - dx, margin + shadow.dy - dy, cell), "-blur",
                "0x%r" % shadow.sigma, ")", "-geometry",
                "%+d%+d" % (cell.x + dx - margin, cell.y + dy - margin), "-composite"]
        arguments += ["-fill", "rgb(%d,%d,%d)" % tuple(fill), "-draw", _box(cell.x, cell.y, cell)]
    return arguments


def _box(x, y, cell):
    # ImageMagick's coordinates are those of pixel centres.
    return "roundrectangle %r,%r %r,%r %r,%r" % (
        x - 0.5, y - 0.5, x + cell.width - 0.5, y + cell.height - 0.5, cell.radius, cell.radius)


def write(arguments, path):
    program = shutil.which("magick") or shutil.which("convert", path="/usr/bin")
    subprocess.run([program] + arguments + ["-depth", "8", "PNG24:" + path], check=True)


if __name__ == "__main__":
    peer.main(draw, write, raster=False)
