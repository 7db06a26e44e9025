import Contracts
import Storage

/// Builds the list's response by writing rows directly as JSON. Writes the same bytes as
/// `JSONCoding.encode(ListInteractions.Response)`.
struct InteractionsPage: ~Copyable {
    var activeFilters: [ActiveFilter] = []
    var loggedByOptions: [LoggedByOption]?
    /// The totals of the rows written so far.
    var figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
    private let title: String
    private var rows = JSONWriter(capacity: Self.rowsCapacity)

    /// The initial capacity for the rows of a typical page, in bytes.
    private static let rowsCapacity = 65_536
    /// The capacity for everything else, in bytes.
    private static let frameCapacity = 1_024

    init(title: String) {
        self.title = title
        rows.beginArray()
    }

    /// Writes and counts a row.
    mutating func append(_ row: borrowing Row, with writer: InteractionRowWriter) throws {
        try writer.write(row, to: &rows, &figures)
    }

    consuming func json() -> [UInt8] {
        rows.endArray()
        var json = JSONWriter(capacity: Self.frameCapacity)
        json.beginObject()
        json.member("active_filters", activeFilters)
        json.member("analytics", figures)
        json.member("has_active_filters", !activeFilters.isEmpty)
        json.key("interactions")
        let place = json.reserveValue()
        json.member("logged_by_options", loggedByOptions)
        json.member("title", title)
        json.endObject()
        return json.bytes(placing: rows, at: place)
    }
}
