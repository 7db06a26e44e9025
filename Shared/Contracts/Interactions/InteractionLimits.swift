/// Limits of interactions. Characters are counted as people see them, before markup is removed.
public enum InteractionLimit {
    /// The maximum length of a subject, in characters.
    public static let subjectMax = 500
    /// The maximum length of the content, in characters, not including the calibration note.
    public static let contentMax = 10_000
    /// The maximum length of the name of a coach who is not listed, in characters.
    public static let otherCoachNameMax = 200
    /// How far a contact's time may be ahead of the service's clock without a warning: clocks of
    /// phones differ, and pages send whole minutes.
    public static let aheadWithoutWarning = Duration.seconds(300)
}
