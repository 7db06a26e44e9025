import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

@Suite("interactions.export and interactions.exportRecord")
struct ExportTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func export(
        as viewer: Viewer = Harness.player, cursor: String? = nil,
        _ narrow: (inout ListInteractions.Request) -> Void = { _ in }
    ) throws -> ExportInteractions.Response {
        var filters = ListInteractions.Request()
        narrow(&filters)
        var request = ExportInteractions.Request(filters)
        request.cursor = FormField(cursor)
        return try harness.call(ExportInteractions.self, request, as: viewer)
    }

    /// All pages of a limit.
    private func pages(
        of limit: Int, _ narrow: (inout ListInteractions.Request) -> Void = { _ in }
    ) throws -> [[Interaction]] {
        var pages: [[Interaction]] = []
        var cursor: String?
        repeat {
            let page = try export(cursor: cursor) { request in
                narrow(&request)
                request.limit = FormField(limit)
            }
            pages.append(page.interactions)
            cursor = page.nextCursor
        } while cursor != nil && pages.count < 1_000
        return pages
    }

    /// Rows of two types and both directions, three of each instant, one without any.
    private func fill(_ count: Int) throws {
        for number in 0..<count {
            var form = Harness.form(
                number.isMultiple(of: 5) ? .text : .email,
                number.isMultiple(of: 2) ? .inbound : .outbound,
                at: Instant(milliseconds: Harness.now.milliseconds - Int64(number / 3) * 60_000))
            form.subject = FormField("row \(number)")
            try harness.log(form)
        }
        var undated = try harness.log()
        _ = try harness.call(DeleteInteraction.self, .init(id: undated.id), as: Harness.player)
        undated.id = InteractionID(high: 7, low: 7)
        undated.occurredAt = nil
        undated.createdAt = nil
        try harness.store(undated)
    }

    // ID-19, R-05, R-06, R-16
    @Test
    func onlyItsLoggerTakesARecordAlong() throws {
        let record = try harness.log()
        func take(_ viewer: Viewer) throws -> Interaction {
            try harness.call(ExportInteraction.self, .init(id: record.id), as: viewer).interaction
        }
        #expect(try take(Harness.player) == record)
        let refused = refusal { _ = try take(Harness.parent) }
        #expect(refused?.code == .forbidden)
        #expect(refused?.message == "Only players can export interactions")
        let foreign = [Harness.sibling, Harness.stranger].map { viewer in
            refusal { _ = try take(viewer) }
        }
        let missing = refusal {
            _ = try harness.call(
                ExportInteraction.self, .init(id: InteractionID(high: 1, low: 1)),
                as: Harness.player)
        }
        #expect(missing == .notFound(.interaction))
        #expect(foreign.allSatisfy { $0 == missing })
    }

    // IL-46, R-04, R-07, R-17
    @Test
    func playersExportTheirOwnRowsAndParentsNone() throws {
        try harness.log()
        try harness.log(as: Harness.sibling)
        let own = try export().interactions
        #expect(own == (try harness.list().interactions))
        #expect(own.map(\.loggedBy) == [Harness.player.userID])
        let parent = refusal { _ = try export(as: Harness.parent) }
        #expect(parent?.code == .forbidden)
        #expect(parent?.message == "Only players can export interactions")
        let curious = refusal {
            _ = try export { $0[.loggedBy] = Harness.sibling.userID.text }
        }
        #expect(curious == .forbidden(ListInteractions.foreignLogger))
        #expect(
            refusal {
                _ = try harness.call(
                    ExportInteractions.self, .init(), as: Harness.stranger, in: Harness.family)
            }?.code == .notFound)
    }

    // IL-46: pages of any size, joined, are the list.
    @Test(arguments: [1, 2, 3, 4, 7, 30, 31, 32, 1_000])
    func pagesJoinedAreTheList(limit: Int) throws {
        try fill(30)
        let all = try harness.list().interactions
        #expect(all.count == 31)
        let pages = try pages(of: limit)
        #expect(pages.flatMap { $0 } == all)
        #expect(pages.dropLast().allSatisfy { $0.count == limit })
        #expect(pages.count == (31 + limit - 1) / limit)
        let inbound = try harness.list { $0[.direction] = "inbound" }.interactions
        #expect(try self.pages(of: limit) { $0[.direction] = "inbound" }.flatMap { $0 } == inbound)
        func narrow(_ request: inout ListInteractions.Request) {
            request[.type] = "email"
            request[.direction] = "inbound"
        }
        let mails = try harness.list(narrow).interactions
        #expect(mails.count > 10 && mails.count < inbound.count)
        #expect(try self.pages(of: limit, narrow).flatMap { $0 } == mails)
        let window = try harness.list { $0[.search] = "row 1" }.interactions
        #expect(try self.pages(of: limit) { $0[.search] = "row 1" }.flatMap { $0 } == window)
    }

    @Test
    func windowsHoldOnEveryPage() throws {
        try fill(30)
        let ends = (
            Instant(milliseconds: Harness.now.milliseconds - 6 * 60_000),
            Instant(milliseconds: Harness.now.milliseconds - 2 * 60_000)
        )
        func narrow(_ request: inout ListInteractions.Request) {
            request[.since] = ends.0.text
            request[.until] = ends.1.text
        }
        let expected = try harness.list(narrow).interactions
        #expect(expected.count == 15)
        #expect(try pages(of: 4, narrow).flatMap { $0 } == expected)
        // A place before or behind the window neither adds rows nor fails.
        let id = InteractionID(high: 0, low: 0)
        let before = InteractionCursor(newestFirst: .min, id: id).text
        #expect(try export(cursor: before, narrow).interactions == expected)
        let behind = InteractionCursor(newestFirst: .max, id: id).text
        #expect(try export(cursor: behind, narrow).interactions.isEmpty)
    }

    // What is logged between two pages never shifts them.
    @Test
    func rowsLoggedMeanwhileNeitherRepeatNorHideOthers() throws {
        try fill(6)
        let before = try harness.list().interactions
        let first = try export { $0.limit = FormField(3) }
        try harness.log(
            Harness.form(at: Instant(milliseconds: Harness.now.milliseconds + 60_000)))
        let deleted = try #require(first.interactions.last).id
        _ = try harness.call(DeleteInteraction.self, .init(id: deleted), as: Harness.player)
        let rest = try export(cursor: first.nextCursor).interactions
        #expect(first.interactions + rest == before)
    }

    // Memory is bounded by bytes as well as by rows: the longest contents make short pages.
    @Test
    func aPageEndsWhenItIsLargeEnough() throws {
        let long = String(repeating: "👩‍👩‍👧‍👦", count: InteractionLimit.contentMax)
        for number in 0..<12 {
            var form = Harness.form(
                at: Instant(milliseconds: Harness.now.milliseconds - Int64(number)))
            form.content = FormField(long)
            try harness.log(form)
        }
        let pages = try pages(of: 1_000)
        #expect(pages.count > 1)
        #expect(pages.flatMap { $0 }.count == 12)
        for page in pages {
            let bytes = page.reduce(0) { $0 + ($1.content?.utf8.count ?? 0) }
            #expect(bytes < ExportInteractions.pageBytesMax + 2 * long.utf8.count)
        }
        // An answer without a limit ends there too, and says where the next one begins.
        let first = try export()
        #expect(first.interactions.count < 12)
        #expect(first.nextCursor != nil)
        var rest = try export(cursor: first.nextCursor)
        var count = first.interactions.count + rest.interactions.count
        while let cursor = rest.nextCursor, count < 12 {
            rest = try export(cursor: cursor)
            count += rest.interactions.count
        }
        #expect(count == 12)
        #expect(rest.nextCursor == nil)
    }

    @Test
    func theLargestLimitIsAllRows() throws {
        try fill(3)
        #expect(try export { $0.limit = FormField(.max) }.interactions.count == 4)
    }

    // DESIGN.md, decision 11: the hand-made encoder writes what the contract type encodes.
    @Test
    func bytesEqualThoseOfTheContractType() throws {
        try fill(5)
        for limit in [nil, 2] {
            var filters = ListInteractions.Request()
            filters.limit = FormField(limit)
            let json = try harness.answer(
                ExportInteractions.self, .init(filters), as: Harness.player)
            let response = try JSONCoding.decodeResponse(
                ExportInteractions.Response.self, from: json)
            #expect(try JSONCoding.encode(response) == json)
        }
        let empty = try harness.answer(
            ExportInteractions.self, .init(), as: Harness.sibling)
        #expect(
            String(decoding: empty, as: UTF8.self) == #"{"interactions":[],"next_cursor":null}"#)
    }
}
