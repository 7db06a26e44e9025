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
        guard var name = text?.trimmed, !name.isEmpty else { return (.none, nil) }
        var title: String?
        if let open = name.firstIndex(of: "("), name.hasSuffix(")") {
            title = String(name[name.index(after: open)...].dropLast()).trimmed
            name = String(name[..<open]).trimmed
        }
        if name.contains(where: { "/&;+".contains($0) }) || name.contains(" and ") {
            return (.other(name), title)
        }
        let halves = name.split(separator: ",", maxSplits: 1).map { String($0).trimmed }
        if halves.count == 2 {
            if isTitle(halves[1]) {
                (name, title) = (halves[0], halves[1])
            } else {
                name = "\(halves[1]) \(halves[0])"
            }
        }
        var words = name.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 1, words[0].lowercased() == "coach" { words.removeFirst() }
        guard let last = words.last, words.allSatisfy({ !$0.contains("@") }) else {
            return (.other(name), title)
        }
        if words.count == 1 { return (.lastName(last), title) }
        return (.named(first: words.dropLast().joined(separator: " "), last: last), title)
    }

    private static func isTitle(_ text: String) -> Bool {
        let words = words(text)
        return CoachRole(rawValue: ImportWords.role(text) ?? "") != nil
            || words.contains { ["coach", "coordinator", "director", "recruiting"].contains($0) }
    }

    /// The role for a title: that of the title's words, or else assistant.
    static func role(_ title: String?) -> CoachRole {
        if let role = CoachRole(rawValue: ImportWords.role(title) ?? "") { return role }
        let words = words(title ?? "")
        if words.contains("head"), !words.contains("associate"), !words.contains("assistant") {
            return .head
        }
        return words.contains { $0.hasPrefix("recruit") } ? .recruiting : .assistant
    }
}
