"""librsvg's rsvg-convert on an SVG with one feGaussianBlur a shadow."""

import subprocess
import tempfile

import peer
import svg
import workloads


def draw(width, height, cells, fill=workloads.FILL):
    return svg.document(width, height, cells, fill)


def write(text, path):
    with tempfile.NamedTemporaryFile("w", suffix=".svg") as file:
        file.write(text)
        file.flush()
        subprocess.run(["rsvg-convert", "--unlimited", "-o", path, file.name], check=True)


if __name__ == "__main__":
    peer.main(draw, write, raster=False)
