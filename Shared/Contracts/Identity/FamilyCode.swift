/// A code that admits a person to a family: `FAM-` and six of 32 symbols that are easy to tell
/// apart (no I, O, 0 or 1).
public struct FamilyCode: Hashable, Sendable, CustomStringConvertible {
    public static let refusal =
        "Please enter a family code such as FAM-7KQ2WX (six letters or digits, no I, O, 0 or 1)"
    public static let symbols = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    /// The number of symbols after `FAM-`.
    public static let symbolCount = 6
    /// The maximum length of a typed code, in bytes.
    static let typedBytesMax = 64

    private let symbolText: String

    /// The code as displayed.
    public var description: String { "FAM-\(symbolText)" }

    /// Returns a new code from the system's random number generator.
    public static func random() -> FamilyCode {
        FamilyCode(
            unchecked: String((0..<symbolCount).map { _ in symbols[Int.random(in: 0..<32)] }))
    }

    private init(unchecked symbolText: String) {
        self.symbolText = symbolText
    }

    /// Parses a typed code, ignoring white space, case and a missing `FAM-`. Returns nil unless six
    /// valid symbols remain.
    public init?(typed: String) {
        guard typed.utf8.count <= FamilyCode.typedBytesMax else { return nil }
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
