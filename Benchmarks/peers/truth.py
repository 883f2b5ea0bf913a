"""The shadow of a rounded rectangle in float64, and the largest error of a picture against it.

Alpha of a pixel is the average over its square of the shape convolved with the Gaussian. Along x
that is closed form on each line; along y, lines are gathered in strips: one strip for the straight
part, and Gauss-Legendre strips of a quarter pixel where the corners bend.
"""

import math

import numpy as np

_erf = np.vectorize(math.erf, otypes=[float])


def _integrated_cdf(t, sigma):
    z = t / sigma
    return (0.5 * t * (1 + _erf(z / math.sqrt(2)))
            + sigma * np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi))


def _edge(t, sigma):
    """The average over a pixel around t of a half-plane that begins at 0, blurred."""
    return _integrated_cdf(t + 0.5, sigma) - _integrated_cdf(t - 0.5, sigma)


def shadow(width, height, x, y, w, h, radius, sigma):
    """Alpha, 0 to 1, of the pixels of a width x height picture."""
    columns, rows = np.arange(width) + 0.5, np.arange(height) + 0.5

    def strip(top, bottom, inset):
        across = _edge(columns - (x + inset), sigma) - _edge(columns - (x + w - inset), sigma)
        down = _edge(rows - top, sigma) - _edge(rows - bottom, sigma)
        return np.outer(down, across)

    alpha = strip(y + radius, y + h - radius, 0.0)
    nodes, weights = np.polynomial.legendre.leggauss(3)
    steps = int(math.ceil(radius * 4))
    for i in range(steps):
        low, high = radius * i / steps, radius * (i + 1) / steps
        distances = 0.5 * (low + high) + 0.5 * (high - low) * nodes
        across = 0.0
        for d, weight in zip(distances, weights):
            inset = radius - math.sqrt(max(0.0, radius * radius - (radius - d) ** 2))
            across = across + 0.5 * weight * (
                _edge(columns - (x + inset), sigma) - _edge(columns - (x + w - inset), sigma))
        for top, bottom in ((y + low, y + high), (y + h - high, y + h - low)):
            down = _edge(rows - top, sigma) - _edge(rows - bottom, sigma)
            alpha += np.outer(down, across)
    return np.clip(alpha, 0, 1)


def largest_error(picture, probe):
    """In 1/255, over the pixels outside the cell, of a black shadow on white."""
    cell, cast = probe.cell, probe.cell.shadows[0]
    alpha = shadow(probe.width, probe.height, cell.x + cast.dx, cell.y + cast.dy, cell.width,
                   cell.height, cell.radius, cast.sigma)
    error = np.abs(picture.astype(float) - 255 * (1 - cast.opacity * alpha))
    error[cell.y - 1:cell.y + cell.height + 1, cell.x - 1:cell.x + cell.width + 1] = 0
    return float(error.max())
