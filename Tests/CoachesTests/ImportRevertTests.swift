import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// Taking back imports that have updated records, and imports that were broken off.
@Suite struct ImportRevertTests {
    private let home: ImportUpdateHome
    private let duke: School
    private let ann: Coach

    init() throws {
        home = try ImportUpdateHome()
        duke = try home.home.addSchool("Duke")
        ann = try home.home.addCoach("Ann", "Lee", at: duke) { $0.notes = "Met at camp" }
    }

    private func edit(_ id: CoachID, _ change: (inout CoachForm) -> Void) throws {
        var form = CoachForm()
        form.id = FormField(id.text)
        change(&form)
        _ = try home.fixture.call(EditCoach.self, form, as: home.home.player, in: home.family)
    }

    // N-103: records are as before, except those changed since, which are named.
    @Test func anUndoTakesBackWhatNobodyChangedSince() throws {
        let bo = try home.home.addCoach("Bo", "Ray", at: duke)
        let di = try home.home.addCoach("Di", "Fox", at: duke)
        let summary = try home.store([
            home.coach(2, "Ann", "Lee", at: "Duke") {
                $0.role = "head"
                $0.notes = "Head coach now"
            },
            home.coach(3, "Bo", "Ray", at: "Duke") { $0.role = "head" },
            home.coach(4, "Cy", "Hart", at: "Duke"),
            home.coach(5, "Di", "Fox", at: "Duke") { $0.role = "head" },
        ])
        #expect(summary.updated == ["coaches": 3] && summary.added == ["coaches": 1])
        try edit(bo.id) { $0.notes = "Called" }
        _ = try home.fixture.service.database.write { transaction in
            try transaction.execute(
                "UPDATE coaches SET deleted_at = 1, operation_id = ?1 WHERE id = ?2",
                OperationID.make(at: .earliest), di.id)
        }
        let undone = try home.undo(summary, as: home.sibling)
        #expect(undone.reverted == ["coaches": 1] && undone.removed == ["coaches": 1])
        #expect(
            undone.kept?.sorted { $0.name < $1.name } == [
                KeptRecord(
                    type: "coaches", id: bo.id.text, name: "Bo Ray",
                    reason: "has since been changed"),
                KeptRecord(
                    type: "coaches", id: di.id.text, name: "Di Fox",
                    reason: "has since been deleted"),
            ])
        let coach = try home.find(ann.id)
        #expect(coach.content == ann.content && coach.version == ann.version + 2)
        #expect(try home.find(bo.id).role == .head)
        #expect(try home.coaches().map(\.firstName).sorted() == ["Ann", "Bo"])
        #expect(throws: (any Error).self) { try home.undo(summary) }
    }

    @Test func aCoachWhoseSchoolIsGoneIsKept() throws {
        _ = try home.home.addSchool("Elon")
        let summary = try home.store([
            home.coach(2, "Ann", "Lee", at: "Elon") { $0.id = FormField(ann.id.text) }
        ])
        _ = try home.fixture.service.database.write { [duke] transaction in
            try transaction.execute(
                "UPDATE schools SET deleted_at = 1, operation_id = ?1 WHERE id = ?2",
                OperationID.make(at: .earliest), duke.id)
        }
        let undone = try home.undo(summary)
        #expect(undone.reverted == nil)
        #expect(undone.kept?.map(\.reason) == ["was at a school that is no longer there"])
        #expect(try home.find(ann.id).schoolName == "Elon")
    }

    // N-103: the journal of an earlier version has only what the record was.
    @Test func anImportOfAnEarlierVersionIsUndoneAsAWhole() throws {
        let summary = try home.store([
            home.coach(2, "Ann", "Lee", at: "Duke") {
                $0.role = "head"
                $0.notes = "Head coach now"
            }
        ])
        _ = try home.fixture.service.database.write { transaction in
            try transaction.execute(
                "UPDATE import_updates SET before = json_remove(before, '$.import_made')")
        }
        #expect(try home.undo(summary).reverted == ["coaches": 1])
        #expect(try home.find(ann.id).content == ann.content)
    }

    // N-103, N-124: the school to which a merge or its undo moved a coach is not the import's.
    @Test(arguments: [true, false]) func anUndoLeavesTheSchoolToAMerge(isMergedFirst: Bool) throws {
        let family = try DeletionFamily()
        let duke = try family.home.addSchool("Duke")
        let elon = try family.home.addSchool("Elon")
        let ann = try family.home.addCoach("Ann", "Lee", at: duke) { $0.notes = "Met at camp" }
        func merge() throws -> OperationID {
            try family.call(
                MergeSchools.self, .init(id: elon.id, otherID: duke.id)
            ).operationID
        }
        func coach() throws -> Coach { try family.call(ShowCoach.self, .init(id: ann.id)).coach }
        let first = try isMergedFirst ? merge() : nil
        var form = CoachForm(firstName: "Ann", lastName: "Lee")
        form.id = FormField(ann.id.text)
        form.notes = "From the file"
        let staged = try family.call(
            StageImport<CoachImportRow>.self,
            .init(
                importID: nil, number: 1, rows: [CoachImportRow(line: 2, form: form)],
                update: true))
        let summary = try family.call(
            CommitImport<CoachImportRow>.self, .init(importID: staged.importID))
        #expect(summary.updated == ["coaches": 1])
        if let first { _ = try family.undo(first) } else { _ = try merge() }
        let school = isMergedFirst ? duke.id : elon.id
        #expect(try coach().schoolID == school)
        let undone = try family.undo(staged.importID)
        #expect(undone.reverted == ["coaches": 1] && undone.kept == nil)
        let back = try coach()
        #expect(back.schoolID == school && back.notes == "Met at camp")
    }

    // An import that only changed records leaves nothing in the trash.
    @Test func theTrashHasOnlyWhatWasAdded() throws {
        let summary = try home.store([
            home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" }
        ])
        let id = try #require(summary.operationID)
        func operations(_ request: ListOperations.Request) throws -> [UndoableOperation] {
            try home.fixture.call(
                ListOperations.self, request, as: home.home.player, in: home.family
            ).operations
        }
        let done = try #require(try operations(.init(ending: id.text)).first)
        #expect(done.updated == ["coaches": 1] && done.counts.isEmpty)
        #expect(TrashWords.what(done) == "Import (1 coach changed)")
        _ = try home.undo(summary)
        #expect(try operations(.init()).isEmpty)
    }

    // N-103: the history shows both as edits, with the import.
    @Test func theHistoryNamesTheImport() throws {
        let summary = try home.store([
            home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" }
        ])
        _ = try home.undo(summary)
        let told = try home.history(of: ann.id.text)
        #expect(
            told.map(\.action)
                == ["undid imported changes of", "imported changes of", "added"])
        #expect(told.map(\.what).allSatisfy { $0 == "coach Ann Lee" })
        #expect(
            told.map(\.changesLine) == ["role: head → assistant", "role: assistant → head", ""])
    }

    // N-105: whatever a file changes, the undo leaves all records as they were, to the byte.
    @Test(arguments: 1...12) func anUndoLeavesEverythingAsItWas(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let names = ["Ann", "Bo", "Cy", "Di"]
        let schools = try ["Elon", "Pine Hill"].map { try home.home.addSchool($0) } + [duke]
        for first in names {
            for last in ["Ray", "Fox"] where Bool.random(using: &numbers) {
                try home.home.addCoach(first, last, at: schools.randomElement(using: &numbers)) {
                    if Bool.random(using: &numbers) {
                        $0.email = FormField("\(first).\(last)@x.example")
                    }
                    if Bool.random(using: &numbers) { $0.notes = "é, \"quoted\"\nand more" }
                }
            }
        }
        let before = (try home.coaches(), try home.schools())
        let rows = (2..<14).map { line in
            let (first, last) = (
                names.randomElement(using: &numbers) ?? "",
                ["Ray", "Fox", "New"].randomElement(using: &numbers) ?? ""
            )
            return home.coach(
                line, first, last, at: schools.randomElement(using: &numbers)?.name
            ) {
                if Bool.random(using: &numbers) {
                    $0.email = FormField("\(first).\(last)@x.example")
                }
                if Bool.random(using: &numbers) { $0.role = "head" }
                if Bool.random(using: &numbers) { $0.phone = "(919) 555-0100" }
                if Bool.random(using: &numbers) { $0.notes = "From the file" }
            }
        }
        let verdicts = try home.stage(rows)
        // A row that may mean two keeps the file out; such files change nothing at all.
        guard verdicts.refused.isEmpty else {
            #expect(try home.coaches() == before.0)
            return
        }
        let summary = try home.commit(CoachImportRow.self, verdicts.importID)
        let fates = Dictionary(grouping: verdicts.rows ?? []) { $0.fate }.mapValues(\.count)
        #expect(fates[.updated] == summary.updated["coaches"])
        #expect(fates[.added] == summary.added["coaches"])
        #expect((fates[.unchanged] ?? 0) == summary.unchanged)
        #expect((fates[.skipped] ?? 0) == summary.skipped)
        guard summary.operationID != nil else { return }
        let undone = try home.undo(summary)
        #expect(undone.kept == nil)
        func bytes(_ coaches: [Coach], _ schools: [School]) throws -> [[UInt8]] {
            try coaches.map { try JSONCoding.encode($0.content) }
                + schools.map { try JSONCoding.encode($0) }
        }
        #expect(
            try bytes(home.coaches(), home.schools()) == bytes(before.0, before.1))
    }

    // N-106: a service that ends in the middle goes on; the file again changes nothing more.
    @Test func anImportThatWasBrokenOffChangesEachRowOnce() throws {
        let many = UpdateJournal.stepMax * 2 + 1
        for number in 1...many { try home.home.addCoach("C", "N\(number)", at: duke) }
        let rows = (1...many).map { number in
            home.coach(number + 1, "C", "N\(number)", at: "Duke") { $0.role = "head" }
        }
        let id = try home.stage(rows).importID
        let kind = CommitImport<CoachImportRow>.name
        let scope = FamilyScope(
            resuming: home.home.player.userID, as: .player, in: home.family)
        let steps = ImportSteps(
            plan: CoachImport(catalogue: try CatalogueTests.catalogue()),
            kind: kind, feed: home.fixture.service.feed)
        let now = home.fixture.now
        // Decided as its commit does; then the service ended after the first step.
        try home.fixture.service.database.write { [family = home.family] transaction in
            try ImportsUnderWay(transaction).begin(
                id, kind, scope, counts: [:], updated: ["coaches": many], trace: nil, at: now)
            try transaction.execute(
                "UPDATE imports SET state = 'committed' WHERE import_id = ?1", id)
            _ = try steps.reveal(id, of: family, transaction, now: now)
        }
        func heads() throws -> [Coach] { try home.coaches().filter { $0.role == .head } }
        #expect(try heads().count == UpdateJournal.stepMax)
        home.fixture.service.doHousekeeping()
        while try home.count("imports_under_way") > 0 {
            try home.fixture.service.database.write { _ in }
        }
        #expect(try heads().count == many && heads().allSatisfy { $0.version == 2 })
        #expect(try home.count("import_lines") == 0)
        let again = try home.store(rows)
        #expect(again.operationID == nil && again.unchanged == many && again.skipped == 0)
        let summary = ImportSummary(
            operationID: id, added: [:], skipped: 0, skippedRows: [])
        #expect(try home.undo(summary).reverted == ["coaches": many])
        #expect(try heads().isEmpty)
    }

    // What is purged leaves nothing in the notes of an import.
    @Test func whatIsGivenUpLeavesNoNotes() throws {
        let verdicts = try home.stage([
            home.coach(2, "Ann", "Lee", at: "Duke") { $0.role = "head" }
        ])
        #expect(try home.count("import_updates") == 1 && home.count("import_lines") == 1)
        _ = try home.fixture.call(
            DiscardImport<CoachImportRow>.self, .init(importID: verdicts.importID),
            as: home.home.player, in: home.family)
        home.fixture.service.doHousekeeping()
        for _ in 0..<1_000 where try home.count("imports") > 0 {
            try home.fixture.service.database.write { _ in }
        }
        #expect(try home.count("import_updates") == 0 && home.count("import_lines") == 0)
        #expect(try home.find(ann.id) == ann)
    }
}
