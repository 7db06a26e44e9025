/// Limits of interactions. Characters are counted as people see them, before markup is removed.
public enum InteractionLimit {
    /// Length of a subject, in characters.
    public static let subjectMax = 500
    /// Length of a content, in characters; the calibration note comes on top.
    public static let contentMax = 10_000
    /// Length of the name of a coach who is not listed, in characters.
    public static let otherCoachNameMax = 200
}
