import Glibc

/// Folded words whose beginnings and insides are found by strstr(3): comparing texts character by
/// character took most of the time of a search in the catalogue. Folding leaves no zero byte.
struct FoldedWords: Sendable {
    /// Stands before and behind each word; no folded word has it.
    private static let separator = " "

    /// A word to look for.
    struct Typed {
        /// The word behind a separator, and before another one if it must be the whole word.
        fileprivate let atBeginning: [CChar]
        /// The word; nil if it must not be inside of others.
        fileprivate let inside: [CChar]?

        /// Two letters are usually a state, so they must be a whole word; fewer than three are not
        /// looked for inside of words.
        init(_ word: String) {
            let count = word.count
            let end = count == 2 ? separator : ""
            atBeginning = Array((separator + word + end).utf8CString)
            inside = count > 2 ? Array(word.utf8CString) : nil
        }
    }

    private let text: [CChar]

    init(_ words: [String]) {
        let joined = words.joined(separator: Self.separator)
        text = Array((Self.separator + joined + Self.separator).utf8CString)
    }

    /// Whether one of the words begins with the typed one.
    func begin(with typed: Typed) -> Bool { contain(typed.atBeginning) }

    /// Whether one of the words contains the typed one or begins with it.
    func contain(_ typed: Typed) -> Bool {
        typed.inside.map { contain($0) } ?? begin(with: typed)
    }

    private func contain(_ part: [CChar]) -> Bool { unsafe strstr(text, part) != nil }
}
