import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// `schools.merge` in the coaches service: which stays, which goes, and the undo.
@Suite struct MergeSchoolsTests {
    private let family: DeletionFamily
    private let duke: School
    private let twin: School
    private let pat: Coach
    private let gone: Coach

    init() throws {
        family = try DeletionFamily()
        duke = try family.call(AddSchool.self, SchoolForm(name: "Duke")).school
        var form = SchoolForm(name: "Duke University")
        form.city = "Durham"
        twin = try family.call(AddSchool.self, form).school
        pat = try family.home.addCoach("Pat", "Doyle", at: twin)
        gone = try family.home.addCoach("Gone", "Lee", at: twin)
        _ = try family.call(DeleteCoach.self, .init(id: gone.id))
    }

    private func merge(
        _ kept: School, _ other: School, isDryRun: Bool = false
    ) throws -> MergeSchools.Response {
        try family.call(
            MergeSchools.self, .init(id: kept.id, otherID: other.id), isDryRun: isDryRun)
    }

    private func schools() throws -> [School] {
        try family.call(ListSchools.self, .init()).schools
    }

    private func coach(_ id: CoachID) throws -> Coach {
        try family.call(ShowCoach.self, .init(id: id)).coach
    }

    private var trashed: [SchoolID] {
        get throws {
            try family.home.fixture.service.database.read { transaction in
                try transaction.rows("SELECT school_id FROM coaches WHERE deleted_at IS NOT NULL") {
                    try $0.identifier(0)
                }
            }
        }
    }

    // N-123, N-124: coaches move, those in the trash too, which are not counted, and the undo
    // leaves nothing behind.
    @Test func theOneThatStaysIsFilledAndTheOtherComesBack() throws {
        let before = (try schools(), try coach(pat.id))
        let answer = try merge(duke, twin)
        #expect(answer.state == .done && answer.filled == ["city"])
        #expect(answer.moved == ["coaches": 1] && answer.mergedID == twin.id)
        #expect(answer.mergedName == "Duke University")
        // N-158
        let history = try family.history(of: twin.id.text)
            .map { HistoryWords($0) { _ in "" }.what }
        #expect(history.contains("school Duke University into Duke"))
        let done = try family.call(ListOperations.self, .init()).operations
            .first { $0.id == answer.operationID }
        #expect(
            done.flatMap { MergeText.sentence(of: $0) }
                == "Merged Duke University into Duke: 1 coach moved")
        #expect(answer.school.city == "Durham" && answer.school.version == duke.version + 1)
        #expect(try schools().map(\.id) == [duke.id])
        let moved = try coach(pat.id)
        #expect(moved.schoolID == duke.id && moved.schoolName == "Duke")
        #expect(moved.version == pat.version && moved.updatedAt == pat.updatedAt)
        #expect(try trashed == [duke.id])
        let told = try family.home.fixture.changes()
        let request: DeletionFeed.RequestedPayload = try #require(
            told.last { $0.type == DeletionFeed.requested }
        ).decodedPayload()
        #expect(request.into == RecordID(high: duke.id.high, low: duke.id.low))
        #expect(request.kind == .school && request.coachIDs.isEmpty)
        // The others know where the coaches are before they move the rest.
        let types = told.map(\.type)
        let place = try #require(types.lastIndex(of: CoachesFeed.coachChanged))
        let asked = try #require(types.lastIndex(of: DeletionFeed.requested))
        #expect(place < asked && types.contains(CoachesFeed.schoolMerged))

        let undone = try family.undo(answer.operationID)
        #expect(undone.restored == ["schools": 1] && undone.movedBack == ["coaches": 1])
        #expect(try schools() == before.0)
        #expect(try coach(pat.id) == before.1)
        #expect(try trashed == [twin.id])
    }

    // N-124: what somebody changed since stays, and so does a coach who moved on.
    @Test func laterChangesSurviveTheUndo() throws {
        let answer = try merge(duke, twin)
        var form = SchoolForm()
        (form.id, form.version) = (FormField(duke.id.text), FormField(answer.school.version))
        form.notes = "Later"
        _ = try family.call(EditSchool.self, form)
        let other = try family.call(AddSchool.self, SchoolForm(name: "Elon")).school
        var moved = CoachForm()
        (moved.id, moved.version) = (FormField(pat.id.text), FormField(pat.version))
        moved.schoolID = FormField(other.id.text)
        _ = try family.call(EditCoach.self, moved)
        _ = try family.undo(answer.operationID)
        let shown = try family.call(ShowSchool.self, .init(id: duke.id)).school
        #expect(shown.notes == "Later" && shown.city == nil)
        #expect(try coach(pat.id).schoolID == other.id)
    }

    // N-123, N-124: the catalogue's id, and with it the aliases, goes over and back.
    @Test func theCatalogueFollows() throws {
        let entry = "102553"
        let listed = try family.call(AddSchool.self, SchoolForm(catalogueID: entry)).school
        let answer = try merge(duke, listed)
        #expect(answer.school.catalogueID == entry)
        #expect(answer.filled.contains("catalogue_id"))
        _ = try family.undo(answer.operationID)
        let back = try schools()
        #expect(back.first { $0.id == listed.id }?.catalogueID == entry)
        #expect(back.first { $0.id == duke.id }?.catalogueID == nil)
    }

    // N-124: what moved is with the one that was kept.
    @Test func theLaterOperationIsUndoneFirst() throws {
        let third = try family.call(AddSchool.self, SchoolForm(name: "Third")).school
        let first = try merge(duke, twin)
        let second = try merge(third, duke)
        try family.expectUndo(of: second.operationID, before: first.operationID)
        #expect(try schools().count == 3)
        #expect(try coach(pat.id).schoolID == twin.id)
    }

    // N-123
    @Test func aDryRunChangesNothing() throws {
        try family.log(3, with: pat)
        let before = try schools()
        let answer = try merge(duke, twin, isDryRun: true)
        #expect(answer.moved == ["coaches": 1, "interactions": 3])
        #expect(answer.filled == ["city"])
        #expect(try schools() == before)
        #expect(try coach(pat.id).schoolID == twin.id)
    }

    // N-125: a stranger's school is not found on either side, and parents change nothing.
    @Test func strangersAndParentsMergeNothing() throws {
        let home = family.home
        let foreign = try home.fixture.call(
            AddSchool.self, SchoolForm(name: "Duke"), as: home.stranger, in: home.otherFamily
        ).school
        family.expectNoMerge(MergeSchools.self, of: foreign.id, with: duke.id, twin: twin.id)
        #expect(try schools().count == 2)
    }

    // N-124: nothing of the two schools is left behind when the trash is emptied.
    @Test func aPurgeErasesWhatTheUndoWouldNeed() throws {
        let answer = try merge(duke, twin)
        _ = try family.call(PurgeOperations.self, .init(operationID: answer.operationID))
        let rows = try family.home.fixture.service.database.read {
            try $0.scalar("SELECT count(*) FROM school_merges")
        }
        #expect(rows == 0)
        #expect(try coach(pat.id).schoolID == duke.id)
    }

    // N-123
    @Test(arguments: SchoolMergeRepository.statements)
    func noStatementReadsATable(sql: String) throws {
        let plan = try family.home.fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.contains { $0.contains("SCAN") || $0.hasSuffix("(family_unit_id=?)") })
    }
}
