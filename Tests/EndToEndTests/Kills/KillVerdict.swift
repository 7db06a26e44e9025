/// The result of a session with killed services.
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
    var faults: [Fault: [String]] = [:]

    /// The verdict in a few lines.
    var summary: String {
        "attempted \(attempted), acknowledged \(acknowledged), recovered \(recovered), "
            + "alerting \(alerting), resolved at the end \(unanswered); " + faultSummary
    }
}
