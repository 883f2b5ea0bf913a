"""A workload as SVG, shadows by feGaussianBlur."""

import workloads


def document(width, height, cells, fill=workloads.FILL):
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
             'color-interpolation-filters="sRGB">' % (width, height)]
    for cell in cells:
        for shadow in reversed(cell.shadows):
            margin = 3 * shadow.sigma + 2
            x, y = cell.x + shadow.dx, cell.y + shadow.dy
            parts.append(
                '<filter id="f%d" filterUnits="userSpaceOnUse" x="%r" y="%r" width="%r" '
                'height="%r"><feGaussianBlur stdDeviation="%r"/></filter>'
                '<rect x="%r" y="%r" width="%d" height="%d" rx="%r" fill-opacity="%r" '
                'filter="url(#f%d)"/>'
                % (len(parts), x - margin, y - margin, cell.width + 2 * margin,
                   cell.height + 2 * margin, shadow.sigma, x, y, cell.width, cell.height,
                   cell.radius, shadow.opacity, len(parts)))
        parts.append('<rect x="%d" y="%d" width="%d" height="%d" rx="%r" fill="#%02x%02x%02x"/>'
                     % ((cell.x, cell.y, cell.width, cell.height, cell.radius) + tuple(fill)))
    parts.append("</svg>")
    background = '<rect width="100%%" height="100%%" fill="#%02x%02x%02x"/>' % workloads.BACKGROUND
    return parts[0] + background + "\n".join(parts[1:])
