/// The result of a session, in the terms of RELIABILITY.md 1.1.
struct KillVerdict: Verdict {
    /// Commands in the script.
    var attempted = 0
    /// Commands acknowledged, at once or after a repetition.
    var acknowledged = 0
    /// Contacts for which every member must have one alert.
    var alerting = 0
    /// Commands whose response was lost and that a repetition found executed.
    var recovered = 0
    /// Commands without an outcome at the end of the script, which were then repeated.
    var unanswered = 0
    /// Acknowledged but absent.
    var lost: [String] = []
    /// Present although refused or never attempted.
    var unexpected: [String] = []
    /// Effects that occurred more than once.
    var doubled: [String] = []
    /// Commands without an outcome even at the end.
    var unresolved: [String] = []
    /// Outcomes that contradict the rules.
    var surprising: [String] = []
    /// Consumers whose effects differ from the changes up to their cursor.
    var torn: [String] = []
    /// Inconsistencies in databases, feeds, counters and replicas.
    var inconsistent: [String] = []

    var problems: [(name: String, items: [String])] {
        [
            ("lost", lost), ("unexpected", unexpected), ("doubled", doubled),
            ("unresolved", unresolved), ("surprising", surprising), ("torn", torn),
            ("inconsistent", inconsistent),
        ]
    }

    /// The verdict in a few lines.
    var summary: String {
        "attempted \(attempted), acknowledged \(acknowledged), recovered \(recovered), "
            + "alerting \(alerting), resolved at the end \(unanswered); " + problemSummary
    }
}
