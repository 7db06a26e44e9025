import Foundation

/// A comparison of two reports, or two sets of repeats, that shows which changes exceed the
/// variation between repeats.
struct Comparison {
    /// One figure.
    struct Row: Equatable {
        enum Verdict: String {
            case same = "no change"
            case better
            case worse
        }

        var name: String
        /// The medians of both sides.
        var before: Double
        var after: Double
        /// The variation between repeats, as a share of `before`.
        var spread: Double
        var verdict: Verdict
    }

    /// The fewest repeats of a side from which its own variation is computed.
    static let repeatsMin = 3
    /// The assumed variation of rates, medians and p99 if there are fewer repeats: one and a half
    /// times the variation between repeats of one program, in two sets of three runs on an idle
    /// machine with two cores (docs/loadtest.md has the measurements).
    static let rateSpread = 0.17
    static let medianSpread = 0.25
    static let tailSpread = 0.65
    /// Latencies are compared up to this share of the capacity. Above it they are dominated by
    /// queueing, and vary severalfold between runs of one program.
    static let latencyShareMax = 0.5
    /// The fewest requests for which p99 is compared; below it chance dominates.
    static let tailRequestsMin = 2_000

    /// The figures that both sides have.
    let rows: [Row]
    /// The reasons why the sides are not comparable; usually empty.
    let warnings: [String]

    /// Compares two sides of at least one report each.
    init(before: [Report], after: [Report]) {
        rows = Comparison.names(before + after).compactMap { name in
            Comparison.row(name, before, after)
        }
        warnings = Comparison.warnings(before, after)
    }

    /// A figure to compare. Higher is better for rates, lower for times.
    private struct Name: Hashable {
        var phase: String
        var operation: String
        var figure: String

        var text: String {
            ["", "*"].contains(operation)
                ? "\(phase) \(figure)" : "\(phase) \(operation) \(figure)"
        }
        var isRate: Bool { figure.hasSuffix("_per_second") }
        var isTail: Bool { figure == "p99_ms" }
        /// The variation between runs of one program.
        var usualSpread: Double { isRate ? rateSpread : isTail ? tailSpread : medianSpread }
    }

    private static func names(_ reports: [Report]) -> [Name] {
        guard let first = reports.first else { return [] }
        var names = [Name(phase: "capacity", operation: "", figure: "done_per_second")]
        for phase in first.phases where phase.isJudged && phase.segments.count == 1 {
            guard phase.segments[0].perSecond <= first.capacity * latencyShareMax * 1.001 else {
                continue
            }
            for (place, operation) in phase.operations.enumerated() {
                names.append(
                    Name(phase: phase.name, operation: operation.name, figure: "p50_ms"))
                let hasTail = reports.allSatisfy { report in
                    let operations =
                        report.phases.first { $0.name == phase.name }?.operations ?? []
                    return operations.indices.contains(place)
                        && operations[place].latency.count >= tailRequestsMin
                }
                guard hasTail else { continue }
                names.append(
                    Name(phase: phase.name, operation: operation.name, figure: "p99_ms"))
            }
        }
        for phase in first.phases {
            let figure = phase.segments.count == 1 ? "done_per_second" : "goodput_per_second"
            names.append(Name(phase: phase.name, operation: "*", figure: figure))
        }
        return names
    }

    private static func row(_ name: Name, _ before: [Report], _ after: [Report]) -> Row? {
        func values(_ reports: [Report]) -> [Double] {
            reports.compactMap {
                $0.figure(
                    Threshold(
                        phase: name.phase, operation: name.operation, figure: name.figure,
                        relation: .atMost, limit: 0))
            }
        }
        let (old, new) = (values(before), values(after))
        guard !old.isEmpty, !new.isEmpty else { return nil }
        let (from, to) = (median(old), median(new))
        guard from > 0 else { return nil }
        let usual = name.usualSpread
        let spread = max(
            old.count >= repeatsMin ? width(old) / from : usual,
            new.count >= repeatsMin ? width(new) / from : usual)
        let change = (to - from) / from
        let verdict: Row.Verdict =
            abs(change) <= spread ? .same : (change > 0) == name.isRate ? .better : .worse
        return Row(name: name.text, before: from, after: to, spread: spread, verdict: verdict)
    }

    private static func warnings(_ before: [Report], _ after: [Report]) -> [String] {
        var warnings: [String] = []
        let all = before + after
        guard let first = all.first else { return [] }
        if all.contains(where: { $0.environment.machine != first.environment.machine }) {
            warnings.append("the machines differ")
        }
        if all.contains(where: { $0.environment.build != first.environment.build }) {
            warnings.append("the build modes differ")
        }
        if all.contains(where: { $0.scenario != first.scenario || $0.dataSet != first.dataSet }) {
            warnings.append("scenario or data set differ")
        }
        if all.contains(where: { !$0.problems.isEmpty || !$0.latenesses.isEmpty }) {
            warnings.append("the generator of a run was too slow or late: figures describe it, too")
        }
        return warnings
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted.count.isMultiple(of: 2)
            ? (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
            : sorted[sorted.count / 2]
    }

    private static func width(_ values: [Double]) -> Double {
        (values.max() ?? 0) - (values.min() ?? 0)
    }

    // MARK: Files and text

    /// Reads reports from comma-separated paths of reports or of their folders.
    static func read(_ paths: String) throws -> [Report] {
        let reports = try paths.split(separator: ",").map { try read(path: String($0)) }
        guard !reports.isEmpty else {
            throw LoadTestFailure(.usage, "Name a report.json, or the folder of a run")
        }
        return reports
    }

    private static func read(path: String) throws -> Report {
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard exists else { throw LoadTestFailure(.usage, "\(path) does not exist") }
        let file = isFolder.boolValue ? "\(path)/\(ReportFiles.reportName)" : path
        guard let data = FileManager.default.contents(atPath: file) else {
            throw LoadTestFailure(
                .usage,
                isFolder.boolValue
                    ? "\(path) has no \(ReportFiles.reportName): no run has finished there"
                    : "\(path) cannot be read")
        }
        do {
            let form = try ReportFiles.form(of: data)
            guard form == Report.formVersion else {
                throw LoadTestFailure(
                    .usage, "\(file) has the form \(form), not \(Report.formVersion)")
            }
            return try ReportFiles.report(from: data)
        } catch let failure as LoadTestFailure {
            throw failure
        } catch {
            throw LoadTestFailure(.usage, "\(file) is not a report of compass-loadtest")
        }
    }

    /// The comparison as a table.
    var text: String {
        var lines = warnings.map { "Careful: \($0)" }
        let width = rows.map(\.name.count).max() ?? 0
        for row in rows {
            let change = (row.after - row.before) / row.before
            lines.append(
                Text.right(row.name, width) + Text.left(Text.number(row.before, decimals: 2), 12)
                    + Text.left(Text.number(row.after, decimals: 2), 12)
                    + Text.left((change >= 0 ? "+" : "") + Text.percent(change), 11)
                    + "  " + row.verdict.rawValue)
        }
        let changed = rows.filter { $0.verdict != .same }
        lines.append(
            changed.isEmpty
                ? "No change: nothing differs by more than repeats do"
                : "\(changed.count { $0.verdict == .better }) better, "
                    + "\(changed.count { $0.verdict == .worse }) worse, of \(rows.count) figures")
        return lines.joined(separator: "\n")
    }
}
