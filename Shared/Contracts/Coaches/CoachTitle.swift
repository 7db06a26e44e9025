/// What people call coaches by their work: `Head Coach`, `Asst. Baseball Coach`, `RC`.
public enum CoachTitle {
    /// Words that make a title of a text.
    private static let nouns: Set<String> = [
        "coach", "coaches", "coordinator", "director", "manager", "recruiter", "assistant",
        "trainer",
    ]
    /// Words that stand before or behind those.
    private static let adjectives: Set<String> = [
        "head", "asst", "associate", "assoc", "interim", "acting", "volunteer", "graduate", "grad",
        "lead", "senior", "pitching", "hitting", "recruiting", "defensive", "offensive", "infield",
        "outfield", "catching", "bench", "strength", "conditioning", "development", "player",
        "operations", "goalkeeping", "goalkeeper", "special", "teams", "men", "mens", "women",
        "womens", "boys", "girls", "the", "of", "for", "and", "baseball", "softball", "soccer",
        "basketball", "football", "volleyball", "lacrosse", "hockey", "golf", "tennis",
        "swimming", "diving", "track", "field", "cross", "country", "rowing", "wrestling",
        "gymnastics", "polo", "water", "beach", "defense", "offense", "line", "quarterbacks",
        "linebackers",
    ]
    /// Short forms, which no person is called.
    private static let abbreviations: Set<String> = [
        "hc", "ac", "rc", "ahc", "ga", "doo", "dobo", "gm", "oc", "dc",
    ]
    /// Words that alone are said of a coach.
    private static let states: Set<String> = [
        "head", "asst", "associate", "assoc", "interim", "acting", "volunteer", "recruiting",
        "former", "retired", "new", "pitching", "hitting",
    ]

    /// Whether a text is a title and nothing else.
    public static func isTitle(_ text: String) -> Bool {
        let words = NameFolding.words(text)
        guard !words.isEmpty else { return false }
        if words.allSatisfy({ states.contains($0) || abbreviations.contains($0) }) { return true }
        return words.contains { nouns.contains($0) || abbreviations.contains($0) }
            && words.allSatisfy(isPart)
    }

    /// The role for a title: that of its words, or else assistant.
    public static func role(of title: String?) -> CoachRole {
        if let role = CoachRole(rawValue: ImportWords.role(title) ?? "") { return role }
        let words = Set(NameFolding.words(title ?? ""))
        let isBelow = ["associate", "assoc", "assistant", "asst", "ahc", "former", "to"]
            .contains { words.contains($0) }
        if !isBelow, words.contains("head") || words.contains("hc") { return .head }
        let isRecruiting = words.contains("rc") || words.contains { $0.hasPrefix("recruit") }
        return isRecruiting ? .recruiting : .assistant
    }

    /// What the notes on a coach say of a title, which has more words than roles have; nil if the
    /// role says it.
    public static func note(_ title: String) -> String? {
        CoachRole(rawValue: ImportWords.role(title) ?? "") == nil ? "Title: \(title)" : nil
    }

    /// Takes a title from the beginning of a name: at most so many words that one is left. Returns
    /// what it took; nil if the name does not begin with a title.
    static func takeFirst(of words: inout [String]) -> String? {
        let parts = words.dropLast().prefix { isPart(NameFolding.fold($0)) }
        let end = parts.lastIndex { nouns.contains(NameFolding.fold($0)) }
        guard let end else {
            guard let first = words.first, isAbbreviation(first), words.count > 2 || first == "HC"
            else { return nil }
            return words.removeFirst()
        }
        let title = words[...end].joined(separator: " ")
        words.removeFirst(end + 1)
        return title
    }

    /// Takes a title from the end of a name that is longer.
    static func takeLast(of words: inout [String]) -> String? {
        guard words.count > 1, let last = words.last else { return nil }
        if isAbbreviation(last) { return words.removeLast() }
        guard nouns.contains(NameFolding.fold(last)) else { return nil }
        let start = words.lastIndex { !isPart(NameFolding.fold($0)) }
        guard let start else { return nil }
        let title = words[(start + 1)...].joined(separator: " ")
        words.removeLast(words.count - start - 1)
        return title
    }

    private static func isPart(_ word: String) -> Bool {
        nouns.contains(word) || adjectives.contains(word) || abbreviations.contains(word)
    }

    /// Whether a word stands for a title as it is written: in capitals, without the dots of
    /// initials.
    static func isAbbreviation(_ word: String) -> Bool {
        abbreviations.contains(word.lowercased()) && word == word.uppercased()
    }
}
