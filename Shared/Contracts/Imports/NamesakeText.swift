/// Why the name of a coach in a file means none: several coaches have it.
public enum NamesakeText {
    /// Says that so many coaches have a name.
    ///
    /// - Parameter isAtSchool: Whether the row names their school; otherwise they are at any.
    public static func several(_ count: Int, named name: String, isAtSchool: Bool) -> String {
        "\(count) coaches \(isAtSchool ? "at that school" : "of yours") are named \"\(name)\""
    }
}
