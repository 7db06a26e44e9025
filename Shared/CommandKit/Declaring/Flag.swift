/// One flag of a command or of the whole program.
public struct Flag: Sendable {
    /// What the flag takes.
    public enum Kind: Sendable {
        /// Nothing: given or not. A negatable one is also taken as `--no-NAME`.
        case toggle(negatable: Bool)
        /// A value: `--name value` or `--name=value`.
        case value(ValueType)
    }

    /// The long name without its dashes.
    public let name: String
    /// The one-letter form, if there is one.
    public let short: Character?
    /// What the flag takes.
    public let kind: Kind
    /// One line of help.
    public let summary: String
    /// Whether it may be given more than once; otherwise the second is a usage error.
    public let isRepeatable: Bool
    /// What holds when it is absent, for help; nil when nothing does.
    public let defaultText: String?
    /// The text people get when the value is refused; nil for the general one.
    public let refusal: String?
    /// The field of the request that the value belongs to, where it is not called as the flag.
    public let field: String?
    /// Whether an empty value says that there is none; else the type judges it as any other.
    public let takesNone: Bool

    /// A flag that is given or not.
    public static func toggle(
        _ name: String, short: Character? = nil, negatable: Bool = false, _ summary: String
    ) -> Flag {
        Flag(
            name: name, short: short, kind: .toggle(negatable: negatable), summary: summary,
            isRepeatable: false, defaultText: nil, refusal: nil, field: nil, takesNone: false)
    }

    /// A flag with a value; `field` is what the request calls it, `takesNone` lets an empty value
    /// say that there is none.
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

    /// Whether `--no-NAME` is taken.
    var isNegatable: Bool {
        if case .toggle(let negatable) = kind { return negatable }
        return false
    }
}

/// One argument that stands without a flag.
public struct Argument: Sendable {
    /// The name in upper case, as help shows it.
    public let name: String
    /// What it takes.
    public let type: ValueType
    /// Whether it may be left out. Only the last may.
    public let isOptional: Bool
    /// Whether it takes all remaining words, joined by blanks. Only the last may.
    public let takesRest: Bool
    /// Whether it may stand several times, each word by itself. Only the last may.
    public let isRepeatable: Bool
    /// One line of help.
    public let summary: String

    /// An argument; `takesRest` lets a search text stand without quotes, `repeatable` takes several
    /// files.
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
