/// A word of a closed list whose label has the same words: `web_search` is "Web Search".
public protocol LabelledWord: RawRepresentable<String> {}

extension LabelledWord {
    /// The word for people.
    public var label: String {
        rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
    }
}
