/// Splits a typed search into its parts.
struct SearchReader {
    enum Part {
        /// A word, or the words of a phrase in quotation marks.
        case words(String, isQuoted: Bool)
        case filter(SearchFilter, String)
    }

    private static let quotationMarks: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]

    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// Whether only spaces are left.
    var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

    /// Returns the next part; nil at the end.
    mutating func next() throws(ServiceError) -> Part? {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        if Self.quotationMarks.contains(first) {
            return .words(try quoted(), isQuoted: true)
        }
        let word = rest.prefix { !$0.isWhitespace && !Self.quotationMarks.contains($0) }
        guard let colon = word.firstIndex(of: ":") else {
            rest = rest[word.endIndex...]
            return .words(String(word), isQuoted: false)
        }
        let name = word[..<colon].lowercased()
        guard let filter = SearchFilter(rawValue: name) else {
            try refuseUnknown(name, before: word[colon...].dropFirst())
            rest = rest[word.endIndex...]
            return .words(String(word), isQuoted: false)
        }
        rest = rest[colon...].dropFirst()
        return .filter(filter, try value(of: filter))
    }

    /// Refuses a name that looks like a filter, which is probably a mistake. Times (`10:30`),
    /// addresses (`https://`) and a colon at the end of a word are texts.
    private func refuseUnknown(_ name: String, before value: Substring) throws(ServiceError) {
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }),
            !value.isEmpty
                || rest.dropFirst(name.count + 1).first.map(Self.isQuotationMark) == true,
            !value.hasPrefix("//")
        else { return }
        let filters = SearchFilter.allCases.map { "\($0.rawValue):" }
        throw SearchQuery.refusal(
            "\"\(name):\" is not a filter; use \(filters.joined(separator: ", ")), or put the "
                + "words in quotation marks")
    }

    private static func isQuotationMark(_ character: Character) -> Bool {
        quotationMarks.contains(character)
    }

    private mutating func value(of filter: SearchFilter) throws(ServiceError) -> String {
        guard let first = rest.first, !first.isWhitespace else {
            throw SearchQuery.lacksValue(filter)
        }
        let value: String
        if Self.quotationMarks.contains(first) {
            value = try quoted().trimmed
        } else {
            let word = rest.prefix { !$0.isWhitespace && !Self.quotationMarks.contains($0) }
            rest = rest[word.endIndex...]
            value = String(word)
        }
        guard !value.isEmpty else { throw SearchQuery.lacksValue(filter) }
        return value
    }

    /// Reads a text in quotation marks, of which any closes any.
    private mutating func quoted() throws(ServiceError) -> String {
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(where: { Self.quotationMarks.contains($0) }) else {
            throw SearchQuery.refusal(
                "The quotation mark before \"\(inside.prefix(20))\" is not closed; add one at the "
                    + "end, or remove it")
        }
        rest = inside[inside.index(after: end)...]
        return String(inside[..<end])
    }
}
