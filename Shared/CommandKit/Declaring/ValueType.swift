/// What a flag or an argument takes. Parsing, help, suggestions and completions all read it.
public struct ValueType: Sendable {
    /// One allowed word of a closed list.
    public struct Choice: Hashable, Sendable {
        /// The word as typed and sent.
        public let word: String
        /// What people call it; empty when the word says it all.
        public let label: String

        /// A word and, where it differs, its label.
        public init(_ word: String, _ label: String = "") {
            self.word = word
            self.label = label
        }
    }

    /// The form in one word, for `help --json`: `text`, `integer`, `choice` …
    public let name: String
    /// What help shows in place of a value, such as `N` or `FILE`.
    public let placeholder: String
    /// The allowed words; empty when the type is open.
    public let choices: [Choice]
    /// Whether the value is several of the choices, joined by commas.
    public let isList: Bool
    /// What a program may look up to complete the value (`school`, `interaction`); nil for nothing.
    public let completes: String?
    /// Says what is wrong with a value, or nil.
    let problem: @Sendable (String) -> String?

    /// Any text.
    public static func text(_ placeholder: String = "TEXT", completes: String? = nil) -> ValueType {
        ValueType(
            name: "text", placeholder: placeholder, choices: [], isList: false,
            completes: completes, problem: { _ in nil })
    }

    /// What `completes` says of the name of a file.
    static let pathKind = "path"

    /// The name of a file or folder; the shell completes it.
    public static func path(_ placeholder: String = "FILE") -> ValueType {
        text(placeholder, completes: pathKind)
    }

    /// A whole number within a range.
    public static func integer(
        _ placeholder: String = "N", in range: ClosedRange<Int>
    ) -> ValueType {
        ValueType(
            name: "integer", placeholder: placeholder, choices: [], isList: false, completes: nil,
            problem: { value in
                guard let number = Int(value), range.contains(number) else {
                    return "a whole number from \(range.lowerBound) to \(range.upperBound)"
                }
                return nil
            })
    }

    /// A span of time: `500ms`, `5s`, `2m`, `1h`.
    public static let duration = ValueType(
        name: "duration", placeholder: "TIME", choices: [], isList: false, completes: nil,
        problem: { SpanText.milliseconds($0) == nil ? "a time such as 500ms, 5s or 2m" : nil })

    /// One of a closed list of words.
    public static func choice(
        _ choices: [Choice], placeholder: String = "WORD"
    ) -> ValueType {
        ValueType(
            name: "choice", placeholder: placeholder, choices: choices, isList: false,
            completes: nil,
            problem: { value in
                choices.contains { $0.word == value }
                    ? nil : "one of " + choices.map(\.word).joined(separator: ", ")
            })
    }

    /// Several of a closed list of words, joined by commas.
    public static func choices(
        _ choices: [Choice], placeholder: String = "WORD,…"
    ) -> ValueType {
        ValueType(
            name: "choices", placeholder: placeholder, choices: choices, isList: true,
            completes: nil,
            problem: { value in
                let words = value.split(separator: ",", omittingEmptySubsequences: false)
                let known = words.allSatisfy { word in choices.contains { $0.word == word } }
                return known
                    ? nil : "one or more of " + choices.map(\.word).joined(separator: ", ")
            })
    }

    /// A form that the program checks itself; the check answers what was expected, or nil.
    public static func checked(
        _ name: String, placeholder: String, completes: String? = nil,
        expected: @escaping @Sendable (String) -> String?
    ) -> ValueType {
        ValueType(
            name: name, placeholder: placeholder, choices: [], isList: false,
            completes: completes, problem: expected)
    }
}
