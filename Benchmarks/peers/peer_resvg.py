"""resvg on an SVG with one feGaussianBlur a shadow."""

import resvg_py

import peer
import svg
import workloads


def draw(width, height, cells, fill=workloads.FILL):
    return svg.document(width, height, cells, fill)


def write(text, path):
    with open(path, "wb") as file:
        file.write(bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True)))


if __name__ == "__main__":
    peer.main(draw, write, raster=False)
