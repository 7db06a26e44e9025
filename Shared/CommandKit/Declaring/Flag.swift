/// A flag of a command or of the whole program.
public struct Flag: Sendable {
    /// Whether a flag has a value.
    public enum Kind: Sendable {
        /// No value. A negatable flag also accepts `--no-NAME`.
        case toggle(negatable: Bool)
        /// A value: `--name value` or `--name=value`.
        case value(ValueType)
    }

    /// The long name without dashes.
    public let name: String
    /// The one-letter name, if there is one.
    public let short: Character?
    public let kind: Kind
    /// One line of help.
    public let summary: String
    /// Whether the flag may be repeated; otherwise a second one is a usage error.
    public let isRepeatable: Bool
    /// The default value, for help; nil if there is none.
    public let defaultText: String?
    /// The message for a refused value; nil for the general one.
    public let refusal: String?
    /// The field of the request, if its name differs from the flag's.
    public let field: String?
    /// Whether an empty value means "none"; otherwise the type validates it like any other.
    public let takesNone: Bool

    /// Returns a flag without a value.
    public static func toggle(
        _ name: String, short: Character? = nil, negatable: Bool = false, _ summary: String
    ) -> Flag {
        Flag(
            name: name, short: short, kind: .toggle(negatable: negatable), summary: summary,
            isRepeatable: false, defaultText: nil, refusal: nil, field: nil, takesNone: false)
    }

    /// Returns a flag with a value. `field` is the request's name for it; with `takesNone` an empty
    /// value means "none".
    public static func value(
        _ name: String, short: Character? = nil, _ type: ValueType, repeatable: Bool = false,
        default defaultText: String? = nil, refusal: String? = nil, field: String? = nil,
        takesNone: Bool = false, _ summary: String
    ) -> Flag {
        Flag(
            name: name, short: short, kind: .value(type), summary: summary,
            isRepeatable: repeatable, defaultText: defaultText, refusal: refusal, field: field,
            takesNone: takesNone)
    }

    /// The type of the value; nil for a toggle.
    public var type: ValueType? {
        if case .value(let type) = kind { return type }
        return nil
    }

    /// Whether `--no-NAME` is accepted.
    var isNegatable: Bool {
        if case .toggle(let negatable) = kind { return negatable }
        return false
    }
}

/// A positional argument.
public struct Argument: Sendable {
    /// The name in upper case, as shown in help.
    public let name: String
    public let type: ValueType
    /// Whether it may be omitted. Only allowed for the last argument.
    public let isOptional: Bool
    /// Whether it takes all remaining words, joined by spaces. Only allowed for the last argument.
    public let takesRest: Bool
    /// Whether it may be repeated. Only allowed for the last argument.
    public let isRepeatable: Bool
    /// One line of help.
    public let summary: String

    /// Creates an argument. `takesRest` allows a search text without quotes; `repeatable` allows
    /// several files.
    public init(
        _ name: String, _ summary: String, _ type: ValueType = .text(), optional: Bool = false,
        takesRest: Bool = false, repeatable: Bool = false
    ) {
        self.name = name
        self.type = type
        self.isOptional = optional
        self.takesRest = takesRest
        isRepeatable = repeatable
        self.summary = summary
    }
}
