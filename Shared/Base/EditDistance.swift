/// The distance of words, and suggestions for mistyped words.
public enum EditDistance {
    /// The largest distance of a suggestion.
    public static let suggestionMax = 2
    /// The longest word that is compared, in characters.
    static let wordCharactersMax = 64

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn
    /// one word into the other.
    public static func between(_ left: String, _ right: String) -> Int {
        let source = Array(left)
        let target = Array(right)
        guard !source.isEmpty else { return target.count }
        guard !target.isEmpty else { return source.count }
        var beforeLast = [Int](repeating: 0, count: target.count + 1)
        var last = Array(0...target.count)
        for row in 1...source.count {
            var current = [row] + [Int](repeating: 0, count: target.count)
            for column in 1...target.count {
                let same = source[row - 1] == target[column - 1]
                var best = min(last[column] + 1, current[column - 1] + 1)
                best = min(best, last[column - 1] + (same ? 0 : 1))
                if row > 1, column > 1, source[row - 1] == target[column - 2],
                    source[row - 2] == target[column - 1]
                {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current[column] = best
            }
            (beforeLast, last) = (last, current)
        }
        return last[target.count]
    }

    /// Returns at most three suggestions, nearest first: words within `suggestionMax` and words
    /// that begin with the typed text. If a hint matches, returns only its word.
    public static func suggestions(
        for typed: String, among words: [String], hints: [String: String] = [:]
    ) -> [String] {
        let folded = fold(typed)
        guard !folded.isEmpty, folded.count <= wordCharactersMax else { return [] }
        if let hint = hints[folded], words.contains(hint) { return [hint] }
        var scored: [(score: Int, index: Int, word: String)] = []
        for (index, word) in words.enumerated() {
            let known = fold(word)
            let distance = between(folded, known)
            if distance <= suggestionMax, distance < max(folded.count, known.count) - 1 {
                scored.append((distance, index, word))
            } else if folded.count > 1, known.hasPrefix(folded) {
                scored.append((suggestionMax, index, word))
            }
        }
        scored.sort { ($0.score, $0.index) < ($1.score, $1.index) }
        return scored.prefix(3).map(\.word)
    }

    private static func fold(_ word: String) -> String {
        String(word.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
    }
}
