import Foundation

/// Prints figures and counts those that miss their limit.
final class Report {
    /// What a run says as a whole.
    enum Verdict {
        case kept
        case missed
        /// The machine was busy or changed its speed.
        case notJudged
    }

    private var missed = 0
    private var count = 0
    private var marks: [MachineMark] = []

    /// Prints the machine and warns about debug builds.
    func printMachine() {
        let cores = ProcessInfo.processInfo.processorCount
        let model =
            (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n").first { $0.hasPrefix("model name") }
            .map { $0.split(separator: ":").last.map(String.init) ?? "" } ?? ""
        #if DEBUG
            say("WARNING: not a release build; the figures say nothing")
        #endif
        let used = Machine.hasOneCore ? "one core" : "\(cores) cores"
        say("machine:\(model), \(used); medians of interleaved rounds\n")
    }

    func begin(_ title: String) {
        say(title)
    }

    /// Prints a figure without a limit.
    func note(_ name: String, _ text: String) {
        say("  \(pad(name, 58)) \(text)")
    }

    /// Prints a figure and its upper limit.
    func atMost(_ name: String, _ value: Double, limit: Double, unit: String, _ detail: String = "")
    {
        judge(name, value, value <= limit, "<= \(number(limit)) \(unit)", unit, detail)
    }

    /// Prints a figure and its lower limit.
    func atLeast(
        _ name: String, _ value: Double, limit: Double, unit: String, _ detail: String = ""
    ) {
        judge(name, value, value >= limit, ">= \(number(limit)) \(unit)", unit, detail)
    }

    private func judge(
        _ name: String, _ value: Double, _ isKept: Bool, _ limit: String, _ unit: String,
        _ detail: String
    ) {
        count += 1
        missed += isKept ? 0 : 1
        let figure = "\(number(value)) \(unit)"
        let verdict = isKept ? "ok" : "MISSED"
        say("  \(pad(name, 58)) \(pad(figure, 14)) \(pad(limit, 16)) \(verdict) \(detail)")
    }

    /// Measures the machine: before and after each benchmark.
    func mark() { marks.append(.take()) }

    /// Prints the summary.
    func printVerdict() -> Verdict {
        let seconds = marks.map(\.seconds).sorted()
        let drift = (seconds.last ?? 1) / (seconds.first ?? 1)
        let waiting = marks.map(\.waiting).max() ?? 1
        say(
            "\nmachine: the same work took \(number(drift)) times as long in its slowest moment as "
                + "in its fastest, and \(number(waiting)) times its processor's time")
        say("\(count - missed) of \(count) limits kept")
        guard drift <= MachineMark.factorMax, waiting <= MachineMark.factorMax else {
            say("not judged: the machine was busy or changed its speed; run it again")
            return .notJudged
        }
        return missed == 0 ? .kept : .missed
    }

    /// Prints a line without buffering.
    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func number(_ value: Double) -> String {
        value >= 1_000
            ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
    }
}

/// How many times a second two kinds of work are done, one after the other.
func rateInTurn(_ one: Double, _ other: Double) -> Double { 1 / (1 / one + 1 / other) }

/// The median.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted.count.isMultiple(of: 2)
        ? (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2 : sorted[sorted.count / 2]
}
