/// What the judge of a session found (the words of RELIABILITY.md 1.1).
struct KillVerdict {
    /// Commands of the script.
    var attempted = 0
    /// Commands that were acknowledged, at once or when their key was repeated.
    var acknowledged = 0
    /// Contacts of which every member has to have one alert.
    var alerting = 0
    /// Commands whose answer was lost and whose repetition found them done.
    var recovered = 0
    /// Commands without an outcome when the script had ended; their keys were repeated then.
    var unanswered = 0
    /// Acknowledged, absent.
    var lost: [String] = []
    /// Present, refused or never attempted.
    var unexpected: [String] = []
    /// An effect more than once.
    var doubled: [String] = []
    /// No outcome, even at the end.
    var unresolved: [String] = []
    /// Outcomes that the rules do not give.
    var surprising: [String] = []
    /// Consumers whose effects are not those of the changes up to their cursor.
    var torn: [String] = []
    /// Files, feeds, counters and replicas that do not fit together.
    var inconsistent: [String] = []

    var isClean: Bool {
        lost.isEmpty && unexpected.isEmpty && doubled.isEmpty && unresolved.isEmpty
            && surprising.isEmpty && torn.isEmpty && inconsistent.isEmpty
    }

    /// The verdict in a few lines.
    var summary: String {
        func part(_ name: String, _ items: [String]) -> String {
            items.isEmpty ? "\(name) 0" : "\(name) \(items.count) (\(items.prefix(3)))"
        }
        return "attempted \(attempted), acknowledged \(acknowledged), recovered \(recovered), "
            + "alerting \(alerting), resolved at the end \(unanswered); "
            + [
                part("lost", lost), part("unexpected", unexpected), part("doubled", doubled),
                part("unresolved", unresolved), part("surprising", surprising),
                part("torn", torn), part("inconsistent", inconsistent),
            ].joined(separator: ", ")
    }
}
