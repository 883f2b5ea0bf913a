internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraJobs

/// SARIF 2.1.0 for code scanning: the findings of a lint run.
public enum SARIFReport {
  /// The whole file.
  ///
  /// What is true of several cells alike is one result with all of them as its logical locations.
  /// Files are given relative to the working folder, as code scanning wants them. A finding's
  /// fingerprint is its rule, scene and cell, so that a figure that moves does not open a new alert.
  public static func text(of findings: [LintFinding], version: String) -> String {
    let rules = LintRule.allCases.map { rule -> JSONValue in
      [
        "id": JSONValue(rule.rawValue),
        "shortDescription": ["text": JSONValue(rule.summary)],
        "defaultConfiguration": ["level": "warning"],
      ]
    }
    let results = findings.map { finding -> JSONValue in
      let key = "\(finding.rule.rawValue)/\(finding.scene)/\(finding.cell)"
      return [
        "ruleId": JSONValue(finding.rule.rawValue),
        "ruleIndex": JSONValue(LintRule.allCases.firstIndex(of: finding.rule) ?? 0),
        "level": "warning",
        "message": [
          "text": JSONValue(
            "\(finding.scene) / \(finding.cell): \(finding.message) \(finding.remedy)".printable)
        ],
        "locations": [
          [
            "physicalLocation": [
              "artifactLocation": ["uri": JSONValue(uri(finding.file))],
              "region": ["startLine": 1],
            ],
            "logicalLocations": JSONValue(finding.cells.map { location($0, of: finding) }),
          ]
        ],
        "partialFingerprints": ["penumbraFinding/v1": JSONValue(key)],
        "properties": ["value": JSONValue(finding.value), "unit": JSONValue(finding.unit)],
      ]
    }
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "penumbra", "version": JSONValue(version), "rules": JSONValue(rules),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "results": JSONValue(results),
        ]
      ],
    ]
    return log.text(.compact) + "\n"
  }

  /// One of the cells that a finding is true of.
  private static func location(_ cell: String, of finding: LintFinding) -> JSONValue {
    [
      "name": JSONValue(cell.printable),
      "fullyQualifiedName": JSONValue("\(finding.scene)/\(cell)".printable),
    ]
  }

  /// A relative path as a URI reference: everything but unreserved characters and `/` is encoded.
  private static func uri(_ path: String) -> String {
    let hex = Array("0123456789ABCDEF")
    var out = path.hasBytePrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        out += "%"
        out.append(hex[Int(byte >> 4)])
        out.append(hex[Int(byte & 15)])
      }
    }
    return out
  }
}
