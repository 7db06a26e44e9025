/// A coach's apparent interest, from six yes-or-no answers.
public enum InterestLevel: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case high
    case medium
    case low
    case notSet = "not_set"

    public var label: String {
        switch self {
        case .high: "High Interest"
        case .medium: "Medium Interest"
        case .low: "Low Interest"
        case .notSet: "Not Set"
        }
    }

    /// The symbol beside the label.
    public var emoji: String {
        switch self {
        case .high: "\u{1F525}"
        case .medium: "\u{26A1}"
        case .low: "\u{2744}\u{FE0F}"
        case .notSet: "\u{2014}"
        }
    }

    /// The meaning of the level for the player.
    public var explanation: String {
        switch self {
        case .high:
            "Coach showing strong signals of genuine interest. Follow up promptly."
        case .medium:
            "Coach seems interested but check for personalization. Stay in touch regularly."
        case .low:
            "Limited signals detected. Consider diversifying your target list."
        case .notSet:
            "Answer questions to see coach interest level"
        }
    }
}

/// The signals that the six calibration questions ask about, in the order of the questions.
public enum InterestSignal: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case schedule
    case visit
    case academics
    case contact
    case roster
    case personal

    public var question: String {
        switch self {
        case .schedule: "Did they ask about your schedule or upcoming events?"
        case .visit: "Did they mention visiting campus or suggest a visit?"
        case .academics: "Did they ask about your academic interests or major?"
        case .contact: "Did they provide their direct contact info (phone/email)?"
        case .roster: "Did they mention roster needs at your position?"
        case .personal: "Was this a personalized response (not a form letter)?"
        }
    }
}

/// The rules of the interest calibration (Add Interaction, section 3 and appendix A).
public enum InterestCalibration {
    /// Returns the level for a number of yes answers: none, one, two or three, four or more.
    public static func level(yesCount: Int) -> InterestLevel {
        switch yesCount {
        case ...0: .notSet
        case 1: .low
        case 2...3: .medium
        default: .high
        }
    }

    /// Returns whether the questions are asked.
    public static func applies(direction: Direction, sentiment: Sentiment?) -> Bool {
        direction == .inbound && sentiment?.isPositive == true
    }

    /// Returns the note appended to the content; nil for `notSet`.
    public static func note(for level: InterestLevel) -> String? {
        level == .notSet ? nil : "\n\n[Coach Interest Level: \(level.rawValue.uppercased())]"
    }

    /// Splits content that ends in an interest note (in an imported interaction, for example) into
    /// the text before the note, the note as written, and its level. Case and surrounding white
    /// space do not matter. Returns nil if there is no such note.
    public static func split(
        _ content: String
    ) -> (text: String, note: String, level: InterestLevel)? {
        // Most texts end with a letter or a full stop, and perhaps blanks.
        if let last = content.utf8.last(where: { $0 != UInt8(ascii: " ") }), last > 0x20,
            last < 0x7f, last != UInt8(ascii: "]")
        {
            return nil
        }
        let beginning = "[coach interest level:"
        guard content.last(where: { !$0.isWhitespace }) == "]",
            let start = content.lastIndex(of: "[")
        else { return nil }
        let note = content[start...].lowercased().trimmed
        guard note.hasPrefix(beginning) else { return nil }
        let word = String(note.dropFirst(beginning.count).dropLast()).trimmed
        guard let level = InterestLevel(rawValue: word), level != .notSet else { return nil }
        let textEnd =
            content[..<start].lastIndex { !$0.isWhitespace }.map(content.index(after:))
            ?? content.startIndex
        return (String(content[..<textEnd]), String(content[textEnd...]), level)
    }
}
