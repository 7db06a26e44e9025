import Foundation

/// Writes a report's files.
enum ReportFiles {
    /// Writes `report.json`, `report.html`, `curve.svg` and a `.hgrm` for each phase.
    static func write(
        _ report: Report, _ histograms: [(phase: String, histogram: Histogram)], to folder: String
    ) throws {
        try write(try json(of: report), "\(folder)/\(reportName)")
        try write(Data(HTMLReport(report).text.utf8), "\(folder)/report.html")
        try write(Data(ReportCharts(report).curve.utf8), "\(folder)/curve.svg")
        for (phase, histogram) in histograms {
            try write(Data(histogram.hgrm().utf8), "\(folder)/\(phase).hgrm")
        }
    }

    /// The file with all figures.
    static let reportName = "report.json"

    private static let never = "never"
    private static let beforeAll = "before all"
    private static let none = "none"

    /// What `report.json` holds.
    static func json(of report: Report) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: never, negativeInfinity: beforeAll, nan: none)
        return try encoder.encode(report)
    }

    /// The report that was written so.
    static func report(from json: Data) throws -> Report {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: never, negativeInfinity: beforeAll, nan: none)
        return try decoder.decode(Report.self, from: json)
    }

    /// The number of a report's form, whatever else it holds.
    static func form(of json: Data) throws -> Int {
        struct Form: Decodable { var form: Int }
        return try JSONDecoder().decode(Form.self, from: json).form
    }

    private static func write(_ data: Data, _ path: String) throws {
        do {
            try data.write(to: URL(fileURLWithPath: path))
        } catch {
            throw LoadTestFailure(.other, "\(path) cannot be written: \(error)")
        }
    }
}
