/// Why the name of a coach in a file means none: several coaches have it.
public enum NamesakeText {
    /// Says that so many coaches have a name.
    ///
    /// - Parameter isAtSchool: Whether the row names their school; otherwise they are at any.
    public static func several(_ count: Int, named name: String, isAtSchool: Bool) -> String {
        "\(count)\(words(isAtSchool))\"\(name)\""
    }

    /// Whether a text says that several coaches have a name, at one school or at any.
    public static func isSaid(in text: String, isAtSchool: Bool) -> Bool {
        text.contains(words(isAtSchool))
    }

    private static func words(_ isAtSchool: Bool) -> String {
        " coaches \(isAtSchool ? "at that school" : "of yours") are named "
    }
}
