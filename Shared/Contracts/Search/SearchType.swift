/// The kinds of records that a search finds.
public enum SearchNoun: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case interaction
    case coach
    case school
    case event
    case metric
    case post

    /// The kind for people.
    public var label: String { "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }

    /// The noun for several records.
    public var plural: String { self == .coach ? "coaches" : "\(rawValue)s" }
}

/// What `type:` selects: the records of a kind, or those of a type within a kind.
public enum SearchType: Hashable, Sendable {
    case noun(SearchNoun)
    /// The word of an interaction's or an event's type, or of a post's network.
    case word(String)

    /// Returns the type that a text names; nil if there is none. Words are taken in any case, with
    /// spaces, hyphens or underscores, as on the wire or as pages show them.
    public init?(typed: String) {
        guard let type = Self.byWord[Self.plain(typed)] else { return nil }
        self = type
    }

    /// Returns the word of the type that imports take a text for, such as `phone_call` for `call`;
    /// nil if there is none.
    static func suggestion(for typed: String) -> String? {
        ImportWords.meanings(of: typed).first { words.contains($0) }
    }

    /// The words of all types, for people.
    public static let words: [String] =
        SearchNoun.allCases.map(\.rawValue)
        + typeWords.map(\.word).filter {
            SearchNoun(rawValue: $0) == nil
        }

    /// The types within kinds, each once, with their labels.
    private static let typeWords: [(word: String, label: String)] = {
        let interactions = InteractionType.allCases.map { ($0.rawValue, $0.label) }
        let events = EventType.allCases.map { ($0.rawValue, $0.label) }
        let networks = SocialPlatform.allCases.map { ($0.rawValue, $0.label) }
        return interactions
            + (events + networks).filter { other in !interactions.contains { $0.0 == other.0 } }
    }()

    private static let byWord: [String: SearchType] = {
        var types: [String: SearchType] = [:]
        for (word, label) in typeWords {
            types[word] = .word(word)
            types[plain(label)] = .word(word)
        }
        for noun in SearchNoun.allCases {
            types[noun.rawValue] = .noun(noun)
            types[noun.plural] = .noun(noun)
        }
        return types
    }()

    private static func plain(_ text: String) -> String {
        String(text.lowercased().map { " -".contains($0) ? "_" : $0 })
    }
}
