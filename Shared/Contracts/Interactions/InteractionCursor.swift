/// A place in the order of a family's interactions: behind one row. Callers hand its text back as
/// they got it.
public struct InteractionCursor: Hashable, Sendable {
    /// The row's place: its display date in milliseconds, negative, so that newer ones come first;
    /// the largest number for a row without a date.
    public let newestFirst: Int64
    /// The row.
    public let id: InteractionID

    /// The place behind this row.
    public init(newestFirst: Int64, id: InteractionID) {
        self.newestFirst = newestFirst
        self.id = id
    }

    /// The place that a text names; `nil` for one that no cursor has.
    public init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int64(parts[0]),
            let id = InteractionID(text: String(parts[1]))
        else { return nil }
        self.init(newestFirst: place, id: id)
        guard self.text == text else { return nil }
    }

    /// The cursor as it travels.
    public var text: String { "\(newestFirst).\(id.text)" }
}
