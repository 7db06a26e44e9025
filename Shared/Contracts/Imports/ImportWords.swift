/// Maps words in a file to those of the services: `Phone Call`, `phone-call` and `PHONE_CALL`
/// become `phone_call`, and so do `Call` and `Phone` (N-64). Unknown words are left as they are,
/// for the service to reject.
public enum ImportWords {
    /// The type of a contact: that whose word the text is, or else the only one that its words name
    /// (`Email (sent)`, `Called coach`).
    public static func type(_ text: String?) -> String? {
        let word = word(text, \InteractionType.label, or: ImportSynonyms.types)
        guard let text, word == text.trimmed, InteractionType(rawValue: text.trimmed) == nil else {
            return word
        }
        return ContactTypeWords(text).type?.rawValue ?? word
    }

    /// The direction of a contact.
    public static func direction(_ text: String?) -> String? {
        word(
            text,
            Direction.allCases.flatMap { direction in
                [
                    (direction.rawValue, direction.label),
                    (direction.rawValue, direction.explanation),
                ]
            } + ImportSynonyms.directions)
    }

    /// The feeling of a contact or post.
    public static func sentiment(_ text: String?) -> String? {
        word(text, \Sentiment.label, or: ImportSynonyms.sentiments)
    }

    /// The network of a post.
    public static func platform(_ text: String?) -> String? {
        word(text, \SocialPlatform.label, or: ImportSynonyms.platforms)
    }

    /// The two letters of a state.
    public static func state(_ text: String?) -> String? { word(text, ImportSynonyms.states) }

    /// True for `yes`, `true`, `1` and `x`, false for `no`, `false`, `0` and `-`; nil for anything
    /// else.
    public static func truth(_ text: String) -> Bool? {
        if text.trimmed == "-" { return false }
        return switch plain(text) {
        case "yes", "y", "true", "t", "1", "x": true
        case "no", "n", "false", "f", "0": false
        default: nil
        }
    }

    /// The division of a school.
    public static func division(_ text: String?) -> String? {
        word(text, \Division.rawValue, or: ImportSynonyms.divisions)
    }

    /// The role of a coach.
    public static func role(_ text: String?) -> String? {
        word(
            text,
            CoachRole.allCases.map { ($0.rawValue, $0.label) }
                + CoachRole.allCases.map { ($0.rawValue, "\($0.rawValue) coach") }
                + ImportSynonyms.roles)
    }

    /// The type of an event.
    public static func eventType(_ text: String?) -> String? {
        word(text, \EventType.label, or: ImportSynonyms.eventTypes)
    }

    /// Where the family heard of an event.
    public static func eventSource(_ text: String?) -> String? {
        word(text, \EventSource.label)
    }

    /// Returns the words that a text stands for as a type, direction, feeling, division, role, type
    /// of event or network.
    public static func meanings(of text: String) -> [String] {
        [
            Self.type(text), direction(text), sentiment(text), division(text), role(text),
            eventType(text), platform(text),
        ].compactMap(\.self).filter { $0 != text.trimmed }
    }

    /// Unknown types are left as written: families have their own.
    public static func metricType(_ text: String?) -> String? {
        word(text, \MetricKind.label)
    }

    /// Parses yes or no; records other words as errors.
    public static func mark(
        _ text: String?, named name: String, _ errors: inout [String: String]
    ) -> FormField<Bool> {
        let mark = text.flatMap(truth)
        if text != nil, mark == nil { errors[name] = "Expected yes or no" }
        return FormField(mark)
    }

    /// Only letters and digits, in lower case: `First Name`, `first_name` and `FIRSTNAME` become
    /// equal.
    public static func plain(_ text: some StringProtocol) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Texts that stand for a missing value.
    private static let nothing: Set<String> = [
        "", "-", "--", "—", "?", "n/a", "na", "none", "never", "never contacted", "unknown",
    ]

    /// The trimmed text; nil if it stands for a missing value.
    public static func given(_ text: String?) -> String? {
        guard let trimmed = text?.trimmed, !nothing.contains(trimmed.lowercased()) else {
            return nil
        }
        return trimmed
    }

    /// The word of a type whose label, or one of whose synonyms, a text is.
    private static func word<Word: CaseIterable & RawRepresentable<String>>(
        _ text: String?, _ label: (Word) -> String,
        or synonyms: [(word: String, label: String)] = []
    ) -> String? {
        word(text, Word.allCases.map { ($0.rawValue, label($0)) } + synonyms)
    }

    private static func word(_ text: String?, _ known: [(word: String, label: String)]) -> String? {
        guard let text else { return nil }
        let written = plain(text)
        guard !written.isEmpty else { return text.trimmed }
        let found = known.first { plain($0.word) == written || plain($0.label) == written }
        return found?.word ?? text.trimmed
    }
}
