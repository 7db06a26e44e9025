/// A code that admits somebody to a family: `FAM-` and six of 32 symbols that cannot be mistaken
/// for one another (no I, O, 0 or 1).
public struct FamilyCode: Hashable, Sendable, CustomStringConvertible {
    /// The text of a refusal.
    public static let refusal =
        "Please enter a family code such as FAM-7KQ2WX (six letters or digits, no I, O, 0 or 1)"
    /// The symbols of a code.
    public static let symbols = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    /// How many symbols a code has after `FAM-`.
    public static let symbolCount = 6
    /// The longest typed code that is looked at, in octets.
    static let typedOctetsMax = 64

    private let symbolText: String

    /// The code as it is shown.
    public var description: String { "FAM-\(symbolText)" }

    /// A new code from the system's randomness.
    public static func random() -> FamilyCode {
        FamilyCode(
            unchecked: String((0..<symbolCount).map { _ in symbols[Int.random(in: 0..<32)] }))
    }

    private init(unchecked symbolText: String) {
        self.symbolText = symbolText
    }

    /// A code as people type it: blanks, lower case and a missing `FAM-` are forgiven. `nil` if
    /// what remains is not six of the symbols.
    public init?(typed: String) {
        guard typed.utf8.count <= FamilyCode.typedOctetsMax else { return nil }
        var text = typed.uppercased().filter { !$0.isWhitespace }
        if text.hasPrefix("FAM-") {
            text.removeFirst(4)
        } else if text.hasPrefix("FAM"), text.count == 3 + FamilyCode.symbolCount {
            text.removeFirst(3)
        }
        guard text.count == FamilyCode.symbolCount,
            text.allSatisfy({ FamilyCode.symbols.contains($0) })
        else { return nil }
        self.init(unchecked: text)
    }
}
