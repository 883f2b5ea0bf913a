internal import Pipeline

/// The files of a report in their folder.
enum ReportFolder {
  /// Makes the folder, and takes away what an earlier report left in it.
  ///
  /// Only what a report is known to be made of is removed, and only where a report stands.
  static func prepare(_ folder: String) throws(JobError) {
    if let kind = FileSystem.kind(folder), kind != .folder {
      throw .cannotCreate(path: folder, detail: "it exists and is no folder")
    }
    if FileSystem.kind(folder + "/report.json") == .file {
      for name in ["images", "data", "report.json", "junit.xml", "index.html", "baseline"] {
        FileSystem.remove(folder + "/" + name)
      }
    }
    try FileSystem.makeFolder(folder + "/images")
    try FileSystem.makeFolder(folder + "/data")
  }

  /// Writes all files but the pictures; `report.json`, by which a report is known, last.
  static func write(_ report: RunReport, to folder: String) throws(JobError) {
    for file in HTMLReport.files(of: report) {
      try FileSystem.write(file.text, to: folder + "/" + file.path)
    }
    try FileSystem.write(JUnitReport.text(of: report), to: folder + "/junit.xml")
    try FileSystem.write(JSONReport.text(of: report), to: folder + "/report.json")
  }
}
