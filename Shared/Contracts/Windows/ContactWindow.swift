/// A rule of the family's table of contact windows: a period in which contact is usual, or in which
/// the rules that the family copied rule it out. The family supplies the rules, with where they are
/// from and when somebody last compared them; nobody checks them here.
@JSONObject(nulls: true)
public struct ContactWindow: Hashable {
    /// The division of the schools; nil for all schools.
    public var division: Division?
    /// The types of contact, in the order in which lists offer them; empty for all.
    public var types: [InteractionType]
    /// Who contacts whom; nil for both.
    public var direction: Direction?
    public var kind: ContactWindowKind
    /// The first day of the period.
    public var firstDay: CivilDay
    /// The last day of the period, which belongs to it; nil if the end is open.
    public var lastDay: CivilDay?
    public var note: String?
    /// Where the rule is from: an address or a text.
    public var source: String
    /// The day on which the family last compared the rule with its source.
    public var checkedOn: CivilDay
}

/// What a rule of the table says about its period.
public enum ContactWindowKind: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable,
    Hashable
{
    /// Contact is usual.
    case open
    /// The rules that the family copied rule contact out.
    case closed

    public var tone: Tone {
        switch self {
        case .open: .green
        case .closed: .gray
        }
    }
}

/// What the family's table says about one contact. It is a note for people and never a refusal.
@JSONObject(nulls: true)
public struct ContactHint: Hashable {
    /// The hint for people, with source and checked-on date.
    public var text: String
    public var firstDay: CivilDay
    /// The last day of the period; nil if the end is open.
    public var lastDay: CivilDay?
    /// Where the rule is from.
    public var source: String
    public var checkedOn: CivilDay
    /// Whether the rule was checked over a year before the reader's day.
    public var isOutdated: Bool
}

/// Limits of the table of contact windows.
public enum ContactWindowLimit {
    /// The maximum number of rules of a family.
    public static let rowsMax = 200
    /// The maximum length of a note, in characters.
    public static let noteMax = 300
    /// The maximum length of a source, in characters.
    public static let sourceMax = 300
    /// The maximum size of a file, in bytes.
    public static let csvBytesMax = 131_072
    /// The most problems of a file that are reported.
    public static let problemsMax = 50
    /// The number of days after its check for which a rule counts as current.
    public static let currentDays = 365
}
