/// The pictures that a report shows of a cell that differs, written while both are read.
final class ShownPictures {
  private let painter: DifferencePainter
  private let id: String
  private let expected: ReportFolder.PictureFile
  private let actual: ReportFolder.PictureFile
  private let difference: ReportFolder.PictureFile
  private let heat: ReportFolder.PictureFile

  init(_ overview: PictureDifference.Overview, id: String, in report: ReportFolder) throws {
    func file(_ kind: String) throws -> ReportFolder.PictureFile {
      try report.picture(
        ShownPictures.name(kind, id: id), width: overview.width, height: overview.height)
    }
    painter = DifferencePainter(largest: overview.largest)
    self.id = id
    expected = try file("expected")
    actual = try file("actual")
    difference = try file("difference")
    heat = try file("heat")
  }

  /// Where a picture of a cell lies in the report.
  static func name(_ kind: String, id: String) -> String { "images/\(id)-\(kind).png" }

  /// Takes the next rows.
  func add(_ rows: ComparedRows) throws {
    try expected.append(rows: rows.count, rows.before)
    try actual.append(rows: rows.count, rows.after)
    try painter.difference(rows).withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { try difference.append(rows: rows.count, base) }
    }
    try painter.heat(rows).withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { try heat.append(rows: rows.count, base) }
    }
  }

  /// Gives the files their names.
  func commit(to pictures: inout PictureFiles) throws {
    try expected.commit()
    try actual.commit()
    try difference.commit()
    try heat.commit()
    pictures.expected = ShownPictures.name("expected", id: id)
    pictures.actual = ShownPictures.name("actual", id: id)
    pictures.difference = ShownPictures.name("difference", id: id)
    pictures.heat = ShownPictures.name("heat", id: id)
  }
}
