/// What UIKit, CSS and the design tools call what the language has under another name.
///
/// A key that nobody knows is most often one of these, and "did you mean" finds none of them.
enum ForeignNames {
  /// What to write in the place of a key where the keys `known` stand; nil if the key is none of
  /// these, or means nothing there.
  static func advice(for key: String, among known: [String]) -> String? {
    let plain = String(key.lowercased().filter { $0 != "-" && $0 != "_" })
    return table[plain]?.first { known.contains($0.place) }?.advice
  }

  /// For each name, in lower case and without dashes: a key that stands where the advice holds, and
  /// the advice.
  private static let table: [String: [(place: String, advice: String)]] = {
    var table: [String: [(place: String, advice: String)]] = [:]
    for (names, entries) in entries {
      for name in names { table[name, default: []] += entries }
    }
    return table
  }()

  private static let entries: [([String], [(place: String, advice: String)])] = [
    // The ground and what fills a cell.
    (
      ["backgroundcolor", "background", "color", "bgcolor", "gradient", "colors"],
      [
        ("fill", "\"fill\""), ("dither", "\"background\""),
        ("canvas", "{\"canvas\": {\"background\": ...}}"),
        ("scrolling", "{\"background\": {\"fill\": ...}}"),
      ]
    ),
    (
      ["image", "backgroundimage", "src", "contents"],
      [
        ("fill", "{\"fill\": {\"image\": ...}}"),
        ("interpolation", "colours: an image stands only in the \"fill\" of a cell or a style"),
        ("dither", "\"background\", a colour or a gradient: an image stands only in a \"fill\""),
        ("repeat", "{\"fills\": [{\"image\": ...}]}"),
        ("scrolling", "an image in the \"fill\" of a cell or a style"),
        ("canvas", "an image in the \"fill\" of a cell or a style"),
      ]
    ),
    // Shadows.
    (
      ["shadowradius"],
      [("sigma", "\"radius\""), ("shadow", "{\"shadow\": {\"radius\": ...}}")]
    ),
    (["alpha"], [("sigma", "\"opacity\""), ("label", "\"opacity\"")]),
    (
      ["shadowopacity"],
      [("sigma", "\"opacity\""), ("shadow", "{\"shadow\": {\"opacity\": ...}}")]
    ),
    (
      ["shadowoffset", "x", "y", "dx", "dy", "offsetx", "offsety", "distance"],
      [("sigma", "\"offset\", as in [0, 4]")]
    ),
    (["shadowoffset"], [("shadow", "{\"shadow\": {\"offset\": [0, 4]}}")]),
    (
      ["shadowcolor"],
      [("sigma", "\"color\""), ("shadow", "{\"shadow\": {\"color\": ...}}")]
    ),
    (["shadowpath"], [("position", "the cell's shape, which casts the shadow")]),
    (
      ["boxshadow", "dropshadow", "shadows", "innershadow", "filter"],
      [("shadow", "\"shadow\", which takes a CSS box-shadow too")]
    ),
    (["textshadow"], [("shadow", "\"shadow\" with \"shadowOf\": \"content\"")]),
    (["blurradius", "shadowblur", "stddeviation"], [("sigma", "\"blur\", twice the sigma")]),
    (["type", "style"], [("sigma", "\"inset\"")]),
    // Shapes.
    (
      ["borderradius", "cornerradii", "radius", "rx", "rounded"],
      [("cornerRadius", "\"cornerRadius\""), ("rule", "\"radius\"")]
    ),
    (["maskedcorners"], [("cornerRadius", "{\"cornerRadius\": [16, 16, 0, 0]}")]),
    (["maskstobounds", "clipstobounds", "overflow", "clippath"], [("mask", "\"mask\"")]),
    (
      ["border", "borderwidth", "bordercolor", "outline"],
      [("shadow", "a shadow such as \"inset 0 0 0 1px #ccc\"")]
    ),
    (
      ["x", "y", "width", "height", "left", "top", "bounds", "rect", "size", "origin"],
      [
        ("frame", "{\"frame\": [x, y, width, height]}"),
        ("vary", "{\"cell\": {\"width\": ..., \"height\": ...}}"),
      ]
    ),
    // Text.
    (["text", "title", "string", "caption"], [("label", "\"label\"")]),
    (
      ["fontsize", "font", "fontweight", "textcolor", "textalign", "textalignment"],
      [("label", "{\"label\": {\"text\": ..., \"size\": ..., \"weight\": ..., \"color\": ...}}")]
    ),
    (["fontsize", "font"], [("weight", "\"size\"")]),
    (["fontweight"], [("weight", "\"weight\"")]),
    (["textcolor", "fill", "foregroundcolor"], [("weight", "\"color\"")]),
    (["textalign", "textalignment", "alignment"], [("weight", "\"align\"")]),
    (["numberoflines", "lineclamp"], [("weight", "\"lines\"")]),
    (["string", "title", "content"], [("weight", "\"text\"")]),
    (["padding", "edgeinsets", "contentinsets", "margin"], [("weight", "\"insets\"")]),
    // Sections.
    (
      ["orthogonalscrollingbehavior", "scrolldirection", "scroll"],
      [("scrolling", "\"scrolling\"")]
    ),
    (
      ["sectioninset", "sectioninsets", "padding", "insets", "margin"],
      [("contentInsets", "\"contentInsets\""), ("count", "\"insets\"")]
    ),
    (["contentinsets", "padding", "margin"], [("items", "\"insets\"")]),
    (
      ["minimumlinespacing", "linespacing", "spacing", "gap"],
      [
        ("interGroupSpacing", "\"interGroupSpacing\""), ("items", "\"interItemSpacing\""),
        ("interSectionSpacing", "\"interSectionSpacing\""), ("vary", "\"gap\""),
      ]
    ),
    (
      ["minimuminteritemspacing", "interitemspacing"],
      [("items", "\"interItemSpacing\""), ("group", "{\"group\": {\"interItemSpacing\": ...}}")]
    ),
    (["item", "subitem", "subitems"], [("items", "\"items\"")]),
    (["items", "item"], [("group", "{\"group\": {\"items\": [...]}}")]),
    (
      ["layoutsize", "itemsize", "widthdimension", "heightdimension"],
      [("items", "\"width\" and \"height\"")]
    ),
    (["layoutsize", "itemsize"], [("group", "{\"group\": {\"width\": ..., \"height\": ...}}")]),
    (["direction"], [("items", "\"axis\""), ("layoutDirection", "\"layoutDirection\"")]),
    (
      ["boundarysupplementaryitems", "supplementaryitems"], [("header", "\"header\" or \"footer\"")]
    ),
    (["decorationitems", "backgroundview"], [("scrolling", "\"background\"")]),
    (["frame"], [("group", "\"group\", which lays the cells of a section out")]),
    // The canvas.
    (["devicepixelratio", "dpr", "pixelratio", "ppi", "dpi"], [("dither", "\"scale\"")]),
    (["size"], [("dither", "\"width\" and \"height\"")]),
    (
      ["width", "height", "scale", "size"],
      [("canvas", "{\"canvas\": {\"width\": ..., \"height\": ..., \"scale\": ...}}")]
    ),
    (["version"], [("canvas", "{\"penumbra\": 1}")]),
    (["section"], [("canvas", "\"sections\"")]),
    (["cell", "views", "layers", "elements"], [("canvas", "\"cells\"")]),
  ]
}
