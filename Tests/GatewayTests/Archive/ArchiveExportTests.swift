import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// What `export --all` reads.
@Suite struct ArchiveExportTests {
    /// Rows of one time and then older ones, newest first.
    private func rows(ofOneTime count: Int, older: Int) -> [Interaction] {
        (0..<count + older).map { number in
            Fixture.interaction(UInt64(number + 1)) { row in
                guard number >= count else { return }
                row.occurredAt = Fixture.created.advanced(by: .seconds(-number))
            }
        }
    }

    /// A list with the filter and the limit that its pages are made of.
    private func list(
        _ rows: [Interaction], _ request: ListInteractions.Request
    ) throws -> [ArchiveExport.Row<Interaction>] {
        let until = request[.until].flatMap { Instant(text: $0) } ?? .latest
        let limit = try #require(request.limit.value)
        let found = rows.filter { ($0.displayDate ?? .earliest) <= until }
        return found.prefix(limit).map { ArchiveExport.Row(record: $0, json: []) }
    }

    // N-90: an import may give hundreds of contacts the same time.
    @Test(arguments: [0, 199, 200, 201, 399, 400, 401, 450, 1_700])
    func rowsOfOneTimeAreReadOnce(count: Int) throws {
        let rows = rows(ofOneTime: count, older: 210)
        var read: [InteractionID] = []
        var pages = 0
        try ArchiveExport.eachRow { request in
            pages += 1
            try #require(pages < 20, "the pages do not end")
            return try list(rows, request)
        } _: { row in
            read.append(row.record.id)
        }
        #expect(read == rows.map(\.id))
    }
}
