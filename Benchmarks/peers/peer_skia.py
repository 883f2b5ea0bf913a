"""Skia's raster backend: N32 surface, mask-filter blur, one thread."""

import skia

import peer
import workloads


def draw(width, height, cells, fill=workloads.FILL):
    surface = skia.Surface.MakeRasterN32Premul(width, height)
    canvas = surface.getCanvas()
    canvas.clear(skia.Color(*workloads.BACKGROUND))
    body = skia.Paint(AntiAlias=True, Color=skia.Color(*fill))
    for cell in cells:
        for shadow in reversed(cell.shadows):
            paint = skia.Paint(AntiAlias=True)
            paint.setColor4f(skia.Color4f(0, 0, 0, shadow.opacity))
            paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, shadow.sigma))
            rect = skia.Rect.MakeXYWH(cell.x + shadow.dx, cell.y + shadow.dy, cell.width,
                                      cell.height)
            canvas.drawRRect(skia.RRect.MakeRectXY(rect, cell.radius, cell.radius), paint)
        rect = skia.Rect.MakeXYWH(cell.x, cell.y, cell.width, cell.height)
        canvas.drawRRect(skia.RRect.MakeRectXY(rect, cell.radius, cell.radius), body)
    return surface


def write(surface, path):
    surface.makeImageSnapshot().save(path, skia.kPNG)


if __name__ == "__main__":
    peer.main(draw, write)
