import Foundation

/// A limit for a figure of the report.
struct Threshold: Sendable, Equatable, Codable {
    enum Relation: String, Sendable, Codable {
        case atMost = "<="
        case atLeast = ">="

        /// The sign in the report.
        var sign: String { self == .atMost ? "≤" : "≥" }
    }

    /// The phase, such as `open-50`.
    var phase: String
    /// The operation, or `*` for all together.
    var operation: String
    /// The figure, such as `p99_ms`.
    var figure: String
    var relation: Relation
    var limit: Double

    /// Parses a file of thresholds: one per line, with tab-separated columns and `#` comments.
    /// Errors name the line.
    static func read(_ text: String, from path: String) throws -> [Threshold] {
        var thresholds: [Threshold] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 5, let relation = Relation(rawValue: cells[3]),
                let limit = Double(cells[4]), limit.isFinite
            else {
                throw LoadTestFailure(
                    .usage,
                    "\(path), line \(number + 1): write phase, operation, figure, <= or >=, and a "
                        + "number, with tabs between")
            }
            guard Report.figureNames.contains(cells[2]) else {
                throw LoadTestFailure(
                    .usage,
                    "\(path), line \(number + 1): no figure '\(cells[2])'; there are "
                        + Report.figureNames.sorted().joined(separator: ", "))
            }
            thresholds.append(
                Threshold(
                    phase: cells[0], operation: cells[1], figure: cells[2], relation: relation,
                    limit: limit))
        }
        return thresholds
    }
}

/// The result of checking a threshold.
struct Verdict: Sendable, Equatable, Codable {
    enum Outcome: String, Sendable, Codable {
        case kept, missed
        /// The phase is invalid, or the threshold was missed with a late generator.
        case invalid
        /// The report has no such phase or operation.
        case absent
    }

    var threshold: Threshold
    /// The figure, or nil if there is none.
    var value: Double?
    var outcome: Outcome

    /// Checks a report.
    init(_ threshold: Threshold, _ report: Report) {
        self.threshold = threshold
        value = report.figure(threshold)
        guard let value else {
            outcome = .absent
            return
        }
        let isKept =
            switch threshold.relation {
            case .atMost: value <= threshold.limit
            case .atLeast: value >= threshold.limit
            }
        let phase = report.phases.first { $0.name == threshold.phase }
        outcome =
            switch (phase?.standing ?? .valid, isKept) {
            case (.invalid, _), (.late, false): .invalid
            case (.valid, true), (.late, true): .kept
            case (.valid, false): .missed
            }
    }
}
