import CTerminal
import Glibc

/// What the place that output goes to can show.
public struct TerminalTraits: Hashable, Sendable {
    /// Columns where nothing tells.
    public static let columnsDefault = 80

    /// Whether it is a terminal; a pipe or a file otherwise.
    public let isTerminal: Bool
    /// Its width.
    public let columns: Int
    /// Whether colours may be used.
    public let usesColour: Bool
    /// Whether records are written as `label: value` lines, without tables or emoji.
    public let isAccessible: Bool

    /// Traits of one's own, for tests and files.
    public init(
        isTerminal: Bool, columns: Int = columnsDefault, usesColour: Bool = false,
        isAccessible: Bool = false
    ) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.usesColour = usesColour
        self.isAccessible = isAccessible
    }

    /// A pipe: full values, no colour.
    public static let pipe = TerminalTraits(isTerminal: false)

    /// What is behind a descriptor. Colour is off with a non-empty `NO_COLOR`, with `TERM=dumb` and
    /// with `COMPASS_ACCESSIBLE=1`; `COLUMNS` wins over what the terminal says.
    public static func detected(
        descriptor: Int32, environment: [String: String]
    ) -> TerminalTraits {
        guard isatty(descriptor) == 1 else { return .pipe }
        return of(
            terminalColumns: Int(compass_terminal_columns(descriptor)), environment: environment)
    }

    static func of(terminalColumns: Int, environment: [String: String]) -> TerminalTraits {
        let isAccessible = environment["COMPASS_ACCESSIBLE"] == "1"
        let noColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        let isDumb = environment["TERM"] == "dumb"
        let wished = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let columns = wished ?? (terminalColumns > 0 ? terminalColumns : columnsDefault)
        return TerminalTraits(
            isTerminal: true, columns: columns, usesColour: !noColour && !isDumb && !isAccessible,
            isAccessible: isAccessible)
    }
}

/// A colour with a meaning. It never stands alone: the word it colours says the same.
public enum TextStyle: String, Sendable {
    /// Stands out.
    case bold
    /// Steps back.
    case faint
    /// Very positive, done.
    case green
    /// Positive, outbound.
    case blue
    /// Inbound in detail pages, another person.
    case purple
    /// A warning.
    case amber
    /// Negative, refused.
    case red

    private var code: String {
        switch self {
        case .bold: "1"
        case .faint: "2"
        case .red: "31"
        case .green: "32"
        case .amber: "33"
        case .blue: "34"
        case .purple: "35"
        }
    }

    /// The text in this style where colours are used, and unchanged elsewhere.
    public func applied(to text: String, _ traits: TerminalTraits) -> String {
        traits.usesColour && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
