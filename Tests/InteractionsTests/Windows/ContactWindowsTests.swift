import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("windows")
struct ContactWindowsTests {
    private let harness: Harness

    init() throws { harness = try Harness(isFollowing: true) }

    private static let header =
        "division,types,direction,kind,first_day,last_day,source,checked_on\n"
    /// The clock of the harness stands at 2026-02-10, noon UTC.
    private static let closed =
        header + "D1,phone_call,inbound,closed,2026-02-01,2026-02-20,Rules of 2026,2026-01-01\n"
    private static let everything = header + ",,,closed,2026-02-10,2026-02-10,Our own,2026-01-01\n"

    @discardableResult
    private func store(
        _ csv: String, as viewer: Viewer = Harness.player, in family: FamilyID? = nil,
        key: IdempotencyKey? = nil
    ) throws(ServiceError) -> ImportContactWindows.Response {
        try harness.call(
            ImportContactWindows.self, .init(csv: csv), as: viewer, in: family, key: key)
    }

    private func list(
        as viewer: Viewer = Harness.player, in family: FamilyID? = nil
    ) throws(ServiceError) -> ListContactWindows.Response {
        try harness.call(ListContactWindows.self, EmptyRequest(), as: viewer, in: family)
    }

    private func clear(
        as viewer: Viewer = Harness.player, in family: FamilyID? = nil
    ) throws(ServiceError) -> Int {
        try harness.call(ClearContactWindows.self, EmptyRequest(), as: viewer, in: family).removed
    }

    private func tell(_ division: String?, of school: SchoolID) throws {
        try harness.coaches.append(
            CoachesFeed.schoolChanged,
            ToldSchool(id: school, name: Harness.schoolNames[school] ?? "?", division: division))
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }

    private func warnings(
        _ type: InteractionType = .email, _ direction: Direction = .outbound,
        at time: String = "2026-02-10T12:00:00Z", as viewer: Viewer = Harness.player
    ) throws -> [String] {
        var form = Harness.form(type, direction)
        form.occurredAt = FormField(time)
        if viewer.family != Harness.family { form.schoolID = FormField(Harness.foreignSchool.text) }
        return try harness.call(CreateInteraction.self, form, as: viewer).warnings
    }

    // N-54
    @Test func aFileReplacesTheTableAndIsListedByDay() throws {
        #expect(try list().windows.isEmpty)
        #expect(try list().importedAt == nil)
        let first = try store(
            Self.header + ",,,open,2026-09-01,,b,2026-01-01\n,,,closed,2026-08-01,,a,2026-01-01\n")
        #expect(first.stored == 2 && first.replaced == 0 && first.warnings == [])
        let listed = try list()
        #expect(listed.windows.map(\.source) == ["a", "b"])
        #expect(listed.importedAt == Harness.now && listed.today.text == "2026-02-10")
        let second = try store(Self.closed)
        #expect(second.stored == 1 && second.replaced == 2)
        let window = try #require(try list().windows.first)
        #expect(window.division == .d1 && window.types == [.phoneCall])
        #expect(window.direction == .inbound && window.lastDay?.text == "2026-02-20")
        #expect(try clear() == 1)
        #expect(try list().windows.isEmpty && list().importedAt == nil)
        #expect(try clear() == 0)
    }

    // N-54: a file with one bad line changes nothing.
    @Test func aBadLineRefusesTheFile() throws {
        try store(Self.closed)
        let refusal = #expect(throws: ServiceError.self) {
            try store(Self.everything + ",,,maybe,2026-02-10,,x,2026-01-01\n")
        }
        #expect(refusal?.errors.keys.contains("3.kind") == true)
        #expect(try list().windows.map(\.source) == ["Rules of 2026"])
    }

    // N-54: a repeated command stores once; the feed has the whole table after each change.
    @Test func aChangeIsToldOnce() throws {
        let key = IdempotencyKey.random()
        try store(Self.closed, key: key)
        try store(Self.closed, key: key)
        _ = try clear()
        let told = try harness.service.database.read { transaction in
            try transaction.rows(
                """
                SELECT aggregate_version, payload FROM changes
                WHERE type = 'contact_windows.replaced' ORDER BY seq
                """
            ) { (try $0.int64(0), try $0.text(1)) }
        }
        #expect(told.map(\.0) == [1, 2])
        #expect(told[0].1.contains("Rules of 2026") && !told[1].1.contains("Rules of 2026"))
    }

    // N-51: rules over a year old, and checks in the future, are warned about.
    @Test func oldAndFutureChecksAreWarnedAbout() throws {
        func stored(checked day: String) throws -> [String] {
            try store(Self.header + ",,,closed,2026-02-10,,x,\(day)\n").warnings
        }
        #expect(try stored(checked: "2025-02-10").isEmpty)
        let old = try #require(ContactWindowText.warning(outdated: 1))
        #expect(try stored(checked: "2025-02-09") == [old])
        #expect(try list().warnings == [old])
        #expect(try stored(checked: "2026-02-10").isEmpty)
        #expect(
            try stored(checked: "2026-02-11") == [ImportContactWindows.isAheadWarning(1)])
    }

    // N-52: a contact is logged whatever the table says.
    @Test func aContactInAClosedPeriodIsLoggedWithAHint() throws {
        try store(Self.everything)
        let form = Harness.form(.email, .outbound)
        let logged = try harness.call(CreateInteraction.self, form, as: Harness.player)
        let warnings = logged.warnings
        #expect(warnings.count == 1 && warnings[0].contains("source: Our own"))
        #expect(logged.hints?.map(\.text) == warnings)
        let found = try harness.list().interactions
        #expect(found.count == 1)
        let shown = try harness.call(
            ShowInteraction.self, .init(id: try #require(found.first).id), as: Harness.player)
        #expect(shown.hints.map(\.text) == warnings)
    }

    // N-50: the family is in New York, where its days begin at 05:00 UTC.
    @Test func theDayIsThatOfTheFamily() throws {
        try store(Self.everything)
        #expect(try warnings(at: "2026-02-10T04:59:59Z").isEmpty)
        #expect(try warnings(at: "2026-02-10T05:00:00Z").count == 1)
    }

    // N-50: the division comes from the feed of schools.
    @Test func aRuleAboutADivisionNeedsTheSchoolsDivision() throws {
        try store(Self.closed)
        #expect(try warnings(.phoneCall, .inbound).isEmpty)
        try tell("D1", of: Harness.school)
        #expect(try warnings(.phoneCall, .inbound).count == 1)
        #expect(try warnings(.phoneCall, .outbound).isEmpty)
        #expect(try warnings(.text, .inbound).isEmpty)
        try tell("D2", of: Harness.school)
        #expect(try warnings(.phoneCall, .inbound).isEmpty)
        try tell(nil, of: Harness.school)
        #expect(try warnings(.phoneCall, .inbound).isEmpty)
    }

    private func queue(as viewer: Viewer = Harness.player) throws -> [FollowUp] {
        try harness.call(ListFollowUps.self, .init(timeZone: "UTC"), as: viewer).followUps
    }

    private func contact(daysAgo days: Int, as viewer: Viewer = Harness.player) throws {
        let at = Harness.now.advanced(by: .milliseconds(-days * 86_400_000))
        var form = Harness.form(.email, .outbound, at: at)
        form.coachID = FormField(
            (viewer.family == Harness.family ? Harness.coach : Harness.foreignCoach).text)
        form.schoolID = FormField(nil)
        try harness.log(form, as: viewer)
    }

    // N-52: the queue speaks of the day on which the contact is due, or of today.
    @Test func theQueueHasHintsForItsDays() throws {
        try contact(daysAgo: 15)
        try store(Self.header + ",,outbound,closed,2026-02-16,2026-02-16,due,2026-01-01\n")
        #expect(try queue().map { $0.hints.map(\.source) } == [["due"]])
        #expect(try queue(as: Harness.parent).map { $0.hints.map(\.source) } == [["due"]])
        try store(Self.header + ",,outbound,closed,2026-02-15,2026-02-15,before,2026-01-01\n")
        #expect(try queue().map(\.hints) == [[]])
        try store(Self.header + ",,inbound,closed,2026-02-16,2026-02-16,theirs,2026-01-01\n")
        #expect(try queue().map(\.hints) == [[]])
    }

    // N-52
    @Test func anOverdueContactIsForToday() throws {
        try contact(daysAgo: 30)
        try store(Self.header + ",text,,closed,2026-02-10,2026-02-10,today,2026-01-01\n")
        #expect(try queue().map { $0.hints.map(\.source) } == [["today"]])
    }

    // N-56: parents and siblings read the table; only players change it, and strangers learn
    // nothing.
    @Test func theTableIsTheFamilys() throws {
        try store(Self.everything)
        try store(Self.header + ",,,closed,2026-02-10,,Theirs,2026-01-01\n", as: Harness.stranger)
        for viewer in [Harness.sibling, Harness.parent] {
            #expect(try list(as: viewer).windows.map(\.source) == ["Our own"])
        }
        #expect(try list(as: Harness.stranger).windows.map(\.source) == ["Theirs"])
        #expect(try warnings(as: Harness.stranger).map { $0.contains("Theirs") } == [true])
        #expect(try warnings().map { $0.contains("Our own") } == [true])
        try contact(daysAgo: 30, as: Harness.stranger)
        #expect(try queue(as: Harness.stranger).map { $0.hints.map(\.source) } == [["Theirs"]])
        for operation in [
            { try store(Self.closed, as: Harness.parent).stored },
            { try clear(as: Harness.parent) },
        ] {
            let refusal = #expect(throws: ServiceError.self) { _ = try operation() }
            #expect(refusal?.code == .forbidden)
            #expect(refusal?.message == ContactWindowText.playersOnly)
        }
        for operation in [
            { try list(as: Harness.stranger, in: Harness.family).windows.count },
            { try store(Self.closed, as: Harness.stranger, in: Harness.family).stored },
            { try clear(as: Harness.stranger, in: Harness.family) },
        ] {
            let refusal = #expect(throws: ServiceError.self) { _ = try operation() }
            #expect(refusal?.code == .notFound)
        }
        #expect(try store(Self.closed, as: Harness.sibling).replaced == 1)
        #expect(try clear(as: Harness.stranger) == 1)
        #expect(try list().windows.map(\.source) == ["Rules of 2026"])
    }

    // N-56
    @Test func statementsBeginWithTheFamily() throws {
        for sql in ContactWindowRepository.statements {
            let plan = try harness.service.database.read {
                try $0.queryPlan(sql).joined(separator: "; ")
            }
            #expect(plan.contains("(family_unit_id=?") && !plan.contains("SCAN"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
