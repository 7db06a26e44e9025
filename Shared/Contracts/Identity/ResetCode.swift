/// A secret that replaces a lost password once: a recovery code, or a one-time code from a parent
/// of the family or from the operator.
///
/// It has 26 of the symbols of a family code, 130 random bits, displayed in five groups:
/// `7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2`. Only its digest is stored.
public struct ResetCode: Hashable, Sendable, CustomStringConvertible {
    public static let refusal =
        "Please enter the whole code: 26 letters or digits, no I, O, 0 or 1"
    /// The number of symbols, each of five bits.
    public static let symbolCount = 26
    /// The sizes of the groups in which a code is displayed.
    static let groupSizes = [5, 5, 5, 5, 6]

    /// How long a one-time code is valid.
    public static let lifetime = Duration.seconds(900)
    /// The number of recovery codes that a user has at a time.
    public static let recoveryCount = 10

    /// The symbols without hyphens, from which the stored digest is computed.
    public let symbolText: String

    /// The code as displayed.
    public var description: String {
        var rest = Substring(symbolText)
        return ResetCode.groupSizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return String(rest.prefix(size))
        }.joined(separator: "-")
    }

    /// Returns a new code from the system's random number generator.
    public static func random() -> ResetCode {
        ResetCode(unchecked: CodeSymbols.random(symbolCount))
    }

    private init(unchecked symbolText: String) {
        self.symbolText = symbolText
    }

    /// Parses a typed code, ignoring white space, hyphens and case. Returns nil unless 26 valid
    /// symbols remain.
    public init?(typed: String) {
        guard let text = CodeSymbols.typed(typed, count: ResetCode.symbolCount) else { return nil }
        self.init(unchecked: text)
    }
}
