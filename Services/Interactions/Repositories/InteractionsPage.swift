import Contracts
import Storage

/// The answer of the list while it is put together: rows go straight into JSON. Its bytes are
/// those of `JSONCoding.encode(ListInteractions.Response)`.
struct InteractionsPage: ~Copyable {
    var activeFilters: [ActiveFilter] = []
    var loggedByOptions: [LoggedByOption]?
    /// The figures over the rows so far.
    var figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
    private let title: String
    private var rows = JSONWriter(capacity: Self.rowsCapacity)

    /// Room for the rows of a usual page, in bytes.
    private static let rowsCapacity = 65_536
    /// Room for everything else, in bytes.
    private static let frameCapacity = 1_024

    init(title: String) {
        self.title = title
        rows.beginArray()
    }

    /// Writes a row with this writer and counts it.
    mutating func append(_ row: borrowing Row, with writer: InteractionRowWriter) throws {
        try writer.write(row, to: &rows, &figures)
    }

    /// The whole answer.
    consuming func json() -> [UInt8] {
        rows.endArray()
        var json = JSONWriter(capacity: Self.frameCapacity)
        json.beginObject()
        json.key("active_filters")
        json.filters(activeFilters)
        json.key("analytics")
        write(figures, to: &json)
        json.key("has_active_filters")
        json.bool(!activeFilters.isEmpty)
        json.key("interactions")
        let place = json.valueToCome()
        json.key("logged_by_options")
        write(loggedByOptions, to: &json)
        json.key("title")
        json.string(title)
        json.endObject()
        return json.bytes(placing: rows, at: place)
    }

    private func write(_ figures: InteractionFigures, to json: inout JSONWriter) {
        json.beginObject()
        json.key("inbound")
        json.integer(figures.inbound)
        json.key("outbound")
        json.integer(figures.outbound)
        json.key("this_week")
        json.integer(figures.thisWeek)
        json.key("total")
        json.integer(figures.total)
        json.endObject()
    }

    private func write(_ options: [LoggedByOption]?, to json: inout JSONWriter) {
        guard let options else { return json.null() }
        json.beginArray()
        for option in options {
            json.beginObject()
            json.key("id")
            json.identifier(option.id)
            json.key("label")
            json.string(option.label)
            json.endObject()
        }
        json.endArray()
    }
}
