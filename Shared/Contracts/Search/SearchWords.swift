/// Searches in words.
public enum SearchWords {
    /// The text for a search without hits.
    public static let nothing = (
        title: "Nothing found", line: "Try fewer words, or only the beginning of the last one"
    )
    /// How to search, in one line.
    public static let help =
        "All words must match. Narrow with coach:, school:, type:, after: and before:, and put "
        + "words that follow each other in quotation marks."
}

extension SearchHit {
    /// The kind of the record for people, by its type if it has one: "Phone Call", "Showcase".
    public var kindLabel: String {
        switch noun {
        case .interaction: type.flatMap(InteractionType.init)?.label ?? noun.label
        case .event: type.flatMap(EventType.init)?.label ?? noun.label
        case .post: (type.flatMap(SocialPlatform.init)?.label).map { "\($0) post" } ?? noun.label
        case .coach, .school, .metric: noun.label
        }
    }

    /// The names beside its title: of its coaches and its school, unless the title is that name.
    public var names: [String] { [coachName, schoolName].compactMap { $0 }.filter { $0 != title } }
}
