/// The result of a session with killed services.
typealias KillVerdict = Verdict<KillCount>

/// What is counted in a session with killed services.
enum KillCount: String, CaseIterable {
    /// Commands in the script.
    case attempted
    /// Commands acknowledged, at once or after a repetition.
    case acknowledged
    /// Commands whose response was lost and that a repetition found executed.
    case recovered
    /// Contacts for which every member must have one alert.
    case alerting
    /// Commands without an outcome at the end of the script, which were then repeated.
    case unanswered = "resolved at the end"
}
