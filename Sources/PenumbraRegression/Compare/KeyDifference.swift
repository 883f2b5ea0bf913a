internal import OrderedJSON

/// Which keys differ between two recorded styles.
enum KeyDifference {
  /// The changed keys, in the order of the baseline's record, new ones after them.
  ///
  /// Objects are compared key by key and arrays of one length element by element, so that the path
  /// ends at what changed: `shadow[1].offset[0]`, not `shadow`. A style with one shadow says
  /// `shadow.opacity`; with several, `shadow[0].opacity`.
  static func changes(from before: JSONValue, to after: JSONValue) -> [KeyChange] {
    var found: [KeyChange] = []
    walk(before, after, path: "", into: &found)
    return found
  }

  private static func walk(
    _ before: JSONValue?, _ after: JSONValue?, path: String, into found: inout [KeyChange]
  ) {
    if let before, let after {
      if let left = before.members, let right = after.members {
        for member in left {
          let key = path.isEmpty ? member.key : "\(path).\(member.key)"
          walk(member.value, after[member.key], path: key, into: &found)
        }
        for member in right where before[member.key] == nil {
          let key = path.isEmpty ? member.key : "\(path).\(member.key)"
          walk(nil, member.value, path: key, into: &found)
        }
        return
      }
      if let left = before.array, let right = after.array, left.count == right.count {
        for index in left.indices {
          walk(left[index], right[index], path: "\(path)[\(index)]", into: &found)
        }
        return
      }
      if before.text(.compact) == after.text(.compact) { return }
    }
    found.append(
      KeyChange(key: path, before: before?.text(.compact), after: after?.text(.compact)))
  }
}
