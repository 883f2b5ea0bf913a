/// The modes of a table: names that exclude each other form a group, and a token depends on the
/// groups of what it names.
struct TokenModes {
  /// Modes of which one holds at a time.
  struct Group {
    var names: [String]
    /// Whether some token of it has a value of no mode as well.
    var hasBase: Bool
  }

  let groups: [Group]
  /// Which groups each token depends on, a bit each.
  let masks: [UInt64]

  init(_ table: TokenTable, references: [[Int]]) {
    var groups: [Group] = []
    var own = [Int?](repeating: nil, count: table.tokens.count)
    var groupOfName: [String: Int] = [:]
    for (index, token) in table.tokens.enumerated() where !token.modes.isEmpty {
      let known = token.modes.lazy.compactMap { groupOfName[$0.mode] }.first
      // Beyond what the masks can tell apart, groups fall together.
      let group = known ?? min(groups.count, 63)
      if group == groups.count { groups.append(Group(names: [], hasBase: false)) }
      for mode in token.modes where groupOfName[mode.mode] == nil {
        groupOfName[mode.mode] = group
        groups[group].names.append(mode.mode)
      }
      if token.value != nil { groups[group].hasBase = true }
      own[index] = group
    }
    self.groups = groups
    self.masks = Self.spread(own, over: references)
  }

  /// Carries every token's group to all that lean on it.
  ///
  /// Each token is looked at again only when a
  /// bit is new to it, so the work is bounded by groups times references.
  private static func spread(_ own: [Int?], over references: [[Int]]) -> [UInt64] {
    var users = [[Int]](repeating: [], count: own.count)
    for (index, targets) in references.enumerated() {
      for target in targets { users[target].append(index) }
    }
    var masks = own.map { $0.map { UInt64(1) << UInt64($0) } ?? 0 }
    var pending = own.indices.filter { masks[$0] != 0 }
    while let index = pending.popLast() {
      for user in users[index] where masks[user] | masks[index] != masks[user] {
        masks[user] |= masks[index]
        pending.append(user)
      }
    }
    return masks
  }

  /// The choices of modes under which something of this mask may look different, the base first.
  ///
  /// With `mode` given, the one choice it makes.
  func choices(mask: UInt64, mode: String?) -> [[String]]? {
    var result: [[String]] = [[]]
    for (index, group) in groups.enumerated() where mask & (1 << UInt64(index)) != 0 {
      let isChosen = mode.map { group.names.contains($0) } ?? false
      guard isChosen || group.names.count <= ImportLimits.modeCombinations else { return nil }
      var options = group.names.map { [$0] }
      if let mode, group.names.contains(mode) {
        options = [[mode]]
      } else if group.hasBase {
        options = mode == nil ? [[]] + options : [[]]
      }
      guard result.count * options.count <= ImportLimits.modeCombinations else { return nil }
      result = result.flatMap { chosen in options.map { chosen + $0 } }
    }
    return result
  }

  var names: [String] { groups.flatMap(\.names) }
}
