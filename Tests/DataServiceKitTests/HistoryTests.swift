import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// Who did what, when, with before and after, read from the change feed.
@Suite struct HistoryTests {
    private let folder: TemporaryFolder
    private let service: ThingService
    private static let now = Instant(milliseconds: 1_770_724_800_000)

    init() throws {
        (folder, service) = try ThingService.inOwnFolder(now: Self.now)
    }

    /// Records a change some seconds after the beginning.
    @discardableResult
    private func record(
        _ type: String, _ id: ThingID, version: Int64 = 1, aggregate: String = "thing",
        json: String, after seconds: Int = 0, family: FamilyID? = ThingService.family,
        actor: UserID? = ThingService.player
    ) throws -> Int64 {
        let feed = service.data.feed
        let now = Self.now.advanced(by: .seconds(seconds))
        return try service.data.database.write { transaction in
            try UnitOfWork(transaction, context: nil, now: now, feed: feed).record(
                NewChange(
                    type, of: aggregate, id, version: version, family: family, actor: actor,
                    json: Array(json.utf8)))
        }
    }

    private func page(
        _ request: ListHistory.Request = .init(), user: UserID = ThingService.player,
        role: Role = .player
    ) throws -> ListHistory.Response {
        try service.caller.call(
            ListHistory.self, request, at: service.name,
            options: try service.options(user: user, role: role))
    }

    private func allEntries(
        _ request: ListHistory.Request = .init(), user: UserID = ThingService.player,
        role: Role = .player
    ) throws -> [HistoryEntry] {
        try ListHistory.allEntries(of: request) { try page($0, user: user, role: role) }
    }

    private func id(_ number: UInt64, at instant: Instant = now) -> ThingID {
        let made = ThingID.make(at: instant)
        return ThingID(high: made.high, low: 0x8000_0000_0000_0000 | number)
    }

    // FEATURES part 3, 8
    @Test func whatWasThereBeforeComesFromTheChangeBefore() throws {
        let (mine, other) = (id(1), id(2))
        try record("thing.changed", mine, json: #"{"id":"m","v":1}"#)
        try record("thing.changed", other, json: #"{"id":"o","v":1}"#, after: 1)
        try record("thing.changed", mine, version: 2, json: #"{"id":"m","v":2}"#, after: 2)
        try record("thing.deleted", mine, version: 3, json: #"{"id":"m","v":2}"#, after: 3)
        try record("thing.restored", mine, version: 4, json: #"{"id":"m","v":2}"#, after: 4)
        let entries = try allEntries()
        #expect(
            entries.map(\.type) == [
                "thing.restored", "thing.deleted", "thing.changed", "thing.changed",
                "thing.changed",
            ])
        #expect(
            entries.map(\.before) == [
                nil, #"{"id":"m","v":2}"#, #"{"id":"m","v":1}"#, nil, nil,
            ])
        #expect(
            entries.map(\.after) == [
                #"{"id":"m","v":2}"#, nil, #"{"id":"m","v":2}"#, #"{"id":"o","v":1}"#,
                #"{"id":"m","v":1}"#,
            ])
        #expect(entries.map(\.change) == [.restored, .deleted, .changed, .added, .added])
        let ofMine = try allEntries(.init(record: String(mine.text.suffix(8))))
        #expect(ofMine.map(\.recordID) == Array(repeating: mine.text, count: 4))
        #expect(try allEntries(.init(record: "99999999")).isEmpty)
    }

    // N-166
    @Test func onlyTheFirstChangeOfARecordIsItsAddition() throws {
        let (mine, imported, batch) = (id(1), id(2), id(3))
        let json = { (id: ThingID, v: Int) in #"{"id":"\#(id.text)","v":\#(v)}"# }
        try record("thing.changed", mine, json: json(mine, 1))
        try record("thing.changed", mine, json: json(mine, 2), after: 1)
        // Nothing is told of a change that left everything as it was.
        try record("thing.changed", mine, json: json(mine, 2), after: 2)
        // A new version is told although the fields are the same, and so is a merge.
        try record("thing.changed", mine, version: 2, json: json(mine, 2), after: 3)
        try record("thing.merged", mine, version: 2, json: json(mine, 2), after: 4)
        try record(
            "things.imported", batch, aggregate: "import",
            json: #"{"things":[\#(json(imported, 1))]}"#, after: 5)
        try record("thing.changed", imported, json: json(imported, 1), after: 6)
        try record("thing.changed", imported, json: json(imported, 2), after: 7)
        let ofMine = try allEntries(.init(record: mine.text))
        #expect(ofMine.map(\.change) == [.changed, .changed, .changed, .added])
        #expect(
            ofMine.map(\.before) == [json(mine, 2), json(mine, 2), json(mine, 1), nil])
        let ofImported = try allEntries(.init(record: imported.text))
        #expect(ofImported.map(\.change) == [.changed, .added])
        #expect(ofImported.map(\.before) == [json(imported, 1), nil])
    }

    // N-166
    @Test func whoJoinsAgainIsToldAsWhoJoinsForTheFirstTime() throws {
        let member = id(1)
        for (place, type) in ["member.changed", "member.removed", "member.changed"].enumerated() {
            try record(type, member, aggregate: "member", json: #"{"v":1}"#, after: place)
        }
        let entries = try allEntries()
        #expect(entries.map(\.change) == [.added, .deleted, .added])
    }

    @Test func aRecordOfAnImportHasItsOwnPartOfIt() throws {
        let (mine, other, batch) = (id(1), id(2), id(3))
        let record1 = #"{"id":"\#(mine.text)","v":1}"#
        let record2 = #"{"id":"\#(other.text)","v":1}"#
        try record(
            "things.imported", batch, aggregate: "import",
            json: #"{"things":[\#(record2),\#(record1)],"count":2}"#)
        try record(
            "thing.changed", mine, version: 2, json: #"{"id":"\#(mine.text)","v":2}"#, after: 1)
        try record(
            "things.removed", batch, aggregate: "import",
            json: #"{"family_unit_id":"x","ids":["\#(other.text)","\#(mine.text)"]}"#, after: 2)
        let entries = try allEntries(.init(record: mine.text))
        #expect(entries.map(\.type) == ["things.removed", "thing.changed", "things.imported"])
        #expect(entries.map(\.recordID) == Array(repeating: mine.text, count: 3))
        #expect(entries.map(\.before) == [nil, record1, nil])
        #expect(
            entries.map(\.after) == [nil, #"{"id":"\#(mine.text)","v":2}"#, record1])
        // In the list of everything it is one entry, whole.
        let whole = try allEntries()
        #expect(whole.count == 3 && whole[2].after?.contains(record2) == true)
    }

    @Test func aRecordThatAnImportOnlyRefersToHasNoPartOfIt() throws {
        let (mine, other, batch) = (id(1), id(2), id(3))
        try record("thing.changed", mine, json: #"{"id":"\#(mine.text)","v":1}"#)
        try record(
            "things.imported", batch, aggregate: "import",
            json: #"{"things":[{"id":"\#(other.text)","thing_id":"\#(mine.text)"}]}"#, after: 1)
        for record in [mine.text, String(mine.text.suffix(8))] {
            let entries = try allEntries(.init(record: record))
            #expect(entries.map(\.type) == ["thing.changed"])
        }
        #expect(try allEntries(.init(record: other.text)).map(\.type) == ["things.imported"])
    }

    @Test func filtersNarrow() throws {
        for number in 0..<6 {
            try record(
                "thing.changed", id(UInt64(number)), json: "{}", after: number,
                actor: number % 2 == 0 ? ThingService.player : ThingService.otherPlayer)
        }
        let time = { (seconds: Int) in Self.now.advanced(by: .seconds(seconds)) }
        #expect(try allEntries(.init(since: time(4))).count == 2)
        #expect(try allEntries(.init(until: time(1))).count == 2)
        #expect(try allEntries(.init(since: time(1), until: time(3))).count == 3)
        #expect(try allEntries(.init(by: ThingService.otherPlayer)).count == 3)
    }

    /// Pages of any size are the whole, in order, also where many changes have one instant.
    @Test(arguments: [1, 2, 3, 7, 500])
    func pagesAreTheWhole(limit: Int) throws {
        for number in 0..<20 {
            try record("thing.changed", id(UInt64(number)), json: "{}", after: number / 7)
        }
        let whole = try untimedPage().entries.map(\.id)
        var seen: [ChangeID] = []
        var cursor: ChangeID?
        repeat {
            let page = try untimedPage(.init(cursor: cursor, limit: limit))
            #expect(page.entries.count <= limit)
            seen += page.entries.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        #expect(seen == whole && whole.count == 20)
    }

    @Test func aPageEndsAtItsBytes() throws {
        let json = #"{"text":"\#(String(repeating: "x", count: HistoryReader.bytesMax / 2))"}"#
        for number in 0..<3 {
            try record("thing.changed", id(UInt64(number)), json: json, after: number)
        }
        let first = try page()
        #expect(first.entries.count == 1)
        #expect(try page(.init(cursor: first.nextCursor)).entries.count == 1)
    }

    // A page also ends when its time is over; the next one goes on behind what was looked at,
    // be it asked for or not.
    @Test(arguments: [1, 3, 500])
    func pagesThatEndByTimeAreTheWholeToo(limit: Int) throws {
        for number in 0..<12 {
            try record(
                "thing.changed", id(UInt64(number)), json: "{}", after: number / 5,
                family: number % 4 == 3 ? nil : ThingService.family,
                actor: number % 3 == 0 ? ThingService.otherPlayer : ThingService.player)
        }
        for by in [nil, ThingService.otherPlayer] {
            let whole = try untimedPage(.init(by: by)).entries.map(\.id)
            var seen: [ChangeID] = []
            var pages = 0
            var cursor: ChangeID?
            repeat {
                let page = try page(
                    .init(by: by, cursor: cursor, limit: limit), within: .zero)
                seen += page.entries.map(\.id)
                cursor = page.nextCursor
                pages += 1
            } while cursor != nil && pages < 100
            #expect(seen == whole && !whole.isEmpty)
            #expect(pages >= whole.count)
        }
    }

    /// A page that ends at its entries or bytes only.
    private func untimedPage(
        _ request: ListHistory.Request = .init()
    ) throws -> ListHistory.Response {
        try page(request, within: .seconds(86_400))
    }

    /// A player's page with a time limit of its own.
    private func page(
        _ request: ListHistory.Request, within time: Duration
    ) throws -> ListHistory.Response {
        let input = try request.validated()
        let scope = FamilyScope(
            resuming: ThingService.player, as: .player, in: ThingService.family)
        return try service.data.database.read { transaction in
            try HistoryReader(
                scope: scope, plan: HistoryPlan(),
                memberNameSQL: "SELECT NULL WHERE ?1 IS NULL AND ?2 IS NULL",
                transaction: transaction, pageTime: time
            ).page(input)
        }
    }

    // What an import added is told by its number, so that no page is long.
    @Test func countsStandForTheRecordsOfManyAtOnce() throws {
        let batch = id(1)
        try record(
            "things.imported", batch, aggregate: "import",
            json: #"{"things":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#)
        try record(
            "things.removed", batch, aggregate: "import",
            json: #"{"family_unit_id":"x","ids":["a","b"]}"#, after: 1)
        try record(
            "posts.imported", batch, aggregate: "import", json: #"{"count":7}"#, after: 2)
        try record("thing.changed", id(2), json: #"{"id":"d"}"#, after: 3)
        let entries = try allEntries(.init(counts: true))
        #expect(
            entries.map { $0.after ?? $0.before } == [
                #"{"id":"d"}"#, #"{"count":7}"#, #"{"count":2}"#, #"{"count":3}"#,
            ])
        #expect(try allEntries().last?.after?.contains(#"{"id":"c"}"#) == true)
    }

    // MARK: Who sees what

    @Test func othersFamiliesAndOthersOwnAreHidden() throws {
        try record("thing.changed", id(1), json: "{}", family: ThingService.otherFamily)
        try record("user.changed", id(2), json: "{}", family: nil)
        try record("user.changed", id(3), json: "{}", family: nil, actor: ThingService.otherPlayer)
        // Only what the caller did about themselves is left.
        let entries = try allEntries()
        #expect(entries.count == 1 && entries[0].recordID.hasSuffix("000000000002"))
        #expect(try allEntries(user: ThingService.otherPlayer).count == 1)
    }

    @Test func aPlanHidesFromPlayersAndFromAll() throws {
        service.data.tellHistory(
            HistoryPlan(
                playerSees: "json_extract(payload, '$.owner') = ?2", hiding: "'thing.secret'"))
        try record("thing.changed", id(1), json: #"{"owner":"\#(ThingService.player.text)"}"#)
        try record("thing.changed", id(2), json: #"{"owner":"somebody"}"#)
        try record("thing.secret", id(3), json: "{}")
        try record("deletion.applied", id(4), aggregate: "deletion", json: "{}")
        #expect(try allEntries().count == 1)
        #expect(try allEntries(role: .parent).count == 2)
    }

    @Test func namesAreThoseOfMembersAlsoOfThoseWhoLeft() throws {
        _ = try service.data.database.write { transaction in
            try transaction.execute(
                "INSERT INTO replica_members VALUES (?1, ?2, 'Ann Player', 'player', 1, 1)",
                ThingService.family, ThingService.player)
        }
        try service.add("a")
        try record("thing.changed", id(2), json: "{}", after: 1, actor: nil)
        let entries = try allEntries()
        #expect(entries.map(\.actorName) == [nil, "Ann Player"])
        #expect(entries[1].role == .player && entries[1].traceID != nil)
    }

    @Test func malformedQuestionsNameTheirFields() throws {
        let json =
            #"{"record":"1","since":"x","until":1,"by":"me","cursor":"2","limit":0,"counts":"x"}"#
        do {
            let request = try JSONCoding.decodeRequest(
                ListHistory.Request.self, from: Array(json.utf8))
            _ = try request.validated()
            Issue.record("accepted")
        } catch {
            #expect(
                error.errors.keys.sorted()
                    == ["by", "counts", "cursor", "limit", "record", "since", "until"])
        }
        #expect(throws: Never.self) {
            try ListHistory.Request(limit: ListHistory.rowsMax).validated()
        }
        #expect(throws: (any Error).self) {
            try ListHistory.Request(limit: ListHistory.rowsMax + 1).validated()
        }
    }

    @Test func theStatementsGoThroughTheirIndexes() throws {
        let plan = HistoryPlan()
        for statement in [
            HistoryReader.ofFamilySQL(plan), HistoryReader.ofUserSQL(plan),
            HistoryReader.previousSQL, HistoryReader.importedSQL,
        ] {
            let steps = try service.data.database.read { try $0.queryPlan(statement) }
            #expect(steps.contains { $0.contains("occurred_at>? AND occurred_at<?") }, "\(steps)")
        }
        let requested = try service.data.database.read {
            try $0.queryPlan(HistoryReader.requestedSQL)
        }
        #expect(
            requested.contains { $0.contains("family_unit_id=? AND occurred_at=?") },
            "\(requested)")
        for statement in [HistoryReader.isToldSQL(plan), HistoryReader.payloadSQL] {
            let steps = try service.data.database.read { try $0.queryPlan(statement) }
            #expect(steps.contains { $0.contains("INTEGER PRIMARY KEY") }, "\(steps)")
        }
    }
}
