import Contracts

/// Words of a file as the services know them: `Phone Call`, `phone-call` and `PHONE_CALL` are
/// `phone_call`. What is no known word stays as it is; the service refuses it by its own rule.
enum ImportWords {
    static func type(_ text: String?) -> String? {
        word(text, InteractionType.allCases.map { ($0.rawValue, $0.label) })
    }

    static func direction(_ text: String?) -> String? {
        word(
            text,
            Direction.allCases.flatMap { direction in
                [
                    (direction.rawValue, direction.label),
                    (direction.rawValue, direction.explanation),
                ]
            } + [
                ("outbound", "Out"), ("outbound", "Sent"), ("inbound", "In"),
                ("inbound", "Received"),
            ])
    }

    static func sentiment(_ text: String?) -> String? {
        word(text, Sentiment.allCases.map { ($0.rawValue, $0.label) })
    }

    static func platform(_ text: String?) -> String? {
        word(
            text,
            SocialPlatform.allCases.map { ($0.rawValue, $0.label) } + [
                ("twitter", "X"), ("twitter", "Tweet"), ("instagram", "IG"),
                ("instagram", "Insta"),
            ])
    }

    /// `yes`, `true`, `1` and `x` against `no`, `false` and `0`; nil for anything else.
    static func truth(_ text: String) -> Bool? {
        switch ImportColumns.plain(text) {
        case "yes", "y", "true", "t", "1", "x": true
        case "no", "n", "false", "f", "0": false
        default: nil
        }
    }

    static func division(_ text: String?) -> String? {
        word(
            text,
            Division.allCases.map { ($0.rawValue, $0.rawValue) } + [
                ("D1", "Division 1"), ("D2", "Division 2"), ("D3", "Division 3"),
                ("D1", "NCAA D1"), ("D2", "NCAA D2"), ("D3", "NCAA D3"), ("JUCO", "NJCAA"),
            ])
    }

    static func role(_ text: String?) -> String? {
        word(
            text,
            CoachRole.allCases.map { ($0.rawValue, $0.label) }
                + CoachRole.allCases.map { ($0.rawValue, "\($0.rawValue) coach") }
                + [("recruiting", "Recruiting Coordinator")])
    }

    static func eventType(_ text: String?) -> String? {
        word(
            text,
            EventType.allCases.map { ($0.rawValue, $0.label) } + [
                ("official_visit", "Official"), ("unofficial_visit", "Unofficial"),
                ("unofficial_visit", "Junior Day"),
            ])
    }

    static func eventSource(_ text: String?) -> String? {
        word(text, EventSource.allCases.map { ($0.rawValue, $0.label) })
    }

    /// A type that is not known stays as it is written: families have their own.
    static func metricType(_ text: String?) -> String? {
        word(text, MetricKind.allCases.map { ($0.rawValue, $0.label) })
    }

    /// Yes or no; takes down what is neither.
    static func mark(
        _ text: String?, named name: String, _ errors: inout [String: String]
    ) -> FormField<Bool> {
        guard let text else { return FormField(nil) }
        switch text.lowercased() {
        case "true", "yes", "y", "x", "1": return FormField(true)
        case "false", "no", "n", "0", "-": return FormField(false)
        default:
            errors[name] = "Expected yes or no"
            return FormField(nil)
        }
    }

    /// What people write where they have no figure.
    private static let nothing: Set<String> = [
        "", "-", "--", "—", "?", "n/a", "na", "none", "never", "never contacted", "unknown",
    ]

    /// The text, trimmed; nil where it only says that there is nothing.
    static func given(_ text: String?) -> String? {
        guard let trimmed = text?.trimmed, !nothing.contains(trimmed.lowercased()) else {
            return nil
        }
        return trimmed
    }

    private static func word(_ text: String?, _ known: [(word: String, label: String)]) -> String? {
        guard let text else { return nil }
        let plain = ImportColumns.plain(text)
        let found = known.first {
            ImportColumns.plain($0.word) == plain || ImportColumns.plain($0.label) == plain
        }
        return found?.word ?? text.trimmed
    }
}
