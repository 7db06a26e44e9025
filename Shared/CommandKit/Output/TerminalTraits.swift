import CTerminal
import Glibc

/// What the place that output goes to can show.
public struct TerminalTraits: Hashable, Sendable {
    /// Columns where nothing tells.
    public static let columnsDefault = 80
    /// Rows where nothing tells.
    public static let rowsDefault = 24

    /// Whether it is a terminal; a pipe or a file otherwise.
    public let isTerminal: Bool
    /// Its width.
    public let columns: Int
    /// Its height.
    public let rows: Int
    /// Whether colours may be used.
    public let usesColour: Bool
    /// Whether records are written as `label: value` lines, without tables or emoji.
    public let isAccessible: Bool
    /// Whether it shows text only: it moves no cursor and has no pictures.
    public let isDumb: Bool
    /// Whether it shows letters and signs beyond ASCII.
    public let hasUnicode: Bool

    /// Whether it has pictures and lets a page be drawn over the one before: a terminal that is
    /// neither dumb nor read aloud.
    public var canDraw: Bool { isTerminal && !isAccessible && !isDumb }

    /// Traits of one's own, for tests and files.
    public init(
        isTerminal: Bool, columns: Int = columnsDefault, rows: Int = rowsDefault,
        usesColour: Bool = false, isAccessible: Bool = false, isDumb: Bool = false,
        hasUnicode: Bool = true
    ) {
        self.isTerminal = isTerminal
        self.columns = columns
        self.rows = rows
        self.isDumb = isDumb
        self.hasUnicode = hasUnicode
        self.usesColour = usesColour
        self.isAccessible = isAccessible
    }

    /// A pipe: full values, no colour.
    public static let pipe = TerminalTraits(isTerminal: false)

    /// What is behind a descriptor. Colour is off with a non-empty `NO_COLOR`, with `TERM=dumb` and
    /// with `COMPASS_ACCESSIBLE=1`; `COLUMNS` and `LINES` win over what the terminal says.
    public static func detected(
        descriptor: Int32, environment: [String: String]
    ) -> TerminalTraits {
        guard isatty(descriptor) == 1 else { return .pipe }
        return of(
            terminalColumns: Int(compass_terminal_columns(descriptor)),
            terminalRows: Int(compass_terminal_rows(descriptor)), environment: environment)
    }

    static func of(
        terminalColumns: Int, terminalRows: Int = 0, environment: [String: String]
    ) -> TerminalTraits {
        func size(_ name: String, _ ofTerminal: Int, _ otherwise: Int) -> Int {
            let wished = environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
            return wished ?? (ofTerminal > 0 ? ofTerminal : otherwise)
        }
        let isAccessible = environment["COMPASS_ACCESSIBLE"] == "1"
        let noColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        let isDumb = environment["TERM"] == "dumb"
        return TerminalTraits(
            isTerminal: true, columns: size("COLUMNS", terminalColumns, columnsDefault),
            rows: size("LINES", terminalRows, rowsDefault),
            usesColour: !noColour && !isDumb && !isAccessible, isAccessible: isAccessible,
            isDumb: isDumb, hasUnicode: hasUnicode(environment))
    }

    /// Whether the locale's encoding is UTF-8; where no locale is set, terminals of today have it.
    private static func hasUnicode(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
        guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return true }
        return locale.contains("utf-8") || locale.contains("utf8")
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
    /// One of the colours of types.
    case cyan
    /// One of the colours of types.
    case indigo
    /// One of the colours of types.
    case pink
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
        case .cyan: "36"
        case .indigo: "94"
        case .pink: "95"
        }
    }

    /// The text in this style where colours are used, and unchanged elsewhere.
    public func applied(to text: String, _ traits: TerminalTraits) -> String {
        traits.usesColour && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
