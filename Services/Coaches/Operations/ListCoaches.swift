import Contracts
import ServiceKit
import Storage

/// Serves the page Coaches List. The bytes of both operations are those of `JSONCoding.encode`.
extension ListCoaches {
    /// Room for a usual page, in bytes.
    static let pageCapacity = 65_536

    /// The family's coaches, whoever of the family added them (X-08, CO-01).
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let scope = try context.requireFamily()
        try FigureKeeper.requirePresent(context, transaction)
        let repository = CoachRepository(scope, transaction)
        let selection = try CoachSelection(input, context, transaction)
        let filters = try input.chips { kind, id in
            guard kind == .school else { return nil }
            return try SchoolRepository(scope, transaction).find(SchoolID(id))?.name
        }
        var json = JSONWriter(capacity: pageCapacity)
        json.beginObject()
        json.key("active_filters")
        json.filters(filters)
        let count = try write(selection, scope, repository, to: &json)
        json.key("has_active_filters")
        json.bool(!filters.isEmpty)
        json.key("sort")
        json.string(selection.order.rawValue)
        json.key("total")
        json.integer(count == selection.limit ? try repository.count(selection) : count)
        json.endObject()
        return json.bytes
    }

    /// Writes the rows under their key, and counts them.
    static func write(
        _ selection: CoachSelection, _ scope: FamilyScope, _ repository: CoachRepository,
        to json: inout JSONWriter
    ) throws -> Int {
        json.key("coaches")
        json.beginArray()
        var count = 0
        let writer = CoachRowWriter(scope)
        try repository.forEachRow(selection) { row in
            try writer.write(row, to: &json)
            count += 1
        }
        json.endArray()
        return count
    }
}

extension ExportCoaches {
    /// The rows of the list.
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        try FigureKeeper.requirePresent(context, transaction)
        let scope = try context.requireFamily()
        let repository = CoachRepository(scope, transaction)
        let selection = try CoachSelection(input, context, transaction)
        var json = JSONWriter(capacity: ListCoaches.pageCapacity)
        json.beginObject()
        _ = try ListCoaches.write(selection, scope, repository, to: &json)
        json.endObject()
        return json.bytes
    }
}
