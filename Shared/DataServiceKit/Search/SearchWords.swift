import Contracts
public import Storage

/// The words of texts in the index of searches, and those that a search looks up.
///
/// FTS5 takes an apostrophe for a gap between words, or, as in Kaʻahumanu, for a letter. People
/// type it or leave it out. So a word with apostrophes is in the index once more without them, and
/// a search finds it either way.
public enum SearchWords {
    /// Returns the words of a text for the index: as FTS5 splits it, so that snippets find them at
    /// their places, and behind them those that have apostrophes, without these.
    public static func indexed(
        _ text: String, _ transaction: ReadTransaction
    ) throws -> [String] {
        var words = try transaction.words(of: text)
        guard SearchFolding.hasApostrophes(text) else { return words }
        for part in text.split(whereSeparator: \.isWhitespace)
        where SearchFolding.hasApostrophes(part) {
            let part = String(part)
            let joined = try transaction.words(of: SearchFolding.withoutApostrophes(part))
            if try joined != transaction.words(of: part) { words += joined }
        }
        return words
    }

    /// Returns the phrases of which a record must have one to match what was typed: its words one
    /// after the other, also without apostrophes; none for a text without words.
    public static func sought(
        _ text: String, _ transaction: ReadTransaction
    ) throws -> [[String]] {
        let words = try transaction.words(of: text)
        guard !words.isEmpty, SearchFolding.hasApostrophes(text) else {
            return words.isEmpty ? [] : [words]
        }
        let joined = try transaction.words(of: SearchFolding.withoutApostrophes(text))
        return joined == words ? [words] : [words, joined]
    }
}
