"""The ratios of a run as an SVG: one bar a peer and workload, on a logarithmic axis."""

import math

COLORS = {"wear": "#3b6fb6", "distinct": "#e08a3c", "mdc": "#5aa469"}
LEFT, TOP, WIDTH, BAR, GAP = 130, 58, 560, 12, 12


def ratios(results):
    groups = []
    for kind, title in (("raster", "raster, one thread"), ("process", "whole process to PNG")):
        for peer in dict.fromkeys(r["peer"] for r in results[kind]):
            rows = [r for r in results[kind] if r["peer"] == peer]
            groups.append((title, peer, rows))
    top = max([r["ratio"] for _, _, rows in groups for r in rows] + [10])
    decades = math.ceil(math.log10(top))

    def place(value):
        return LEFT + WIDTH * max(0.0, math.log10(value)) / decades

    parts, y, last = [], TOP, None
    for title, peer, rows in groups:
        if title != last:
            y += 20
            parts.append(text(LEFT, y - 6, title, weight="bold"))
            last = title
        parts.append(text(LEFT - 8, y + len(rows) * BAR / 2 + 4, peer, anchor="end"))
        for row in rows:
            end = place(row["ratio"])
            parts.append('<rect x="%d" y="%.1f" width="%.1f" height="%d" fill="%s"/>'
                         % (LEFT, y, max(1.0, end - LEFT), BAR - 2, COLORS[row["workload"]]))
            parts.append(text(end + 4, y + BAR - 3, "%.1fx" % row["ratio"], size=10))
            y += BAR
        y += GAP
    grid = []
    for decade in range(decades + 1):
        x = place(10 ** decade)
        grid.append('<path d="M%.1f %dV%d" stroke="#ccc"/>' % (x, TOP, y))
        grid.append(text(x, TOP - 4, "%dx" % 10 ** decade, anchor="middle", size=10))
    legend, x = [], LEFT
    for name, color in COLORS.items():
        legend.append('<rect x="%d" y="22" width="10" height="10" fill="%s"/>' % (x, color))
        legend.append(text(x + 15, 31, name))
        x += 90
    head = ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
            'font-family="sans-serif">' % (LEFT + WIDTH + 70, y + 8))
    title = text(LEFT, 14, "How many times faster Penumbra is", weight="bold")
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', title]
                     + legend + grid + parts + ["</svg>", ""])


def text(x, y, words, anchor="start", size=12, weight="normal"):
    return ('<text x="%.1f" y="%.1f" font-size="%d" text-anchor="%s" font-weight="%s">%s</text>'
            % (x, y, size, anchor, weight, words))
