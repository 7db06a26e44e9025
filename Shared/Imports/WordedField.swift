public import Contracts

/// A field of a file whose values are words of a list.
public struct WordedField: Sendable {
    /// A value and its name for people.
    public struct Choice: Hashable, Sendable {
        public let value: String
        public let label: String
    }

    /// The name of the field.
    public let name: String
    public let choices: [Choice]
    /// Whether a row may have none of them.
    public let isOptional: Bool
    /// The value for which a text of a file stands; another text for one that stands for none.
    private let read: @Sendable (String) -> String?

    /// A field with a word of a closed list.
    private init<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ label: (Word) -> String, isOptional: Bool = false,
        _ read: @escaping @Sendable (String?) -> String?
    ) {
        self.name = name
        choices = Word.allCases.map { Choice(value: $0.rawValue, label: label($0)) }
        self.isOptional = isOptional
        self.read = { read($0) }
    }

    /// A field with yes or no.
    private init(mark name: String) {
        self.name = name
        choices = [Choice(value: "yes", label: "Yes"), Choice(value: "no", label: "No")]
        isOptional = true
        read = { text in ImportWords.truth(text).map { $0 ? "yes" : "no" } }
    }

    /// Whether a text of a file stands for a value.
    func isReadable(_ text: String) -> Bool {
        let value = read(text)
        return choices.contains { $0.value == value }
    }
}

extension WordedField {
    private static func type(isOptional: Bool) -> WordedField {
        WordedField("type", \InteractionType.label, isOptional: isOptional, ImportWords.type)
    }

    private static func direction(isOptional: Bool) -> WordedField {
        WordedField(
            "direction", \Direction.explanation, isOptional: isOptional, ImportWords.direction)
    }

    private static let sentiment = WordedField(
        "sentiment", \Sentiment.label, isOptional: true, ImportWords.sentiment)
    private static let division = WordedField(
        "division", \Division.rawValue, isOptional: true, ImportWords.division)

    fileprivate static let ofSchools = [division]
    fileprivate static let ofCoaches = [WordedField("role", \CoachRole.label, ImportWords.role)]
    fileprivate static let ofInteractions = [
        type(isOptional: false), direction(isOptional: false), sentiment,
    ]
    fileprivate static let ofEvents = [
        WordedField("type", \EventType.label, ImportWords.eventType),
        WordedField("event_source", \EventSource.label, isOptional: true, ImportWords.eventSource),
        WordedField(mark: "registered"), WordedField(mark: "attended"),
    ]
    fileprivate static let ofMetrics = [WordedField(mark: "verified")]
    fileprivate static let ofPosts = [
        WordedField("platform", \SocialPlatform.label, ImportWords.platform), sentiment,
        WordedField(mark: "is_recruiting_related"),
    ]
    fileprivate static let ofLogs = [
        type(isOptional: true), direction(isOptional: true), sentiment, division,
    ]
}

extension ImportKind {
    /// The fields whose values are words of a list, in the order of help.
    public var wordedFields: [WordedField] {
        switch self {
        case .schools: WordedField.ofSchools
        case .coaches: WordedField.ofCoaches
        case .interactions: WordedField.ofInteractions
        case .events: WordedField.ofEvents
        case .metrics: WordedField.ofMetrics
        case .posts: WordedField.ofPosts
        case .log: WordedField.ofLogs
        }
    }
}

extension ImportKind {
    /// The fields whose values spreadsheets fill in for every row: by boxes, lists and formulas. A
    /// row with nothing else is no record.
    var fillers: Set<String> {
        let worded = Set(wordedFields.map(\.name))
        return switch self {
        case .schools, .events: worded
        case .coaches: worded.union(["responsiveness_score"])
        case .interactions, .posts: worded
        case .metrics: worded.union(["metric_type", "unit"])
        case .log: worded.union(["coach_title", "state"])
        }
    }
}

/// The texts of a file that stand for none of the values of their fields, each once, in the order
/// of the rows. A person may say what each of them means.
public struct UnreadWords: Sendable {
    /// The most texts that are kept; further ones show when these are read.
    public static let wordsMax = 30
    /// The most characters of such a text; longer ones are no words.
    public static let charactersMax = 40

    /// A text in a field.
    @Memberwise
    public struct Word: Hashable, Sendable {
        public let field: String
        public let text: String
    }

    public private(set) var words: [Word] = []
    private var known: Set<Word> = []

    public init() {}

    /// Adds the unreadable texts of a row.
    public mutating func add(_ row: CSVReader.Row, _ columns: ImportColumns) {
        guard words.count < Self.wordsMax else { return }
        for field in columns.kind.wordedFields {
            guard let text = columns.value(field.name, in: row.fields)?.trimmed,
                text.count <= Self.charactersMax, !text.contains(where: \.isNewline),
                words.count < Self.wordsMax
            else { continue }
            // Texts are told apart as `--map-value` tells them apart.
            let plain = ImportWords.plain(text)
            guard !plain.isEmpty, !field.isReadable(text),
                known.insert(Word(field: field.name, text: plain)).inserted
            else { continue }
            words.append(Word(field: field.name, text: text))
        }
    }
}
