extension Interaction {
    /// The school's name; X-28 for a reference that cannot be resolved, nil for none.
    public var schoolText: String? { schoolID == nil ? nil : schoolName ?? "Unknown School" }
    /// The coach's name, listed or not; X-28 and D-09.
    public var coachText: String? { coachID == nil ? otherCoachName : coachName ?? "Unknown Coach" }
    /// "School • Coach"; nil when there is neither (IL-35).
    public var placeText: String? {
        let parts = [schoolText, coachText].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " • ")
    }

    /// The content without leading blank lines (D-11); the stored text keeps them. Nil for none.
    public var shownContent: String? { content.map(Self.withoutLeadingBlankLines) }

    /// The content for a preview (IL-36). Nil for none.
    public var previewText: String? { content.flatMap(Self.preview) }

    /// Returns the content for a preview (IL-36): without leading blank lines and without the note
    /// on the coach's interest. Returns nil if nothing is left.
    public static func preview(of content: String) -> String? {
        let shown = withoutLeadingBlankLines(content)
        let text = InterestCalibration.split(shown)?.text ?? shown
        return text.isEmpty ? nil : text
    }

    /// Removes the lines before the first that is not blank (D-11).
    public static func withoutLeadingBlankLines(_ content: String) -> String {
        if let first = content.utf8.first, first > 0x20, first < 0x7f { return content }
        var rest = content.unicodeScalars[...]
        guard rest.first?.properties.isWhitespace == true else { return content }
        while let end = rest.firstIndex(of: "\n"),
            rest[..<end].allSatisfy(\.properties.isWhitespace)
        {
            rest = rest[rest.index(after: end)...]
        }
        return String(rest)
    }

    /// "2 files" (IL-38); nil for none.
    public var filesText: String? {
        switch attachmentCount {
        case 0: nil
        case 1: "1 file"
        default: "\(attachmentCount) files"
        }
    }

    /// IL-49: the announcement of a card: "{type} {direction}, {subject}, with {coach} at {school},
    /// {date}" without missing parts.
    public func announcement(_ date: String) -> String {
        var text = ""
        announce(kind: Self.kindText(type, direction)) { text += $0 }
        return text + date
    }

    /// Passes the announcement up to the date to `write`, part by part. `kind` is "{type}
    /// {direction}".
    public func announce(kind: String, _ write: (String) -> Void) {
        write(kind)
        write(", ")
        write(displaySubject)
        let (coach, school) = (coachText, schoolText)
        if let coach {
            write(", with ")
            write(coach)
        }
        if let school {
            write(coach == nil ? ", at " : " at ")
            write(school)
        }
        write(", ")
    }

    /// ID-30: the announcement of the badges: "{type} interaction, {direction}, sentiment:
    /// {sentiment}".
    public var kindAnnouncement: String {
        "\(type.label) interaction, \(direction.label)"
            + (sentiment.map { ", sentiment: \($0.label)" } ?? "")
    }

    /// The words at the beginning of an announcement: "{type} {direction}".
    public static func kindText(_ type: InteractionType, _ direction: Direction) -> String {
        "\(type.label) \(direction.label)"
    }

    /// "You" for the reader, else the full name, else "Unknown" (IL-30, ID-09).
    public func loggerText(for reader: UserID?) -> String {
        loggedBy == reader ? "You" : loggedByName ?? "Unknown"
    }

    /// Who entered it for the logger, such as "entered by Kim Lee"; nil if the logger did (R-02).
    public func entererText(for reader: UserID?) -> String? {
        entererName(for: reader).map { "entered by \($0)" }
    }

    /// The name of who entered it for the logger, or "you"; nil if the logger did.
    public func entererName(for reader: UserID?) -> String? {
        enteredBy.map { $0 == reader ? "you" : enteredByName ?? "a parent" }
    }

    /// The logger and, if it is somebody else, who entered it.
    public func authorText(for reader: UserID?) -> String {
        let logger = loggerText(for: reader)
        return entererText(for: reader).map { "\(logger), \($0)" } ?? logger
    }

    /// IL-30: "You" is blue, another person purple.
    public func loggerTone(for reader: UserID?) -> Tone { loggedBy == reader ? .blue : .purple }
}

extension InterestSignal {
    /// The answer yes as a statement about the coach.
    public var statement: String {
        switch self {
        case .schedule: "Asked about your schedule or upcoming events"
        case .visit: "Mentioned visiting campus or suggested a visit"
        case .academics: "Asked about academic interests or major"
        case .contact: "Provided their direct contact info"
        case .roster: "Mentioned roster needs at your position"
        case .personal: "Sent a personalized response"
        }
    }
}

/// The texts of the form for a new interaction.
public enum LogInteractionText {
    /// IA-01.
    public static let playerTitle = "Log My Interaction"
    /// R-03.
    public static let parentTitle = "Log Interaction"
    /// IA-02.
    public static let subtitle = "Record a new communication with a school or coach"
    /// IA-20.
    public static let subjectPlaceholder = "Email subject, call topic, etc."
    /// IA-20.
    public static let contentPlaceholder = "Details about the interaction..."
    /// IA-32.
    public static let interestTitle = "Coach Interest Level"
    /// IA-32.
    public static let interestHelp =
        "Answer these questions to gauge the coach's level of interest based on their response."
    /// IA-11.
    public static let otherCoach = "Other coach (not listed)"
    /// IA-48.
    public static let submit = "Log Interaction"
    /// IA-49.
    public static let busy = "Logging..."
}

/// The texts of the list of interactions.
public enum InteractionListText {
    /// IL-07.
    public static let privacyNotice =
        "Your recruiting interactions are visible to your linked parent(s)"
    /// IL-41.
    public static let nothingYet = (
        title: "No interactions yet", line: "Start logging your recruiting communications",
        action: "Log Your First Interaction"
    )
    /// IL-42.
    public static let nothingMatches = (
        title: "No interactions match your filters", line: "Try adjusting your search or filters",
        action: "Clear Filters"
    )

    /// IL-28.
    public static func count(_ total: Int) -> String {
        "\(CountedNoun.text(total, "interactions")) found"
    }
}

extension InteractionFigures {
    /// The figures with their labels and colours (IL-08 to IL-11, U-02), in the order of the cards.
    public var cards: [(label: String, value: Int, tone: Tone)] {
        [
            ("Total", total, .blue), ("Outbound", outbound, .green),
            ("Inbound", inbound, .purple), ("This Week", thisWeek, .amber),
        ]
    }
}
