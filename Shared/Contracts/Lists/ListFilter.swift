/// The filters of one list: an enumeration whose cases are the request's fields, in the order in
/// which pages show them. Filters combine with AND. A list declares only this (CO-43):
///
///     public enum CoachFilter: String, ListFilter {
///         case search, role
///         case contactedWithin = "contacted_within"
///         case schoolID = "school_id"
///
///         public var rule: FilterRule {
///             switch self {
///             case .search: .search("Name, e-mail, phone, notes or handle")
///             case .role: .words(CoachRole.self, \.shortLabel, "Only these places in the staff")
///             case .contactedWithin: .days([7, 14, 30, 60, 90], "Contacted in the last N days")
///             case .schoolID: .school
///             }
///         }
///     }
///
/// From it, `ListRequest<CoachFilter>` derives the operation's request with its checks and error
/// texts, `ListInput<CoachFilter>` the active filters and their chips, and the command line its
/// flags. `FilterConditions` in DataServiceKit maps each filter to a column and builds the SQL.
public protocol ListFilter: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {
    /// The orders the list offers; a single one by default.
    associatedtype Order: ListOrder = FixedOrder

    /// What the filter accepts.
    var rule: FilterRule { get }
    /// Whether a filter counts calendar days, so that the reader's time zone matters. The default
    /// looks at the rules of all filters; frequent lists say it themselves.
    static var takesTimeZone: Bool { get }
}

extension ListFilter {
    /// The name capitalized for a sentence: "Logged by" for `logged_by`, "School" for `school_id`.
    public var title: String {
        let words = flagName.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The name of the filter's flag, and of its item in the address of a page: `logged-by` for
    /// `logged_by`, `school` for `school_id`.
    public var flagName: String {
        let name = rawValue.hasSuffix("_id") ? String(rawValue.dropLast(3)) : rawValue
        return String(
            decoding: name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 },
            as: UTF8.self)
    }

    /// The list under which filters are saved; nil if they cannot be.
    public static var viewedList: ViewedList? {
        ViewedList.allCases.first { $0.filter == Self.self }
    }

    /// True if a filter takes a number of days.
    public static var takesTimeZone: Bool {
        allCases.contains { if case .days = $0.rule.kind { true } else { false } }
    }
}

/// What a filter accepts, with its help text.
public struct FilterRule: Sendable {
    /// The longest search text, in characters.
    public static let searchMax = 200
    /// The most characters of an unknown word in its refusal.
    static let unknownShownMax = 40
    /// How many days a filter of the last N days may span.
    public static let daysRange = 1...3_650

    /// The forms of a filter's value.
    public enum Kind: Sendable {
        /// A text to search for.
        case search
        /// One of these words.
        case word([FilterWord])
        /// One or more of these words, joined by commas; a row matches if it has any of them.
        case words([FilterWord])
        /// On or off; its chip shows this label.
        case flag(String)
        /// The last N calendar days in the reader's zone, N in `daysRange`; pages offer these
        /// values.
        case days([Int])
        /// An instant; earlier rows are excluded.
        case since
        /// An instant; later rows are excluded.
        case until
        /// The id of a record of this kind.
        case record(FilterRecord)
    }

    public let kind: Kind
    /// One line of help.
    public let summary: String

    /// A case-insensitive text search; `summary` names the fields searched.
    public static func search(_ summary: String) -> FilterRule {
        FilterRule(kind: .search, summary: summary)
    }

    /// A word from a closed list; `label` gives the text of its chip.
    public static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type, _ label: (Word) -> String, _ summary: String
    ) -> FilterRule {
        FilterRule(kind: .word(FilterWord.all(of: type, label)), summary: summary)
    }

    /// Words from a closed list, of which a row has any; `label` gives the text of a word's chip.
    public static func words<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type, _ label: (Word) -> String, _ summary: String
    ) -> FilterRule {
        FilterRule(kind: .words(FilterWord.all(of: type, label)), summary: summary)
    }

    /// A flag; `label` is the text of its chip.
    public static func flag(_ label: String, _ summary: String) -> FilterRule {
        FilterRule(kind: .flag(label), summary: summary)
    }

    /// The last N calendar days; pages offer `numbers` as N.
    public static func days(_ numbers: [Int], _ summary: String) -> FilterRule {
        FilterRule(kind: .days(numbers), summary: summary)
    }

    public static let since = FilterRule(kind: .since, summary: "Not before this time")
    public static let until = FilterRule(kind: .until, summary: "Not after this time")
    /// The family member who logged or created the row.
    public static func member(_ summary: String) -> FilterRule {
        FilterRule(kind: .record(.member), summary: summary)
    }
    public static let school = FilterRule(
        kind: .record(.school), summary: "Only this school: name or id")
    public static let coach = FilterRule(
        kind: .record(.coach), summary: "Only this coach: name or id")
    public static let event = FilterRule(
        kind: .record(.event), summary: "Only this event: name or id")
}

/// A word that a filter accepts.
public struct FilterWord: Hashable, Sendable {
    /// The word as sent.
    public let word: String
    /// The word as people read it.
    public let label: String

    /// What joins several words in a value.
    public static let separator: Character = ","

    fileprivate static func all<Word: RawRepresentable<String> & CaseIterable>(
        of type: Word.Type, _ label: (Word) -> String
    ) -> [FilterWord] {
        type.allCases.map { FilterWord(word: $0.rawValue, label: label($0)) }
    }
}

/// The kinds of records that a list can be filtered by.
public enum FilterRecord: Hashable, Sendable {
    case member
    case school
    case coach
    case event

    /// The chip's text for a record that cannot be resolved.
    public var unknownLabel: String {
        switch self {
        case .member: "Unknown"
        case .school: "Unknown School"
        case .coach: "Unknown Coach"
        case .event: "Unknown Event"
        }
    }
}
