/// The filters of one list: an enumeration whose cases are the request's fields, in the order in
/// which pages show them. They combine with AND. A list declares no more than this (CO-43):
///
///     public enum CoachFilter: String, ListFilter {
///         case search, role
///         case contactedWithin = "contacted_within"
///         case schoolID = "school_id"
///
///         public var rule: FilterRule {
///             switch self {
///             case .search: .search("Name, e-mail, phone, notes or handle")
///             case .role: .word(CoachRole.self, \.shortLabel, "Only this place in the staff")
///             case .contactedWithin: .days([7, 14, 30, 60, 90], "Contacted in the last N days")
///             case .schoolID: .school
///             }
///         }
///     }
///
/// `ListRequest<CoachFilter>` is then the operation's request with its checks and their texts,
/// `ListInput<CoachFilter>` says which filters are in force and makes their chips, the command line
/// takes its flags from `rule`, and `FilterConditions` in DataServiceKit, told each filter's
/// column, makes the SQL.
public protocol ListFilter: RawRepresentable<String>, CaseIterable, Hashable, Sendable
where AllCases == [Self] {
    /// The orders that the list can be asked for; one, unless it says otherwise.
    associatedtype Order: ListOrder = FixedOrder

    /// What the filter takes.
    var rule: FilterRule { get }
    /// Whether a filter of the list means calendar days, so that the reader's zone matters.
    static var takesTimeZone: Bool { get }
}

extension ListFilter {
    /// The name as a sentence begins with it: "Logged by" for `logged_by`.
    var title: String {
        let words = rawValue.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Most lists have one where a filter takes a number of days.
    public static var takesTimeZone: Bool {
        allCases.contains { if case .days = $0.rule.kind { true } else { false } }
    }
}

/// What a filter takes, and how people are told of it.
public struct FilterRule: Sendable {
    /// The length of a text to search for, in characters.
    public static let searchMax = 200

    /// The forms of a filter's value.
    public enum Kind: Sendable {
        /// A text that the list's texts contain.
        case search
        /// One of these words.
        case word([FilterWord])
        /// On or off; its chip shows this label.
        case flag(String)
        /// The last so many calendar days of the reader's zone; these numbers are taken.
        case days([Int])
        /// Not before an instant.
        case since
        /// Not after an instant.
        case until
        /// A record of this kind, by its id.
        case record(FilterRecord)
    }

    /// The form of the value.
    public let kind: Kind
    /// One line of help.
    public let summary: String

    /// A text that is searched for without regard to case; `summary` says where.
    public static func search(_ summary: String) -> FilterRule {
        FilterRule(kind: .search, summary: summary)
    }

    /// A word of a closed list, with the label that its chip shows.
    public static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type, _ label: (Word) -> String, _ summary: String
    ) -> FilterRule {
        let words = type.allCases.map { FilterWord(word: $0.rawValue, label: label($0)) }
        return FilterRule(kind: .word(words), summary: summary)
    }

    /// A filter that is on or off, with the label that its chip shows.
    public static func flag(_ label: String, _ summary: String) -> FilterRule {
        FilterRule(kind: .flag(label), summary: summary)
    }

    /// The last so many calendar days; one of these numbers.
    public static func days(_ numbers: [Int], _ summary: String) -> FilterRule {
        FilterRule(kind: .days(numbers), summary: summary)
    }

    /// The start of a window.
    public static let since = FilterRule(kind: .since, summary: "Not before this time")
    /// The end of a window.
    public static let until = FilterRule(kind: .until, summary: "Not after this time")
    /// A member of the family, who logged or made the row.
    public static func member(_ summary: String) -> FilterRule {
        FilterRule(kind: .record(.member), summary: summary)
    }
    /// A school.
    public static let school = FilterRule(
        kind: .record(.school), summary: "Only this school: name or id")
    /// A coach.
    public static let coach = FilterRule(
        kind: .record(.coach), summary: "Only this coach: name or id")
    /// An event.
    public static let event = FilterRule(
        kind: .record(.event), summary: "Only this event: name or id")
}

/// A word that a filter takes.
public struct FilterWord: Hashable, Sendable {
    /// The word as sent.
    public let word: String
    /// The word as people read it.
    public let label: String
}

/// The kinds of records that lists are narrowed by.
public enum FilterRecord: Hashable, Sendable {
    case member
    case school
    case coach
    case event

    /// What stands on the chip of a record that cannot be resolved.
    public var unknownLabel: String {
        switch self {
        case .member: "Unknown"
        case .school: "Unknown School"
        case .coach: "Unknown Coach"
        case .event: "Unknown Event"
        }
    }
}
