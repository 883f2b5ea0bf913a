public import PenumbraGraphics

/// What the bands are composed from: every item in device pixels, in paint order.
///
/// ## What is drawn, to the last bit
///
/// The canvas holds 8-bit sRGB-encoded values d, premultiplied by alpha. Each item, a cell or a union
/// shadow, is at each pixel a premultiplied colour Q with an alpha Qa, both real numbers, whatever
/// number of shadows, colours and paints it is made of. It is laid over the canvas with **one
/// rounding**, halves up: `d = floor(255 * Q + d * (1 - Qa) + 1/2)`. The engine's own error before
/// that rounding is at most half a level and a little.
///
/// - *Edges are areas.* A pixel of which the cell's shape covers c has two parts: the one inside, of
///   area c, and the one outside. In each part what lies there is composed by src-over, from the
///   bottom up, and the pixel is their mean by area: `Q = (1 - c) * O + c * I`. Coverage is the exact
///   share of the pixel's square.
/// - *Outside*, O: the outer shadows, last to first, then the label.
/// - *Inside*, I: those outer shadows that are not knocked out, last to first; the fill; the inset
///   shadows, last to first; the label; the overlay.
/// - *A shadow* has at a point the alpha `alpha * s`: s is the indicator of its caster (for content,
///   the alpha of its bitmap, constant on each of its pixels) convolved with the kernel, which is a
///   density, or for `coreGraphics` of less than 64 px taps a whole pixel apart; with sigma 0 it is the
///   indicator itself. An inset shadow has `alpha * (1 - s)`, its caster being the hole. In a part of
///   a pixel a shadow has the *mean* of its alpha over that part.
///
///   So one knocked-out shadow contributes K, the integral of its alpha over what the shape leaves
///   free. Where a blur is wide against a pixel that is `s * (1 - c)`; of a sharp shadow it is the area
///   of a difference, and a shadow of the same shape in the same place is nothing at all. Two steps
///   of src-over draw the same where the shadow's mask is `K / (1 - c * f)`, f the opacity of the fill
///   (nothing where c and f are 1).
/// - *Position mask*: outer shadows show in what of each part lies inside of it: their means are taken
///   over that, and together they count by its share of the part. No mask is the whole plane.
/// - *Fill, overlay*: a colour with its alpha; a gradient at the pixel's centre; an image's bytes. The
///   *label* is its bitmap times the colour's alpha, in both parts alike.
/// - *Mask and opacity* of a cell: each part counts by the area of it that the mask shows, times the
///   opacity: `Q = opacity * (outside * O + inside * I)`. Means and shares are taken over that area,
///   too. What shows is what lies in the mask, or by the rule `evenOdd` in exactly one of mask and
///   shape.
/// - *Union shadow*: as the outer shadows of a cell whose shape is the union, drawn below the cells
///   themselves, which come later. Where cells cover c, with fills of opacity f, it is laid on as
///   `Q = ((1 - c) * O + c * (1 - f) * I) / (1 - c * f)`, nothing where c and f are 1; c * f is the
///   sum of the cells' own (at most c), see `UnionShadow.fills`.
/// - *Ordered dither*: an item with shadows rounds by a threshold T(x, y) that depends on the pixel
///   alone instead of halves up: `d = floor(255 * Q + d * (1 - Qa) + T)`. The thresholds are those of
///   Bayer's 8 x 8 matrix, (k + 1/2) / 64; items with shadows take turns with a second matrix whose
///   bits are reversed, so that the mean stays where shadows overlap: in paint order, whether they are
///   seen or not, but for cells of opacity 0.
/// - *The background*: a colour is `div255(c * round(255 * alpha))`; a gradient is laid over
///   transparent black as a cell would be.
/// - *Leaving*: an opaque canvas leaves as RGB. Any other leaves with straight alpha,
///   `c = (255 * p + a / 2) / a` in integers, at most 255; where a is 0 all channels are 0.
public struct DisplayList: Sendable {
  /// Whole device pixels.
  public var width: Int
  /// Whole device pixels.
  public var height: Int
  /// What the canvas is filled with first.
  public var background: Paint
  /// How the last bit of a ramp is decided.
  public var dither: Dither
  /// In paint order.
  public var items: [DisplayItem]

  /// A list of items on a canvas.
  public init(
    width: Int, height: Int, background: Paint, dither: Dither = .none,
    items: [DisplayItem] = []
  ) {
    self.width = width
    self.height = height
    self.background = background
    self.dither = dither
    self.items = items
  }
}

/// One step of painting.
public enum DisplayItem: Sendable {
  /// A cell with its shadows, fill, label and overlay.
  case cell(DisplayCell)
  /// The shadow of several cells, painted below them.
  case unionShadow(UnionShadow)
}
