import Contracts

/// Maps words in a file to those of the services: `Phone Call`, `phone-call` and `PHONE_CALL`
/// become `phone_call`, and so do `Call` and `Phone` (N-64). Unknown words are left as they are,
/// for the service to reject.
enum ImportWords {
    static func type(_ text: String?) -> String? {
        word(
            text,
            InteractionType.allCases.map { ($0.rawValue, $0.label) } + ImportSynonyms.types)
    }

    static func direction(_ text: String?) -> String? {
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
    static func sentiment(_ text: String?) -> String? {
        word(
            text, Sentiment.allCases.map { ($0.rawValue, $0.label) } + ImportSynonyms.sentiments)
    }

    /// The network of a post.
    static func platform(_ text: String?) -> String? {
        word(
            text,
            SocialPlatform.allCases.map { ($0.rawValue, $0.label) } + ImportSynonyms.platforms)
    }

    /// The two letters of a state.
    static func state(_ text: String?) -> String? { word(text, ImportSynonyms.states) }

    /// True for `yes`, `true`, `1` and `x`, false for `no`, `false`, `0` and `-`; nil for anything
    /// else.
    static func truth(_ text: String) -> Bool? {
        if text.trimmed == "-" { return false }
        return switch ImportColumns.plain(text) {
        case "yes", "y", "true", "t", "1", "x": true
        case "no", "n", "false", "f", "0": false
        default: nil
        }
    }

    static func division(_ text: String?) -> String? {
        word(
            text, Division.allCases.map { ($0.rawValue, $0.rawValue) } + ImportSynonyms.divisions)
    }

    static func role(_ text: String?) -> String? {
        word(
            text,
            CoachRole.allCases.map { ($0.rawValue, $0.label) }
                + CoachRole.allCases.map { ($0.rawValue, "\($0.rawValue) coach") }
                + ImportSynonyms.roles)
    }

    static func eventType(_ text: String?) -> String? {
        word(
            text, EventType.allCases.map { ($0.rawValue, $0.label) } + ImportSynonyms.eventTypes)
    }

    static func eventSource(_ text: String?) -> String? {
        word(text, EventSource.allCases.map { ($0.rawValue, $0.label) })
    }

    /// Unknown types are left as written: families have their own.
    static func metricType(_ text: String?) -> String? {
        word(text, MetricKind.allCases.map { ($0.rawValue, $0.label) })
    }

    /// Parses yes or no; records other words as errors.
    static func mark(
        _ text: String?, named name: String, _ errors: inout [String: String]
    ) -> FormField<Bool> {
        let mark = text.flatMap(truth)
        if text != nil, mark == nil { errors[name] = "Expected yes or no" }
        return FormField(mark)
    }

    /// Texts that stand for a missing value.
    private static let nothing: Set<String> = [
        "", "-", "--", "—", "?", "n/a", "na", "none", "never", "never contacted", "unknown",
    ]

    /// The trimmed text; nil if it stands for a missing value.
    static func given(_ text: String?) -> String? {
        guard let trimmed = text?.trimmed, !nothing.contains(trimmed.lowercased()) else {
            return nil
        }
        return trimmed
    }

    private static func word(_ text: String?, _ known: [(word: String, label: String)]) -> String? {
        guard let text else { return nil }
        let plain = ImportColumns.plain(text)
        guard !plain.isEmpty else { return text.trimmed }
        let found = known.first {
            ImportColumns.plain($0.word) == plain || ImportColumns.plain($0.label) == plain
        }
        return found?.word ?? text.trimmed
    }
}
