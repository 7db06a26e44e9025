/// A secret that replaces a lost password once: a recovery code, or a one-time code from a parent
/// of the family or from the operator.
///
/// It has 26 of the symbols of a family code, 130 random bits, and is shown in five groups:
/// `7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2`. Only its digest is stored (S27).
public struct ResetCode: Hashable, Sendable, CustomStringConvertible {
    /// The text of a refusal.
    public static let refusal =
        "Please enter the whole code: 26 letters or digits, no I, O, 0 or 1"
    /// How many symbols a code has; each stands for five bits.
    public static let symbolCount = 26
    /// The sizes of the groups in which a code is shown.
    static let groupSizes = [5, 5, 5, 5, 6]
    /// The longest typed code that is looked at, in bytes.
    static let typedBytesMax = 128

    /// How long a one-time code counts.
    public static let lifetime = Duration.seconds(900)
    /// How many recovery codes a user has at once.
    public static let recoveryCount = 10

    /// The symbols without the hyphens; what the stored digest is made from.
    public let symbolText: String

    /// The code as it is shown.
    public var description: String {
        var rest = Substring(symbolText)
        return ResetCode.groupSizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return String(rest.prefix(size))
        }.joined(separator: "-")
    }

    /// A new code from the system's randomness.
    public static func random() -> ResetCode {
        ResetCode(
            unchecked: String(
                (0..<symbolCount).map { _ in FamilyCode.symbols[Int.random(in: 0..<32)] }))
    }

    private init(unchecked symbolText: String) {
        self.symbolText = symbolText
    }

    /// A code as people type it: blanks, hyphens and lower case are forgiven. `nil` if what
    /// remains is not 26 of the symbols.
    public init?(typed: String) {
        guard typed.utf8.count <= ResetCode.typedBytesMax else { return nil }
        let text = typed.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard text.count == ResetCode.symbolCount,
            text.allSatisfy({ FamilyCode.symbols.contains($0) })
        else { return nil }
        self.init(unchecked: text)
    }
}
