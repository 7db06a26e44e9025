import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Exports a player's filtered rows page by page (IL-46, R-07). Writes the same bytes as
/// `JSONCoding.encode(ExportInteractions.Response)`.
extension ExportInteractions {
    /// Thrown to end a query at the end of a page.
    private struct PageIsFull: Error {}

    static func handle(
        _ input: ExportInteractions.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> [UInt8] {
        let scope = try context.familyOrFormerPlayer(in: transaction)
        try ListInteractions.checkLogger(of: input.filters, scope)
        let repository = InteractionRepository(scope, transaction)
        let selection = try InteractionSelection(
            input.filters, behind: input.cursor, at: context.now, repository.names)
        return try page(of: repository, selection, limit: input.filters.limit)
    }

    private static func page(
        of repository: InteractionRepository, _ selection: InteractionSelection, limit: Int?
    ) throws -> [UInt8] {
        let writer = InteractionRowWriter(repository, weekStart: .earliest)
        var figures = InteractionFigures(total: 0, outbound: 0, inbound: 0, thisWeek: 0)
        var rows = JSONWriter(capacity: 65_536)
        rows.beginArray()
        var last: InteractionCursor?
        var isMore = false
        do {
            // A row beyond the limit shows that there is another page.
            let rowsMax = limit.map { min($0, .max - 1) + 1 }
            try repository.forEach(selection, limit: rowsMax) { row in
                let isFull = limit.map { figures.total >= $0 } ?? false
                if isFull || rows.count >= pageBytesMax { throw PageIsFull() }
                try writer.write(row, to: &rows, &figures)
                last = try InteractionRow.cursor(row)
            }
        } catch is PageIsFull {
            isMore = true
        }
        rows.endArray()
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        json.key("interactions")
        let place = json.reserveValue()
        json.member("next_cursor", isMore ? last?.text : nil)
        json.endObject()
        return json.bytes(placing: rows, at: place)
    }
}

/// Exports one of the player's own records (ID-15, R-05, R-06).
extension ExportInteraction {
    static func handle(
        _ input: ShowInteraction.Request, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> ExportInteraction.Response {
        let found = try InteractionRepository(scope, transaction).require(input.id)
        return ExportInteraction.Response(interaction: found.interaction)
    }
}
