import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// `coaches.merge` in the coaches service: who stays, who goes, and the undo.
@Suite struct MergeCoachesTests {
    private let family: DeletionFamily
    private let pat: Coach
    private let twin: Coach

    init() throws {
        family = try DeletionFamily()
        let duke = try family.home.addSchool("Duke")
        pat = try family.home.addCoach("Pat", "Doyle") { $0.email = "pat@duke.example" }
        twin = try family.home.addCoach("P.", "Doyle", at: duke) { $0.phone = "(919) 555-0100" }
    }

    private func merge(
        _ kept: Coach, _ other: Coach, isDryRun: Bool = false
    ) throws -> MergeCoaches.Response {
        try family.call(
            MergeCoaches.self, .init(id: kept.id, otherID: other.id), isDryRun: isDryRun)
    }

    private func trash() throws -> [UndoableOperation] {
        try family.call(ListOperations.self, .init()).operations
    }

    // N-84, N-85: the other services are asked to move, and the undo leaves nothing behind.
    @Test func theOneWhoStaysIsFilledAndTheOtherComesBack() throws {
        try family.log(2, with: twin)
        let before = try [pat, twin].map { try family.pages($0) }
        let answer = try merge(pat, twin)
        #expect(answer.state == .done && answer.filled == ["school_id", "phone"])
        #expect(answer.moved == ["interactions": 2] && answer.mergedName == "P. Doyle")
        let done = try trash().first { $0.id == answer.operationID }
        #expect(
            done?.merge
                == MergeOutcome(into: "Pat Doyle", moved: ["interactions": 2], state: .done))
        #expect(done.map { TrashWords.what($0) } == "Coach \"P. Doyle\", merged into \"Pat Doyle\"")
        #expect(answer.coach.phone == "(919) 555-0100" && answer.coach.schoolName == "Duke")
        #expect(answer.coach.version == pat.version + 1 && answer.mergedID == twin.id)
        #expect(try family.home.page().coaches.map(\.id) == [pat.id])
        let told = try family.home.fixture.changes()
        let request: DeletionFeed.RequestedPayload = try #require(
            told.last { $0.type == DeletionFeed.requested }
        ).decodedPayload()
        #expect(request.into == RecordID(high: pat.id.high, low: pat.id.low))
        #expect(request.coachIDs == [twin.id])
        #expect(told.contains { $0.type == CoachesFeed.coachMerged })
        let undone = try family.undo(answer.operationID)
        #expect(undone.restored == ["coaches": 1, "interactions": 2] && undone.movedBack == [:])
        #expect(try trash().allSatisfy { $0.merge == nil })
        // The history of the one who stayed says both, with the fields that changed.
        let history = try family.history(of: pat.id.text).map { HistoryWords($0) { _ in "" } }
        #expect(
            history.map(\.action).contains { $0 == "merged another one into" }
                && history.map(\.action).contains { $0 == "undid a merge of" })
        let merged = history.first { $0.entry.type == CoachesFeed.coachMerged }
        let lines = merged?.changes.map { "\($0.label) \($0.after)" } ?? []
        #expect(lines.contains("phone (919) 555-0100"))
        let separated = history.first { $0.entry.type == CoachesFeed.coachSeparated }
        #expect(separated?.changes.contains { $0.label == "phone" } == true)
        #expect(try [pat, twin].map { try family.pages($0) } == before)
    }

    // N-85
    @Test func aLaterChangeSurvivesTheUndo() throws {
        let answer = try merge(pat, twin)
        var form = CoachForm()
        (form.id, form.version) = (FormField(pat.id.text), FormField(answer.coach.version))
        form.notes = "Later"
        _ = try family.call(EditCoach.self, form)
        _ = try family.undo(answer.operationID)
        let shown = try family.call(ShowCoach.self, .init(id: pat.id)).coach
        #expect(shown.notes == "Later" && shown.phone == nil && shown.schoolID == nil)
        #expect(shown.version == answer.coach.version + 2)
    }

    // N-85: what moved is with the one who was kept.
    @Test func theLaterOperationIsUndoneFirst() throws {
        let third = try family.home.addCoach("Third", "Doyle")
        let first = try merge(pat, twin)
        let second = try merge(third, pat)
        try family.expectUndo(of: second.operationID, before: first.operationID)
        #expect(try family.home.page().coaches.count == 3)
    }

    // N-158: also after the undo; a deletion remains one.
    @Test func theHistoryOfTheOneWhoWentSaysIntoWhom() throws {
        func entries() throws -> [HistoryEntry] { try family.history(of: twin.id.text) }
        // All of this happens at one instant, so that the order says nothing.
        func told() throws -> [String] {
            try entries().map { HistoryWords($0) { _ in "" } }.map { "\($0.action) \($0.what)" }
                .sorted()
        }
        let answer = try merge(pat, twin)
        let merged = "merged coach P. Doyle into Pat Doyle"
        #expect(try told() == ["added coach P. Doyle", merged])
        #expect(
            try entries().compactMap(\.mergedInto)
                == [MergedInto(id: pat.id.text, name: "Pat Doyle")])
        _ = try family.undo(answer.operationID)
        _ = try family.call(DeleteCoach.self, .init(id: twin.id))
        #expect(
            try told() == [
                "added coach P. Doyle", "deleted coach P. Doyle", merged, "restored coach P. Doyle",
            ])
    }

    // N-84
    @Test func aDryRunChangesNothing() throws {
        try family.log(3, with: twin)
        let before = try family.pages(pat)
        let answer = try merge(pat, twin, isDryRun: true)
        #expect(answer.moved == ["interactions": 3] && answer.filled == ["school_id", "phone"])
        #expect(try family.pages(pat) == before)
    }

    // N-87: a stranger's coach is not found on either side, and parents change nothing.
    @Test func strangersAndParentsMergeNothing() throws {
        let home = family.home
        let foreign = try home.fixture.call(
            AddCoach.self, CoachForm(firstName: "Pat", lastName: "Doyle"), as: home.stranger,
            in: home.otherFamily
        ).coach
        family.expectNoMerge(MergeCoaches.self, of: foreign.id, with: pat.id, twin: twin.id)
        #expect(try home.page().coaches.count == 2)
    }

    // N-88: nothing of the two coaches is left behind when the trash is emptied.
    @Test func aPurgeErasesWhatTheUndoWouldNeed() throws {
        let answer = try merge(pat, twin)
        _ = try family.call(
            PurgeOperations.self, .init(operationID: answer.operationID))
        let rows = try family.home.fixture.service.database.read {
            try $0.scalar("SELECT count(*) FROM merges WHERE before <> '' OR after <> ''")
        }
        #expect(rows == 0)
    }

    // N-84, N-85: a file that names the coach by its own key means the one who stays.
    @Test func keysOfFilesFollow() throws {
        let row = CoachImportRow(
            line: 2, key: "k-7", form: CoachForm(firstName: "Imported", lastName: "Doyle"))
        let staged = try family.call(
            StageImport<CoachImportRow>.self, .init(number: 1, rows: [row]))
        _ = try family.call(
            CommitImport<CoachImportRow>.self, .init(importID: staged.importID))
        let imported = try #require(
            try family.home.page().coaches.first { $0.firstName == "Imported" })
        func meant() throws -> CoachID? {
            let answer = try family.call(
                ResolveReferences.self,
                .init(references: [.init(coach: CoachReference(key: "k-7"))]))
            return answer.references.first?.coachID
        }
        #expect(try meant() == imported.id)
        let answer = try merge(pat, imported)
        #expect(try meant() == pat.id)
        let ann = try family.home.addCoach("Ann", "Doyle")
        let next = try merge(ann, pat)
        #expect(try meant() == ann.id)
        _ = try family.undo(next.operationID)
        #expect(try meant() == pat.id)
        _ = try family.undo(answer.operationID)
        #expect(try meant() == imported.id)
    }

    // N-84
    @Test(arguments: MergeRepository.statements + MergeOutcomes.statements)
    func noStatementReadsATable(sql: String) throws {
        let plan = try family.home.fixture.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.contains { $0.contains("SCAN") || $0.hasSuffix("(family_unit_id=?)") })
    }
}
