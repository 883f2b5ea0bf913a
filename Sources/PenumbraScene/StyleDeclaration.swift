internal import CSSValues
internal import PenumbraGraphics

/// What a style says by itself: nil wherever it is silent.
///
/// Laying one over another is how `extends`, named styles, repeated cells and sweeps work: the upper
/// one's keys win. Keys with parts (`elevation`, `position`, `label`) win part by part, so that a
/// cell can force a position, or a sweep vary a height, without repeating the rest.
struct StyleDeclaration: Hashable, Sendable {
  var fill: Paint?
  var radii: Corners?
  var curve: CornerCurve?
  var shadows: [ShadowDeclaration]?
  var elevation = ElevationDeclaration()
  var position: PositionDeclaration?
  var mask: Mask?
  var isKnockedOut: Bool?
  var overlay: Gradient?
  var label = LabelDeclaration()
  var opacity: Double?
  var scope: ShadowScope?
  var caster: Shadow.Caster?
  var lint: LintExceptions?

  /// The declaration with `base` underneath.
  func over(_ base: StyleDeclaration) -> StyleDeclaration {
    var result = self
    result.fill = fill ?? base.fill
    result.radii = radii ?? base.radii
    result.curve = curve ?? base.curve
    result.shadows = shadows ?? base.shadows
    result.elevation = elevation.over(base.elevation)
    result.position = position?.over(base.position) ?? base.position
    result.mask = mask ?? base.mask
    result.isKnockedOut = isKnockedOut ?? base.isKnockedOut
    result.overlay = overlay ?? base.overlay
    result.label = label.over(base.label)
    result.opacity = opacity ?? base.opacity
    result.scope = scope ?? base.scope
    result.caster = caster ?? base.caster
    result.lint = lint?.over(base.lint) ?? base.lint
    return result
  }
}

/// One key of a style, read.
enum StylePart: Hashable, Sendable {
  case fill(Paint)
  case radii(Corners)
  case curve(CornerCurve)
  case shadows([ShadowDeclaration])
  case elevation(ElevationDeclaration)
  case position(PositionDeclaration)
  case mask(Mask)
  case isKnockedOut(Bool)
  case overlay(Gradient)
  case label(LabelDeclaration)
  case opacity(Double)
  case scope(ShadowScope)
  case caster(Shadow.Caster)
  case lint(LintExceptions)
  /// Says nothing.
  case comment
}

extension StyleDeclaration {
  /// Takes one key's word in place of what was said.
  mutating func set(_ part: StylePart) {
    switch part {
    case .fill(let value): fill = value
    case .radii(let value): radii = value
    case .curve(let value): curve = value
    case .shadows(let value): shadows = value
    case .elevation(let value): elevation = value
    case .position(let value): position = value
    case .mask(let value): mask = value
    case .isKnockedOut(let value): isKnockedOut = value
    case .overlay(let value): overlay = value
    case .label(let value): label = value
    case .opacity(let value): opacity = value
    case .scope(let value): scope = value
    case .caster(let value): caster = value
    case .lint(let value): lint = value
    case .comment: break
    }
  }
}

/// Who casts the shadows of a run: each cell for itself, or all together as one silhouette.
enum ShadowScope: String, Hashable, Sendable, CaseIterable {
  case cell
  case section
}

/// One shadow as written: kernel and knock-out stay open where the scene decides.
struct ShadowDeclaration: Hashable, Sendable {
  var sigma: Double
  var offset = Point.zero
  var spread = 0.0
  var opacity = 1.0
  var color = Color.black
  var isInset = false
  var spreadRule = SpreadRule.css3
  var kernel: BlurKernel?
  var isKnockedOut: Bool?
}

/// The parts of an elevation that are said.
struct ElevationDeclaration: Hashable, Sendable {
  var value: Double?
  var model: ElevationModel?
  var ambientColor: Color?
  var keyColor: Color?

  func over(_ base: ElevationDeclaration) -> ElevationDeclaration {
    ElevationDeclaration(
      value: value ?? base.value, model: model ?? base.model,
      ambientColor: ambientColor ?? base.ambientColor, keyColor: keyColor ?? base.keyColor)
  }

  /// Nil where no height is said.
  var resolved: Elevation? {
    value.map {
      Elevation(
        value: $0, model: model ?? .mdc, ambientColor: ambientColor ?? .black,
        keyColor: keyColor ?? .black)
    }
  }
}

/// The parts of a position that are said.
struct PositionDeclaration: Hashable, Sendable {
  var axis: PositionRule.Axis?
  var maskSpace: Double?
  var joinSpace: Double?
  var force: Position?

  func over(_ base: PositionDeclaration?) -> PositionDeclaration {
    PositionDeclaration(
      axis: axis ?? base?.axis, maskSpace: maskSpace ?? base?.maskSpace,
      joinSpace: joinSpace ?? base?.joinSpace, force: force ?? base?.force)
  }

  var resolved: PositionRule {
    PositionRule(
      axis: axis ?? .horizontal, maskSpace: maskSpace, joinSpace: joinSpace, force: force)
  }
}

/// The parts of a label that are said.
struct LabelDeclaration: Hashable, Sendable {
  var text: String?
  var size: Double?
  var weight: Int?
  var font: String?
  var color: Color?
  var alignment: TextAlignment?
  var lines: Int?
  var insets: EdgeInsets?

  func over(_ base: LabelDeclaration) -> LabelDeclaration {
    LabelDeclaration(
      text: text ?? base.text, size: size ?? base.size, weight: weight ?? base.weight,
      font: font ?? base.font, color: color ?? base.color, alignment: alignment ?? base.alignment,
      lines: lines ?? base.lines, insets: insets ?? base.insets)
  }

  /// Nil where there is no text to draw.
  var resolved: Label? {
    guard let text, !text.isEmpty else { return nil }
    var label = Label(text: text)
    if let size { label.size = size }
    if let weight { label.weight = weight }
    if let font { label.font = font }
    if let color { label.color = color }
    if let alignment { label.alignment = alignment }
    if let lines { label.lines = lines }
    if let insets { label.insets = insets }
    return label
  }
}

/// What the kernels of shadows are where they say none, and where the caller overrides all.
struct KernelChoice: Hashable, Sendable {
  /// The caller's word, above all others.
  var override: BlurKernel?
  /// The scene's word, below a shadow's own.
  var scene: BlurKernel?

  func kernel(for own: BlurKernel?) -> BlurKernel { override ?? own ?? scene ?? .gaussian }
}

extension StyleDeclaration {
  /// The style with every default filled in and the elevation turned into shadows.
  func resolved(kernels: KernelChoice) -> ResolvedStyle {
    let caster = self.caster ?? .shape
    // What a cell shows casts its shadow as `drop-shadow()` does, which cuts nothing out: the cell's
    // box would cut nearly all of it.
    let isKnockedOut = self.isKnockedOut ?? (caster == .shape)
    let elevation = self.elevation.resolved
    var shadows = (self.shadows ?? []).map { own in
      Shadow(
        sigma: own.sigma, offset: own.offset, spread: own.spread, opacity: own.opacity,
        color: own.color, isInset: own.isInset, kernel: kernels.kernel(for: own.kernel),
        spreadRule: own.spreadRule, isKnockedOut: own.isKnockedOut ?? isKnockedOut,
        caster: own.isInset ? .shape : caster)
    }
    if let elevation {
      let cast = elevation.shadows(kernel: kernels.kernel(for: nil), isKnockedOut: isKnockedOut)
      for var shadow in cast {
        if caster == .content {
          shadow.caster = caster
          shadow.isKnockedOut = isKnockedOut
        }
        shadows.append(shadow)
      }
    }
    return ResolvedStyle(
      fill: fill, radii: radii ?? .zero, curve: curve ?? .circular, shadows: shadows, mask: mask,
      overlay: overlay, label: label.resolved, opacity: opacity ?? 1, elevation: elevation,
      position: position?.resolved)
  }
}
