/// Numbers as people type them.
public enum TypedNumber {
    /// Parses a number such as `75`, `75.50` or `$1,075.50`; returns nil for anything else.
    public static func value(of text: String) -> Double? {
        let text = text.trimmed
        let amount = text.hasPrefix("$") ? text.dropFirst() : text[...]
        let plain = hasThousands(amount) ? String(amount.filter { $0 != "," }) : String(amount)
        let isPlain = plain.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
        guard isPlain, let number = Double(plain), number.isFinite else { return nil }
        return number
    }

    /// Whether there are commas and all of them separate thousands. Another comma may be a decimal
    /// comma: `92,5` must not become 925.
    private static func hasThousands(_ text: Substring) -> Bool {
        let whole = text.prefix { $0 != "." }.drop { "+-".contains($0) }
        let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
        return groups.count > 1 && (1...3).contains(groups[0].count)
            && groups.dropFirst().allSatisfy { $0.count == 3 }
    }
}
