/// A position after one row in the order of a family's interactions. Callers return its text
/// unchanged.
@Memberwise
public struct InteractionCursor: Hashable, Sendable {
    /// The row's sort key: its display date in milliseconds, negated so that newer rows come first;
    /// the largest number for a row without a date.
    public let newestFirst: Int64
    public let id: InteractionID

    /// Parses a cursor's text; returns nil if it is not in canonical form.
    public init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int64(parts[0]),
            let id = InteractionID(text: String(parts[1]))
        else { return nil }
        self.init(newestFirst: place, id: id)
        guard self.text == text else { return nil }
    }

    /// The cursor as sent.
    public var text: String { "\(newestFirst).\(id.text)" }
}
