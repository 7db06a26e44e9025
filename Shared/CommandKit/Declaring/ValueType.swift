/// The type of a flag's or argument's value, for parsing, help, suggestions and completions.
public struct ValueType: Sendable {
    /// An allowed word of a closed list.
    public struct Choice: Hashable, Sendable {
        /// The word as typed and sent.
        public let word: String
        /// The label for people; empty if it equals the word.
        public let label: String

        public init(_ word: String, _ label: String = "") {
            self.word = word
            self.label = label
        }
    }

    /// The type's name in `help --json`: `text`, `integer`, `choice` …
    public let name: String
    /// The placeholder for a value in help, such as `N` or `FILE`.
    public let placeholder: String
    /// The allowed words; empty for an open type.
    public private(set) var choices: [Choice] = []
    /// Whether the value may be several choices, joined by commas.
    public private(set) var isList = false
    /// The kind of value that a program can look up for completion (`school`, `interaction`); nil
    /// for none.
    public private(set) var completes: String?
    /// Some words that an open type offers for completion.
    public private(set) var suggestions: [Choice] = []
    /// Returns the allowed word that another word stands for; nil if there is none. It is only
    /// suggested.
    private(set) var synonym: @Sendable (String) -> String? = { _ in nil }
    /// Returns what was expected instead of an invalid value; nil for a valid one.
    let problem: @Sendable (String) -> String?

    /// Returns the type of any text.
    public static func text(_ placeholder: String = "TEXT", completes: String? = nil) -> ValueType {
        ValueType(
            name: "text", placeholder: placeholder, completes: completes, problem: { _ in nil })
    }

    /// The value of `completes` for file names.
    static let pathKind = "path"

    /// Returns the type of a file or folder name, which the shell completes.
    public static func path(_ placeholder: String = "FILE") -> ValueType {
        text(placeholder, completes: pathKind)
    }

    /// Returns the type of an integer in a range; some of them are suggested.
    public static func integer(
        _ placeholder: String = "N", in range: ClosedRange<Int>, suggestions: [Choice] = []
    ) -> ValueType {
        ValueType(
            name: "integer", placeholder: placeholder, suggestions: suggestions,
            problem: { value in
                guard let number = Int(value), range.contains(number) else {
                    return "a whole number from \(range.lowerBound) to \(range.upperBound)"
                }
                return nil
            })
    }

    /// A time span: `500ms`, `5s`, `2m`, `1h`.
    public static let duration = ValueType(
        name: "duration", placeholder: "TIME",
        problem: { SpanText.milliseconds($0) == nil ? "a time such as 500ms, 5s or 2m" : nil })

    /// Returns the type of one word of a closed list. When a word is refused, the word that
    /// `synonym` returns for it is suggested, if it is one of the list.
    public static func choice(
        _ choices: [Choice], placeholder: String = "WORD",
        synonym: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> ValueType {
        closed("choice", choices, placeholder, isList: false, synonym)
    }

    /// Returns the type of several words of a closed list, joined by commas. `synonym` is as for
    /// one word.
    public static func choices(
        _ choices: [Choice], placeholder: String = "WORD,…",
        synonym: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> ValueType {
        closed("choices", choices, placeholder, isList: true, synonym)
    }

    private static func closed(
        _ name: String, _ choices: [Choice], _ placeholder: String, isList: Bool,
        _ synonym: @escaping @Sendable (String) -> String?
    ) -> ValueType {
        ValueType(
            name: name, placeholder: placeholder, choices: choices, isList: isList,
            synonym: synonym,
            problem: { value in
                let words =
                    isList
                    ? value.split(separator: ",", omittingEmptySubsequences: false) : [value[...]]
                let known = words.allSatisfy { word in choices.contains { $0.word == word } }
                return known
                    ? nil
                    : (isList ? "one or more of " : "one of ")
                        + choices.map(\.word).joined(separator: ", ")
            })
    }

    /// Returns a type with its own check, which returns what was expected or nil.
    public static func checked(
        _ name: String, placeholder: String, completes: String? = nil,
        expected: @escaping @Sendable (String) -> String?
    ) -> ValueType {
        ValueType(
            name: name, placeholder: placeholder, completes: completes, problem: expected)
    }
}
