import Contracts

/// Problems of a service that answers, derived from its gauges.
enum ServiceProblems {
    /// Whether the service refuses all writes.
    static func isRefusing(_ gauges: [String: Int64]) -> Bool {
        gauges["db.writes_refused"] ?? 0 > 0
    }

    /// Whether the service refuses writes for lack of space.
    static func isDiskFull(_ gauges: [String: Int64]) -> Bool { gauges["disk.is_full"] ?? 0 > 0 }

    /// The problems in one line; empty if there are none. `refusal` is the reason for refusing
    /// writes.
    static func text(_ gauges: [String: Int64], refusal: String? = nil) -> String {
        var problems: [String] = []
        if isRefusing(gauges) {
            problems.append("records nothing: " + (refusal ?? "see its log"))
        }
        if let fixed = gauges[ServiceStatistics.fixedClock] {
            problems.append(
                "its time is fixed at \(Instant(milliseconds: fixed)) (COMPASS_NOW was set when it "
                    + "started)")
        }
        if isDiskFull(gauges) {
            problems.append("the disk is full: writes are refused, reads still work")
        }
        if let stuck = gauges["deletions.stuck"], stuck > 0 {
            let seconds = DeletionLimit.stuckAfter.components.seconds
            problems.append(
                "\(CountedNoun.text(Int(stuck), "deletions")) unfinished after \(seconds) s"
            )
        }
        if let jump = jump(gauges) { problems.append(jump) }
        for producer in ServiceName.allCases {
            let stop = gauges["feed.\(producer.rawValue).stopped_at"] ?? 0
            if stop > 0 { problems.append("stopped at change \(stop) of \(producer.rawValue)") }
        }
        return problems.joined(separator: "; ")
    }

    /// A warning about the disk that all services share; nil while it has enough room.
    /// `isFull` tells that a service refuses writes, which it may before the disk is quite full.
    static func diskNote(usedPercent: Int64, isFull: Bool, folder: String) -> String? {
        if isFull {
            return "The disk of \(folder) is full: writes are refused. Free space; nothing else is "
                + "necessary"
        }
        guard usedPercent >= DiskLimit.warnedPercent else { return nil }
        return "The disk of \(folder) is \(usedPercent) % full. Free space: on a full disk nothing "
            + "can be written"
    }

    /// Describes a jump of the machine's clock and its consequences.
    private static func jump(_ gauges: [String: Int64]) -> String? {
        guard let left = gauges["clock.settles_in_s"], left > 0,
            let ahead = gauges["clock.ahead_s"]
        else { return nil }
        let direction = ahead < 0 ? "back" : "ahead"
        return
            "the machine's clock was set \(span(abs(ahead))) \(direction); nothing is removed for "
            + "good until it is correct or has run steadily for another \(span(left)). "
            + "Check it: date, timedatectl"
    }

    /// A span in its largest whole unit.
    private static func span(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "days"), (3_600, "hours"), (60, "minutes")]
        for (size, name) in units where seconds >= size {
            return CountedNoun.text(Int(seconds / size), name)
        }
        return CountedNoun.text(Int(seconds), "seconds")
    }
}
