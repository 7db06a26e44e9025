import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Serves the page Coaches List. Both operations write the same bytes as `JSONCoding.encode`.
extension ListCoaches {
    /// The initial buffer capacity in bytes, enough for a typical page.
    static let pageCapacity = 65_536

    /// Lists all of the family's coaches, regardless of who added them (X-08, CO-01).
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let (scope, repository, selection) = try select(input, context, transaction)
        let filters = try input.chips { kind, id in
            guard kind == .school else { return nil }
            return try SchoolRepository(scope, transaction).find(SchoolID(id))?.name
        }
        var json = JSONWriter(capacity: pageCapacity)
        json.beginObject()
        json.member("active_filters", filters)
        let count = try write(selection, repository, to: &json)
        json.member("has_active_filters", !filters.isEmpty)
        json.member("sort", selection.order)
        json.member("total", count == selection.limit ? try repository.count(selection) : count)
        json.endObject()
        return json.bytes
    }

    /// Returns the caller's family, its coaches with current figures, and what the list selects.
    fileprivate static func select(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> (FamilyScope, CoachRepository, CoachSelection) {
        let scope = try context.familyWithFigures(in: transaction)
        return (
            scope, CoachRepository(scope, transaction),
            try CoachSelection(input, context, transaction)
        )
    }

    /// Writes the rows under the key `coaches`. Returns how many.
    static func write(
        _ selection: CoachSelection, _ repository: CoachRepository, to json: inout JSONWriter
    ) throws -> Int {
        json.key("coaches")
        json.beginArray()
        var count = 0
        try repository.forEachRow(selection) { row in
            try Coach.table.write(row, to: &json)
            count += 1
        }
        json.endArray()
        return count
    }
}

extension ExportCoaches {
    /// Writes the rows of the list.
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let (_, repository, selection) = try ListCoaches.select(input, context, transaction)
        var json = JSONWriter(capacity: ListCoaches.pageCapacity)
        json.beginObject()
        _ = try ListCoaches.write(selection, repository, to: &json)
        json.endObject()
        return json.bytes
    }
}
