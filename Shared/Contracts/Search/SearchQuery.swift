/// A search as people type it: words, "phrases" and filters, all of which must match.
///
/// | typed | finds |
/// |---|---|
/// | `camp offer` | records with the word camp and a word that begins with offer |
/// | `"camp offer"` | records with these words one after the other |
/// | `coach:smith`, `school:"north carolina"` | records of a coach or school with such a name |
/// | `type:email`, `type:coach` | records of a type or kind; of any of them if several are given |
/// | `after:2026-02-03`, `before:"Feb 3"` | records from this day on, or before it |
///
/// Case, accents and punctuation do not matter. Only the last word matches beginnings, because it
/// may not be complete yet.
public struct SearchQuery: Hashable, Sendable {
    /// Words that must stand one after the other.
    @Memberwise
    public struct Term: Hashable, Sendable {
        /// Where the words must stand.
        public enum Place: Hashable, Sendable {
            case anywhere
            case coach
            case school
        }

        public var place: Place
        /// The words as typed.
        public var text: String
        /// Whether the last word may be the beginning of a longer one.
        public var isOpen: Bool
    }

    /// What must match.
    public private(set) var terms: [Term] = []
    /// The kinds and types of which one must match; empty for all.
    public private(set) var types: Set<SearchType> = []
    /// The first day, as typed.
    public private(set) var after: String?
    /// The day before which records are found, as typed.
    public private(set) var before: String?

    /// Parses a search.
    ///
    /// - Throws: `validation_failed` for the field `query`, with a text that names the part that is
    ///   wrong and what to type instead.
    public init(_ text: String) throws(ServiceError) {
        var reader = SearchReader(text)
        while let part = try reader.next() {
            switch part {
            case .words(let words, let isQuoted):
                guard words.contains(where: Self.isOfWords) else { continue }
                terms.append(
                    Term(place: .anywhere, text: words, isOpen: !isQuoted && reader.isAtEnd))
            case .filter(let filter, let value):
                try add(filter, value)
            }
        }
        guard terms.count <= SearchLimit.termsMax else {
            throw Self.refusal(
                "A search can have \(SearchLimit.termsMax) words and phrases; remove some")
        }
        guard !terms.isEmpty else {
            throw Self.refusal("Please enter a word to search for")
        }
    }

    private mutating func add(_ filter: SearchFilter, _ value: String) throws(ServiceError) {
        switch filter {
        case .coach, .school:
            guard value.contains(where: Self.isOfWords) else { throw Self.lacksValue(filter) }
            terms.append(
                Term(place: filter == .coach ? .coach : .school, text: value, isOpen: true))
        case .type:
            guard let type = SearchType(typed: value) else {
                let remedy =
                    SearchType.suggestion(for: value).map { "did you mean type:\($0)?" }
                    ?? "use one of " + SearchType.words.joined(separator: ", ")
                throw Self.refusal("\"\(filter.rawValue):\(value)\" is not a type; \(remedy)")
            }
            types.insert(type)
        case .after:
            after = try only(value, insteadOf: after, filter)
        case .before:
            before = try only(value, insteadOf: before, filter)
        }
    }

    private func only(
        _ value: String, insteadOf other: String?, _ filter: SearchFilter
    ) throws(ServiceError) -> String {
        guard other == nil else {
            throw Self.refusal("\"\(filter.rawValue):\" is given twice; give it once")
        }
        return value
    }

    /// Whether a character can be a part of a word.
    private static func isOfWords(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    static func lacksValue(_ filter: SearchFilter) -> ServiceError {
        refusal(
            "\"\(filter.rawValue):\" needs a value right after it, such as "
                + "\(filter.rawValue):\(filter.example)")
    }

    /// The error for a search that cannot be read.
    static func refusal(_ text: String) -> ServiceError { .invalid("query", text) }
}

// MARK: Days

extension SearchQuery {
    /// The days of the records to find: from `first` on, and before `end`.
    @Memberwise
    public struct Days: Hashable, Sendable {
        public var first: CivilDay?
        public var end: CivilDay?
    }

    /// Reads the typed days.
    ///
    /// - Throws: `validation_failed` for the field `query`, if a text is not a day or means several
    ///   days.
    public func days(from today: CivilDay) throws(ServiceError) -> Days {
        Days(
            first: try Self.day(after, .after, today: today),
            end: try Self.day(before, .before, today: today))
    }

    private static func day(
        _ typed: String?, _ filter: SearchFilter, today: CivilDay
    ) throws(ServiceError) -> CivilDay? {
        guard let typed else { return nil }
        let reading = TypedTimeReader(today: today).day(typed)
        if let day = reading.value { return day }
        let shown = "\"\(filter.rawValue):\(typed)\""
        throw refusal(
            reading.ambiguity.map { "\(shown) \($0); write the day as 2026-02-03" }
                ?? "\(shown) is not a day; write it as 2026-02-03, or as yesterday")
    }
}

/// The filters of a search, by the words before the colon.
enum SearchFilter: String, CaseIterable {
    case coach
    case school
    case type
    case after
    case before

    var example: String {
        switch self {
        case .coach: "smith"
        case .school: "duke"
        case .type: "email"
        case .after, .before: "2026-02-03"
        }
    }
}

/// Limits of a search.
public enum SearchLimit {
    /// The longest text of a search, in characters.
    public static let queryMax = 200
    /// The most words, phrases and names in a search.
    public static let termsMax = 12
    /// The most hits in one answer of a service.
    public static let hitsMax = 100
    /// The number of hits in an answer by default.
    public static let hitsUsual = 20
    /// The most schools that the words of one search name.
    public static let aliasesMax = 50
}
