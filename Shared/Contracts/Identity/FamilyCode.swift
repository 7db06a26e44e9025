/// The symbols of codes that people type: 32 that are easy to tell apart (no I, O, 0 or 1), each of
/// five bits.
public enum CodeSymbols {
    public static let all = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    /// The maximum length of a typed code, in bytes.
    static let typedBytesMax = 128

    /// So many symbols from the system's random number generator.
    static func random(_ count: Int) -> String {
        String((0..<count).map { _ in all[Int.random(in: all.indices)] })
    }

    /// The symbols of a typed code, which may be in lower case and have blanks and hyphens; nil
    /// unless there are so many and nothing else.
    static func typed(_ text: String, count: Int) -> String? {
        guard text.utf8.count <= typedBytesMax else { return nil }
        let symbols = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard symbols.count == count, symbols.allSatisfy(all.contains) else { return nil }
        return symbols
    }
}

/// A code that admits a person to a family: `FAM-` and six symbols.
public struct FamilyCode: Hashable, Sendable, CustomStringConvertible {
    public static let refusal =
        "Please enter a family code such as FAM-7KQ2WX (six letters or digits, no I, O, 0 or 1)"
    /// The number of symbols after `FAM-`.
    public static let symbolCount = 6
    /// The maximum length of a typed code, in bytes.
    static let typedBytesMax = 64

    private let symbolText: String

    /// The code as displayed.
    public var description: String { "FAM-\(symbolText)" }

    /// Returns a new code from the system's random number generator.
    public static func random() -> FamilyCode {
        FamilyCode(unchecked: CodeSymbols.random(symbolCount))
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
            text.allSatisfy({ CodeSymbols.all.contains($0) })
        else { return nil }
        self.init(unchecked: text)
    }
}
