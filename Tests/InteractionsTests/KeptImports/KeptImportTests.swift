import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("kept imports")
struct KeptImportTests {
    private static let rows = "date,coach\nsoon,Avery Quill\n"
    private static let day = Duration.seconds(86_400)

    private let harness: Harness
    private let clock = MovedClock(Harness.now)

    init() throws { harness = try Harness(clock: clock.clock) }

    // MARK: Acts

    @discardableResult
    private func keep(
        _ name: String = "contacts.csv", _ rows: String = rows, count: Int = 1,
        answers: [String] = [], id: KeptImportID? = nil, as viewer: Viewer = Harness.player,
        in family: FamilyID? = nil, key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws(ServiceError) -> KeptImport {
        try harness.call(
            KeepImport.self,
            .init(id: id, name: name, rows: rows, rowCount: count, answers: answers),
            as: viewer, in: family, key: key, isDryRun: isDryRun
        ).keptImport
    }

    private func list(
        as viewer: Viewer = Harness.player, in family: FamilyID? = nil
    ) throws(ServiceError) -> [KeptImport] {
        try harness.call(ListKeptImports.self, EmptyRequest(), as: viewer, in: family).keptImports
    }

    private func show(
        _ id: KeptImportID, as viewer: Viewer = Harness.player, in family: FamilyID? = nil
    ) throws(ServiceError) -> ShowKeptImport.Response {
        try harness.call(ShowKeptImport.self, .init(id: id), as: viewer, in: family)
    }

    @discardableResult
    private func drop(
        _ id: KeptImportID, as viewer: Viewer = Harness.player, in family: FamilyID? = nil,
        key: IdempotencyKey? = nil
    ) throws(ServiceError) -> KeptImport {
        try harness.call(
            DropKeptImport.self, .init(id: id), as: viewer, in: family, key: key
        ).removed
    }

    /// Does what the housekeeper does every minute, and waits for it.
    private func keepHouse() throws {
        harness.service.doHousekeeping()
        // The writer does one thing after the other; a step with more to do asks for another.
        for _ in 0..<24 { try harness.service.database.write { _ in } }
    }

    /// How many are stored, of everybody.
    private func stored() throws -> Int {
        try harness.service.database.read { try $0.count("SELECT count(*) FROM kept_imports") }
    }

    // MARK: Keeping

    @Test func whatIsKeptIsThereAsItWas() throws {
        let rows = "date;coach\r\n\"12/3\nor 3/12\";Zoë O\u{2019}Brien\r\n"
        let kept = try keep("log.csv", rows, answers: ["date=?", ""])
        #expect(kept.name == "log.csv" && kept.rowCount == 1)
        #expect(kept.keptAt == Harness.now)
        #expect(kept.expiresAt == Harness.now.advanced(by: .seconds(30 * 86_400)))
        let shown = try show(kept.id)
        #expect(shown.keptImport == kept && shown.rows == rows && shown.answers == ["date=?", ""])
        #expect(try list() == [kept])
    }

    @Test func theKindIsKept() throws {
        let request = KeepImport.Request(
            kind: .coaches, name: "coaches.csv", rows: Self.rows, rowCount: 1)
        var kept = try harness.call(KeepImport.self, request, as: Harness.player).keptImport
        #expect(kept.kind == .coaches)
        #expect(try list().map(\.kind) == [.coaches])
        kept = try keep(id: kept.id)
        #expect(kept.kind == .log)
        #expect(try show(kept.id).keptImport == kept)
    }

    @Test func theNewestIsListedFirst() throws {
        for name in ["one.csv", "two.csv", "three.csv"] {
            try keep(name)
            clock.advance(.milliseconds(1))
        }
        #expect(try list().map(\.name) == ["three.csv", "two.csv", "one.csv"])
    }

    @Test func anotherContentTakesThePlace() throws {
        let first = try keep("log.csv", answers: ["a"])
        clock.advance(Self.day)
        try keep("other.csv")
        clock.advance(Self.day)
        let rows = Self.rows + "later,Blake Moss\n"
        let second = try keep("better.csv", rows, count: 2, id: first.id)
        #expect(second.id == first.id && second.keptAt == first.keptAt)
        #expect(second.expiresAt == first.expiresAt)
        #expect(second.name == "better.csv" && second.rowCount == 2)
        let shown = try show(first.id)
        #expect(shown.keptImport == second && shown.rows == rows && shown.answers == [])
        #expect(try list().map(\.name) == ["other.csv", "better.csv"])
        #expect(refusalCode { try keep(id: .random()) } == .notFound)
    }

    @Test func aRepeatedCommandKeepsOnce() throws {
        let (key, other) = (IdempotencyKey.random(), IdempotencyKey.random())
        let kept = try keep(key: key)
        #expect(try keep(key: key) == kept)
        #expect(try list() == [kept])
        #expect(refusalCode { try keep("other.csv", key: key) } == .keyReused)
        #expect(try drop(kept.id, key: other) == kept)
        #expect(try drop(kept.id, key: other) == kept)
        #expect(try list() == [])
    }

    @Test func aDryRunKeepsNothing() throws {
        try keep(isDryRun: true)
        #expect(try stored() == 0)
    }

    @Test func whatIsDroppedIsGone() throws {
        let kept = try keep()
        try keep("stays.csv")
        #expect(try drop(kept.id) == kept)
        #expect(refusalCode { _ = try show(kept.id) } == .notFound)
        #expect(refusalCode { try drop(kept.id) } == .notFound)
        #expect(try list().map(\.name) == ["stays.csv"])
        #expect(try stored() == 1)
        // Nothing of it can be restored.
        let trash = try harness.call(ListOperations.self, .init(), as: Harness.player)
        #expect(trash.operations.isEmpty)
    }

    @Test func onlySoManyAreKept() throws {
        let first = try keep()
        for _ in 1..<KeptImportLimit.keptMax { try keep() }
        let refused = refusal { try keep() }
        #expect(refused?.code == .conflict && refused?.message == KeepImport.Refusal.tooMany)
        #expect(try list().count == KeptImportLimit.keptMax)
        // Content can still be replaced, and others have places of their own.
        try keep("better.csv", id: first.id)
        try keep(as: Harness.sibling)
        try drop(first.id)
        try keep()
        #expect(refusalCode { try keep() } == .conflict)
        // Those past their time take no place.
        clock.advance(KeptImportLimit.keptFor)
        try keep()
        #expect(try list().count == 1)
    }

    // MARK: Others

    // nobody but the player knows of it.
    @Test func othersLearnNothing() throws {
        let kept = try keep("mine.csv")
        try keep("sibling.csv", as: Harness.sibling)
        for viewer in [Harness.sibling, Harness.stranger] {
            #expect(refusalCode { _ = try show(kept.id, as: viewer) } == .notFound)
            #expect(refusalCode { try drop(kept.id, as: viewer) } == .notFound)
            #expect(refusalCode { try keep(id: kept.id, as: viewer) } == .notFound)
            #expect(!(try list(as: viewer).contains { $0.id == kept.id }))
        }
        let acts: [(Viewer, FamilyID?) throws -> Void] = [
            { _ = try list(as: $0, in: $1) },
            { _ = try show(kept.id, as: $0, in: $1) },
            { try drop(kept.id, as: $0, in: $1) },
            { try keep(as: $0, in: $1) },
        ]
        for act in acts {
            let parents = refusal { try act(Harness.parent, nil) }
            #expect(parents?.code == .forbidden)
            #expect(parents?.message == "Only players can import")
            #expect(
                refusalCode { try act(Harness.stranger, Harness.family) } == .notFound)
        }
        #expect(try show(kept.id).keptImport == kept)
        #expect(try list(as: Harness.sibling).map(\.name) == ["sibling.csv"])
    }

    @Test func nothingTellsOfIt() throws {
        let kept = try keep(answers: ["x"])
        try keep("better.csv", id: kept.id)
        try drop(kept.id)
        #expect(try harness.changes().isEmpty)
        for viewer in [Harness.player, Harness.sibling, Harness.parent] {
            #expect(try harness.history(as: viewer).isEmpty)
        }
    }

    private func tell(
        _ type: String, of viewer: Viewer, as role: Role? = nil, at time: Instant
    ) throws {
        var change = try Harness.change(
            type,
            IdentityFeed.MemberPayload(
                familyUnitID: viewer.family, userID: viewer.userID, fullName: viewer.name,
                role: role ?? viewer.role, inboundAlerts: true))
        change.occurredAt = time
        try harness.service.database.write { [change] in
            try KeptImportsOfLeavers().apply(change, in: $0)
        }
    }

    @Test func whoLeavesLeavesNothing() throws {
        try keep()
        try keep()
        try keep("sibling.csv", as: Harness.sibling)
        try tell(IdentityFeed.memberChanged, of: Harness.player, at: clock.now)
        #expect(try list().count == 2)
        try tell(IdentityFeed.memberRemoved, of: Harness.parent, at: clock.now)
        #expect(try stored() == 3)
        try tell(IdentityFeed.memberRemoved, of: Harness.player, at: clock.now)
        #expect(try list().isEmpty && stored() == 1)
        try tell(IdentityFeed.memberChanged, of: Harness.sibling, as: .parent, at: clock.now)
        #expect(try stored() == 0)
    }

    /// A feed that is read again tells once more that somebody left who has come back since.
    @Test func whoCameBackKeepsWhatCameAfter() throws {
        let left = clock.now
        clock.advance(.milliseconds(1))
        try keep()
        try harness.service.database.write { try KeptImportsOfLeavers().clear(in: $0) }
        try tell(IdentityFeed.memberRemoved, of: Harness.player, at: left)
        #expect(try list().count == 1)
        try tell(IdentityFeed.memberRemoved, of: Harness.player, at: clock.now)
        #expect(try list().isEmpty)
    }

    // MARK: Time

    @Test func itIsErasedWhenItsTimeHasPassed() throws {
        let kept = try keep()
        clock.advance(Self.day)
        try keep("later.csv")
        clock.advance(KeptImportLimit.keptFor - Self.day - .milliseconds(1))
        try keepHouse()
        #expect(try show(kept.id).rows == Self.rows && stored() == 2)
        clock.advance(.milliseconds(1))
        // Even before it is erased.
        #expect(refusalCode { _ = try show(kept.id) } == .notFound)
        #expect(refusalCode { try keep(id: kept.id) } == .notFound)
        #expect(refusalCode { try drop(kept.id) } == .notFound)
        #expect(try list().map(\.name) == ["later.csv"] && stored() == 2)
        try keepHouse()
        #expect(try stored() == 1)
        clock.advance(Self.day)
        try keepHouse()
        #expect(try stored() == 0)
    }

    /// A clock that is set ahead hides it, and erases nothing.
    @Test func aClockThatIsSetErasesNothing() throws {
        let kept = try keep()
        clock.jump(Self.day * 40)
        #expect(try list().isEmpty)
        try keepHouse()
        #expect(try stored() == 1)
        // Nor when it has been trusted again.
        clock.advance(HousekeepingClock.settledAfter)
        for _ in 0..<2 { try keepHouse() }
        #expect(try stored() == 1)
        clock.jump(Self.day * -40)
        #expect(try list() == [kept])
    }

    @Test func manyAreErasedTogether() throws {
        for viewer in [Harness.player, Harness.sibling, Harness.stranger] {
            for _ in 0..<3 { try keep(as: viewer) }
        }
        clock.advance(KeptImportLimit.keptFor)
        try keepHouse()
        #expect(try stored() == 0)
    }

    // MARK: Plans

    @Test func noStatementReadsAWholeTable() throws {
        func plan(_ sql: String) throws -> String {
            try harness.service.database.read { try $0.queryPlan(sql).joined(separator: "; ") }
        }
        for sql in KeptImportRepository.statements {
            let plan = try plan(sql)
            #expect(plan.contains("(family_unit_id=? AND user_id=?"), "\(plan)")
            #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
        }
        let expired = try plan(KeptImportRepository.expired)
        #expect(expired.contains("kept_imports_by_expiry (expires_at<?"), "\(expired)")
        #expect(!expired.contains("TEMP B-TREE"), "\(expired)")
    }
}
