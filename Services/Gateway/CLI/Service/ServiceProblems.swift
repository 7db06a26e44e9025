import Contracts

/// What is wrong with a service that answers, as its figures say.
enum ServiceProblems {
    /// Whether the service records nothing.
    static func isRefusing(_ gauges: [String: Int64]) -> Bool {
        gauges["db.writes_refused"] ?? 0 > 0
    }

    /// One sentence, or an empty text when nothing is wrong. `refusal` says why nothing is
    /// recorded.
    static func text(_ gauges: [String: Int64], refusal: String? = nil) -> String {
        var problems: [String] = []
        if isRefusing(gauges) {
            problems.append("records nothing: " + (refusal ?? "its log says why"))
        }
        if let fixed = gauges[ServiceStatistics.fixedClock] {
            problems.append(
                "its time is fixed at \(Instant(milliseconds: fixed)) (COMPASS_NOW was set when it "
                    + "started)")
        }
        if gauges["disk.is_full"] ?? 0 > 0 {
            problems.append("the disk is full: writes are refused, reads go on")
        }
        if let stuck = gauges["deletions.stuck"], stuck > 0 {
            let seconds = DeletionLimit.stuckAfter.components.seconds
            problems.append(
                "\(CountedNoun.text(Int(stuck), "deletions")) for over \(seconds) s without an end")
        }
        if let jump = jump(gauges) { problems.append(jump) }
        for producer in ServiceName.allCases {
            let stop = gauges["feed.\(producer.rawValue).stopped_at"] ?? 0
            if stop > 0 { problems.append("stopped at change \(stop) of \(producer.rawValue)") }
        }
        return problems.joined(separator: "; ")
    }

    /// What is to be said of the disk that all services share; nothing while it has room.
    static func diskNote(usedPercent: Int64, folder: String) -> String? {
        guard usedPercent >= DiskLimit.warnedPercent else { return nil }
        return "The disk of \(folder) is \(usedPercent) % full. Free space: on a full disk nothing "
            + "can be written"
    }

    /// That the time of day jumped, and what follows from it.
    private static func jump(_ gauges: [String: Int64]) -> String? {
        guard let left = gauges["clock.settles_in_s"], left > 0,
            let ahead = gauges["clock.ahead_s"]
        else { return nil }
        let direction = ahead < 0 ? "back" : "ahead"
        return
            "the machine's clock was set \(span(abs(ahead))) \(direction); nothing is removed for "
            + "good until it is right again or has gone evenly for another \(span(left)). "
            + "Compare it: date, timedatectl"
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
