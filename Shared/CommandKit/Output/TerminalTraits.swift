import Base
import CTerminal
import Glibc

/// The capabilities of an output destination.
@Memberwise
public struct TerminalTraits: Hashable, Sendable {
    /// The columns if the width is unknown.
    public static let columnsDefault = 80
    /// The rows if the height is unknown.
    public static let rowsDefault = 24

    /// Whether it is a terminal, rather than a pipe or file.
    public let isTerminal: Bool
    public var columns: Int = TerminalTraits.columnsDefault
    public var rows: Int = TerminalTraits.rowsDefault
    public var usesColour: Bool = false
    /// Whether records are written as `label: value` lines, without tables or emoji.
    public var isAccessible: Bool = false
    /// Whether it shows text only, without cursor movement or graphics.
    public var isDumb: Bool = false
    /// Whether it shows characters beyond ASCII.
    public var hasUnicode: Bool = true

    /// Whether it supports graphics and redrawing a page: a terminal that is neither dumb nor
    /// accessible.
    public var canDraw: Bool { isTerminal && !isAccessible && !isDumb }

    /// A pipe: full values without colour.
    public static let pipe = TerminalTraits(isTerminal: false)

    /// Returns the traits of a descriptor. Colour is off with a non-empty `NO_COLOR`, with
    /// `TERM=dumb` and with `COMPASS_ACCESSIBLE=1`. `COLUMNS` and `LINES` override the terminal's
    /// size.
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

    /// Returns whether the locale's encoding is UTF-8; true if no locale is set, as in modern
    /// terminals.
    private static func hasUnicode(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
        guard let locale = names.first(where: { !$0.isEmpty })?.lowercased() else { return true }
        return locale.contains("utf-8") || locale.contains("utf8")
    }
}

/// A colour with a meaning. The coloured word always expresses the same meaning.
public enum TextStyle: String, Sendable {
    case bold
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

    /// Returns the text in this style if colours are used, otherwise unchanged.
    public func applied(to text: String, _ traits: TerminalTraits) -> String {
        traits.usesColour && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
