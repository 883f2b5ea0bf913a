public import OrderedJSON
internal import PenumbraGraphics

/// The JSON Schema of the scene language (draft 2020-12), for editors and for checks elsewhere.
///
/// The schema says which keys there are, of which types, within which bounds. What it cannot say
/// (that a style exists, that `extends` goes in no circle, that a gradient's locations ascend, the
/// grammar of colours) is for the loader. Words of closed lists come from the types that decode
/// them, so that the two cannot differ.
public enum SceneSchema {
  /// The schema as indented JSON, with a line end.
  public static var text: String { value.text(.indented) + "\n" }

  /// The schema as a tree.
  public static var value: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Penumbra scene",
      "description":
        "Units are points; y grows downwards; colours are CSS Color 4 or iOS system names.",
      "type": "object",
      "properties": .object(scene),
      "required": ["penumbra", "name", "canvas"],
      "additionalProperties": false,
      "oneOf": [
        ["required": ["sections"]], ["required": ["cells"]], ["required": ["matrix"]],
      ],
      "$defs": .object(definitions),
    ]
  }

  private static let limits = SceneLimits()
  private static let length = JSONValue(.number(limits.lengthPoints))

  private static let scene: [JSONMember] = [
    .init("$schema", ["type": "string"]),
    .init("penumbra", ["const": 1, "description": "The version of the language."]),
    .init(
      "name",
      [
        "type": "string", "minLength": 1, "maxLength": .init(integerLiteral: limits.nameBytes),
        "description": "Unique in a corpus; the name of the output file.",
      ]),
    .init("comment", ["type": "string"]),
    .init("canvas", reference("canvas")),
    .init("styles", ["type": "object", "additionalProperties": reference("style")]),
    .init("interSectionSpacing", reference("length")),
    .init("layoutDirection", ["enum": ["ltr", "rtl"]]),
    .init("kernel", words(BlurKernel.self)),
    .init("shadowScope", words(ShadowScope.self)),
    .init("lint", reference("lint")),
    .init("sections", list(reference("section"))),
    .init("cells", list(reference("framedCell"))),
    .init("matrix", reference("matrix")),
  ]

  /// Everything that is referred to, by name.
  private static var definitions: [JSONMember] {
    values + paints + shadows + styles + sections + sweeps
  }

  // MARK: Values

  private static let values: [JSONMember] = [
    .init("length", ["type": "number", "minimum": 0, "maximum": length]),
    .init(
      "signedLength",
      ["type": "number", "minimum": .init(.number(-limits.lengthPoints)), "maximum": length]),
    .init("fraction", ["type": "number", "minimum": 0, "maximum": 1]),
    .init("point", tuple(reference("signedLength"), count: 2)),
    .init("rect", tuple(reference("signedLength"), count: 4)),
    .init(
      "insets",
      anyOf(
        reference("signedLength"),
        object([
          .init("top", reference("signedLength")), .init("leading", reference("signedLength")),
          .init("bottom", reference("signedLength")), .init("trailing", reference("signedLength")),
        ]))),
    .init("color", ["type": "string", "minLength": 1]),
    .init(
      "dimension",
      anyOf(
        reference("length"), object([.init("absolute", reference("length"))], ["absolute"]),
        object([.init("estimated", reference("length"))], ["estimated"]),
        object([.init("fractionalWidth", reference("share"))], ["fractionalWidth"]),
        object([.init("fractionalHeight", reference("share"))], ["fractionalHeight"]))),
    .init("share", ["type": "number", "minimum": 0, "maximum": 1_000]),
    .init(
      "lint",
      object([
        .init(
          "off",
          [
            "type": "object", "additionalProperties": ["type": "string", "minLength": 1],
            "description": "A reason for each rule that is off.",
          ])
      ])),
  ]

  // MARK: Paint

  private static let paints: [JSONMember] = [
    .init(
      "canvas",
      object(
        [
          .init("width", reference("side")),
          .init("height", anyOf(reference("side"), ["const": "fit"])),
          .init(
            "scale",
            [
              "type": "number", "minimum": .init(.number(limits.scales.lowerBound)),
              "maximum": .init(.number(limits.scale)),
              "description": "Pixels per point.",
            ]),
          .init("background", anyOf(reference("color"), reference("gradient"))),
          .init("dither", words(Dither.self)),
        ], ["width", "height"])),
    .init("side", ["type": "number", "exclusiveMinimum": 0, "maximum": length]),
    .init(
      "fill",
      anyOf(
        reference("color"), reference("gradient"),
        object(
          [
            .init("image", ["type": "string", "minLength": 1]),
            .init("mode", words(ImagePaint.Mode.self)),
          ], ["image"]))),
    .init(
      "gradient",
      object(
        [
          .init("direction", ["enum": ["horizontal", "vertical"]]),
          .init("start", reference("point")),
          .init("end", reference("point")),
          .init("colors", list(reference("color"), least: 2, most: limits.gradientColors)),
          .init("locations", list(reference("fraction"), least: 2, most: limits.gradientColors)),
          .init("interpolation", words(Gradient.Interpolation.self)),
        ], ["colors"],
        oneOf: [["required": ["direction"]], ["required": ["start", "end"]]])),
    .init(
      "label",
      anyOf(
        reference("text"),
        object([
          .init("text", reference("text")),
          .init(
            "size",
            [
              "type": "number", "exclusiveMinimum": 0,
              "maximum": .init(.number(limits.fontSizePoints)),
            ]),
          .init(
            "weight",
            anyOf(
              ["type": "integer", "minimum": 1, "maximum": 1_000],
              [
                "enum": [
                  "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy",
                  "black",
                ]
              ])),
          .init("font", ["type": "string", "minLength": 1, "maxLength": 128]),
          .init("color", reference("color")),
          .init("align", words(TextAlignment.self)),
          .init("lines", ["type": "integer", "minimum": 0, "maximum": 10_000]),
          .init("insets", reference("insets")),
        ]))),
    .init("text", ["type": "string", "maxLength": .init(integerLiteral: limits.labelLength)]),
  ]

  // MARK: Shadows

  private static let shadows: [JSONMember] = [
    .init(
      "shadow",
      object(
        [
          .init("color", reference("color")),
          .init("opacity", reference("fraction")),
          .init("offset", reference("point")),
          .init("spread", reference("signedLength")),
          .init("spreadRule", words(SpreadRule.self)),
          .init("inset", ["type": "boolean"]),
          .init("kernel", words(BlurKernel.self)),
          .init("knockout", ["type": "boolean"]),
          .init("radius", reference("length")),
          .init("blur", reference("length")),
          .init("sigma", reference("length")),
        ],
        oneOf: [
          ["required": ["radius"]], ["required": ["blur"]], ["required": ["sigma"]],
        ])),
    .init("cssShadow", ["type": "string", "description": "A CSS box-shadow list, or none."]),
    .init(
      "shadows",
      anyOf(
        reference("cssShadow"), reference("shadow"),
        list(anyOf(reference("cssShadow"), reference("shadow")), most: limits.shadowsPerCell))),
    .init(
      "elevation",
      anyOf(
        reference("signedLength"),
        object([
          .init("value", reference("signedLength")),
          .init("model", words(ElevationModel.self)),
          .init("ambientColor", reference("color")),
          .init("keyColor", reference("color")),
        ]))),
    .init(
      "position",
      object([
        .init("axis", words(PositionRule.Axis.self)),
        .init("maskSpace", reference("length")),
        .init("joinSpace", reference("length")),
        .init("force", words(Position.self)),
      ])),
    .init(
      "mask",
      object(
        [
          .init("shape", words(Mask.Shape.self)),
          .init("frame", reference("rect")),
          .init("radius", reference("length")),
          .init("rule", words(MaskRule.self)),
        ], ["shape", "frame"])),
  ]

  // MARK: Styles and cells

  private static let styleKeys: [JSONMember] = [
    .init("extends", ["type": "string"]),
    .init("fill", reference("fill")),
    .init("cornerRadius", anyOf(reference("length"), tuple(reference("length"), count: 4))),
    .init("cornerCurve", words(CornerCurve.self)),
    .init("shadow", reference("shadows")),
    .init("elevation", reference("elevation")),
    .init("position", reference("position")),
    .init("mask", reference("mask")),
    .init("knockout", ["type": "boolean"]),
    .init("overlay", reference("gradient")),
    .init("label", reference("label")),
    .init("opacity", reference("fraction")),
    .init("shadowScope", words(ShadowScope.self)),
    .init("shadowOf", ["enum": ["shape", "content"]]),
    .init("lint", reference("lint")),
    .init("comment", ["type": "string"]),
  ]

  private static let cellKeys: [JSONMember] =
    styleKeys + [.init("style", ["type": "string"]), .init("name", reference("text"))]

  private static let styles: [JSONMember] = [
    .init("style", object(styleKeys)),
    .init("freeStyle", anyOf(["type": "string"], reference("style"))),
    .init("cell", anyOf(["type": "string"], object(cellKeys))),
    .init("framedCell", object(cellKeys + [.init("frame", reference("rect"))], ["frame"])),
    .init(
      "boundary",
      anyOf(
        ["type": "string"],
        object(
          cellKeys + [
            .init("width", reference("dimension")), .init("height", reference("dimension")),
          ]))),
  ]

  // MARK: Sections

  private static let sections: [JSONMember] = [
    .init(
      "section",
      object(
        [
          .init("name", reference("text")),
          .init("comment", ["type": "string"]),
          .init("group", reference("group")),
          .init("interGroupSpacing", reference("length")),
          .init("contentInsets", reference("insets")),
          .init("scrolling", words(Scrolling.self)),
          .init("page", ["type": "integer", "minimum": 0]),
          .init("background", reference("freeStyle")),
          .init("header", reference("boundary")),
          .init("footer", reference("boundary")),
          .init("shadowScope", words(ShadowScope.self)),
          .init("cells", anyOf(list(reference("cell")), reference("repeatedCells"))),
        ], ["cells"])),
    .init(
      "group",
      object(
        [
          .init("axis", words(PositionRule.Axis.self)),
          .init("width", reference("dimension")),
          .init("height", reference("dimension")),
          .init("count", ["type": "integer", "minimum": 1]),
          .init("items", list(reference("item"), least: 1)),
          .init(
            "interItemSpacing",
            anyOf(
              reference("length"), object([.init("flexible", reference("length"))], ["flexible"]))),
          .init("insets", reference("insets")),
        ], ["width", "height"])),
    .init(
      "item",
      object([
        .init("width", reference("dimension")), .init("height", reference("dimension")),
        .init("insets", reference("insets")),
      ])),
    .init(
      "repeatedCells",
      object(
        [
          .init(
            "repeat",
            ["type": "integer", "minimum": 0, "maximum": .init(integerLiteral: limits.cells)]),
          .init("style", reference("freeStyle")),
          .init("fills", list(reference("fill"))),
          .init("labels", list(reference("label"))),
        ], ["repeat"])),
  ]

  // MARK: Sweeps

  private static let sweeps: [JSONMember] = [
    .init(
      "matrix",
      object(
        [
          .init("comment", ["type": "string"]),
          .init("style", reference("freeStyle")),
          .init(
            "cell",
            object(
              [.init("width", reference("length")), .init("height", reference("length"))],
              ["width", "height"])),
          .init("columns", ["type": "integer", "minimum": 1]),
          .init("gap", reference("length")),
          .init(
            "vary",
            [
              "type": "object",
              "additionalProperties": anyOf(["type": "array", "minItems": 1], reference("range")),
              "description": "Keys of a style, with dots into it; the first key is the slowest.",
            ]),
          .init("caption", reference("text")),
        ], ["cell", "vary"])),
    .init(
      "range",
      object(
        [
          .init("from", ["type": "number"]), .init("to", ["type": "number"]),
          .init("step", ["type": "number"]),
        ], ["from", "to", "step"])),
  ]

  // MARK: Building blocks

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .init(stringLiteral: "#/$defs/\(name)")]
  }

  private static func words<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type
  ) -> JSONValue where Word.RawValue == String {
    ["enum": .init(.array(type.allCases.map { JSONValue(stringLiteral: $0.rawValue) }))]
  }

  private static func list(
    _ element: JSONValue, least: Int? = nil, most: Int? = nil
  ) -> JSONValue {
    var members = [JSONMember("type", "array"), JSONMember("items", element)]
    if let least { members.append(.init("minItems", .init(integerLiteral: least))) }
    if let most { members.append(.init("maxItems", .init(integerLiteral: most))) }
    return .object(members)
  }

  private static func tuple(_ element: JSONValue, count: Int) -> JSONValue {
    list(element, least: count, most: count)
  }

  private static func anyOf(_ choices: JSONValue...) -> JSONValue {
    ["anyOf": .init(.array(choices))]
  }

  private static func object(
    _ properties: [JSONMember], _ required: [String] = [], oneOf: [JSONValue] = []
  ) -> JSONValue {
    var members = [JSONMember("type", "object"), JSONMember("properties", .object(properties))]
    if !required.isEmpty {
      let keys = required.map { JSONValue(stringLiteral: $0) }
      members.append(.init("required", .init(.array(keys))))
    }
    if !oneOf.isEmpty { members.append(.init("oneOf", .init(.array(oneOf)))) }
    members.append(.init("additionalProperties", false))
    return .object(members)
  }
}

extension JSONMember {
  fileprivate init(_ key: String, _ value: JSONValue) {
    self.init(key: key, value: value)
  }
}

extension JSONValue {
  fileprivate static func object(_ members: [JSONMember]) -> JSONValue {
    JSONValue(.object(members))
  }
}
