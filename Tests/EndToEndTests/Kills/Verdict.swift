/// A kind of what is wrong after a session.
enum Fault: CaseIterable {
    /// Acknowledged but absent, or due but not sent.
    case lost
    /// Present although refused, abandoned or never attempted, or seen by somebody who may not.
    case unexpected
    /// Effects that occurred more than once.
    case doubled
    /// Commands without an outcome even at the end.
    case unresolved
    /// Outcomes that contradict the rules, and what went wrong on the way.
    case surprising
    /// Consumers whose effects differ from the changes up to their cursor, and rows whose file is
    /// missing or has another hash.
    case torn
    /// Out of order, or not the same when it came again.
    case disordered
    /// Inconsistencies in databases, records, feeds, counters and replicas.
    case inconsistent
    /// Files without a row after the sweep.
    case unswept
}

/// The result of a session, in the terms of RELIABILITY.md 1.1: what was counted, and what is
/// wrong. The raw values of the counts are their names in the summary.
struct Verdict<Count: CaseIterable & Hashable & RawRepresentable<String>> {
    private var counts: [Count: Int] = [:]
    private var faults: [Fault: [String]] = [:]

    /// How many of something there were.
    subscript(count: Count) -> Int {
        get { counts[count, default: 0] }
        set { counts[count] = newValue }
    }

    var isClean: Bool { faults.values.allSatisfy(\.isEmpty) }

    /// What is wrong in one way.
    subscript(fault: Fault) -> [String] {
        get { faults[fault, default: []] }
        set { faults[fault] = newValue }
    }

    /// The verdict in a few lines.
    var summary: String {
        Count.allCases.map { "\($0.rawValue) \(self[$0])" }.joined(separator: ", ") + "; "
            + faultSummary
    }

    /// How many faults of each kind there are, and the first of them.
    private var faultSummary: String {
        if isClean { return "no faults" }
        return Fault.allCases.filter { !self[$0].isEmpty }.map { fault in
            "\(fault) \(self[fault].count) (\(self[fault].prefix(3)))"
        }.joined(separator: ", ")
    }

    /// Finds what was not seen exactly once although it had to be, or was seen without.
    mutating func compare(_ seen: [String], _ wanted: [String], _ what: String) {
        let counts = Dictionary(grouping: seen) { $0 }.mapValues(\.count)
        self[.doubled] += counts.filter { $0.value > 1 }.map { "\(what): \($0.key)" }
        self[.lost] += Set(wanted).subtracting(seen).map { "\(what): \($0)" }
        self[.unexpected] += Set(seen).subtracting(wanted).map { "\(what): \($0)" }
    }
}
