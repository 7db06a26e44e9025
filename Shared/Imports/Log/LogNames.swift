import Contracts

/// How people write the names of schools and coaches. Pure functions.
enum LogNames {
    /// Words that say what a school is, and that people leave out: `Duke` is Duke University.
    private static let kinds: Set<String> = ["university", "college"]
    private static let abbreviations = ["univ": "university", "coll": "college"]

    /// The words of a name: `St. John's Univ.` has `st`, `johns` and `university`.
    static func words(_ name: String) -> [String] {
        let text = name.lowercased().replacing("&", with: " and ")
            .filter { !"'’.".contains($0) }
        return text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .map { abbreviations[$0] ?? $0 }.filter { $0 != "the" }
    }

    /// The words without those that say what a school is; nil if the name has none of them.
    static func shortened(_ words: [String]) -> [String]? {
        guard words.contains(where: kinds.contains) else { return nil }
        let rest = words.filter { !kinds.contains($0) }
        return rest.first == "of" ? Array(rest.dropFirst()) : rest
    }

    /// The coach whom a text names, and the title that stands with the name.
    static func coach(_ text: String?) -> (coach: LogCoach, title: String?) {
        guard let text = text?.visibleLine, !text.isEmpty else { return (.none, nil) }
        return coach(PersonName(text), writtenAs: text)
    }

    /// The coach whom two columns name.
    static func coach(first: String, last: String) -> (coach: LogCoach, title: String?) {
        coach(PersonName(first: first, last: last), writtenAs: "\(first) \(last)".visibleLine)
    }

    private static func coach(
        _ name: PersonName?, writtenAs text: String
    ) -> (coach: LogCoach, title: String?) {
        guard let name else { return (.other(text), nil) }
        let coach: LogCoach =
            name.first.isEmpty
            ? .lastName(name.last) : .named(first: name.first, last: name.last)
        return (coach, name.title)
    }
}
