/// Phrases a number of records: `1 follow up`, `2 coaches`.
public enum CountedNoun {
    /// Returns the count with the table's name as a noun, singular if the count is 1. The name must
    /// be a plural in snake case.
    public static func text(_ count: Int, _ table: String) -> String {
        let isOneWord = !table.utf8.contains(UInt8(ascii: "_"))
        let plural = isOneWord ? table : table.replacing("_", with: " ")
        return "\(count) " + (count == 1 ? singular(plural) : plural)
    }

    private static func singular(_ plural: String) -> String {
        if plural.hasSuffix("ies") { return String(plural.dropLast(3)) + "y" }
        if plural.hasSuffix("ches") { return String(plural.dropLast(2)) }
        return plural.hasSuffix("s") ? String(plural.dropLast()) : plural
    }
}
