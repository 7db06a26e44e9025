import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Imports of interactions")
struct ImportTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func row(
        _ line: Int, _ direction: Direction = .outbound, day: Int = 1, content: String? = nil
    ) -> InteractionImportRow {
        var form = Harness.form(.email, direction)
        form.occurredAt = FormField("2026-01-\(day < 10 ? "0" : "")\(day)T12:00:00Z")
        form.content = FormField(content)
        return InteractionImportRow(line: line, form: form)
    }

    private func stage(
        _ rows: [InteractionImportRow], _ id: OperationID? = nil, number: Int = 1,
        as viewer: Viewer = Harness.player
    ) throws -> ImportVerdicts {
        try harness.call(
            StageImport<InteractionImportRow>.self, .init(importID: id, number: number, rows: rows),
            as: viewer)
    }

    private func commit(
        _ id: OperationID, fingerprint: String? = nil, again: Bool? = nil,
        as viewer: Viewer = Harness.player
    ) throws -> ImportSummary {
        try harness.call(
            CommitImport<InteractionImportRow>.self,
            .init(importID: id, fingerprint: fingerprint, again: again), as: viewer)
    }

    /// A harness whose coaches have just imported a school, and another family's.
    private func harness(knowing school: SchoolID) throws -> Harness {
        let harness = try Harness(isFollowing: true)
        try harness.coaches.append(
            CoachesFeed.schoolsImported,
            CoachesFeed.SchoolsPayload(
                schools: [
                    Harness.schoolPayload(Harness.family, school, "New College"),
                    Harness.schoolPayload(
                        Harness.otherFamily, Harness.foreignSchool, "Another's"),
                ]))
        return harness
    }

    private func undo(_ id: OperationID) throws -> UndoOperation.Response {
        try harness.call(
            UndoOperation.self, .init(operationID: id), as: Harness.player)
    }

    private func page(as viewer: Viewer = Harness.player) throws -> [UInt8] {
        try harness.answer(ListInteractions.self, ListInteractions.Request(), as: viewer)
    }

    // FEATURES part 3, 6
    @Test
    func stagedRowsAreSeenAndCountedOnlyAfterTheCommit() throws {
        try harness.log()
        let before = try page()
        let verdicts = try stage([row(2), row(3, .inbound, day: 2), row(4, .inbound, day: 3)])
        #expect(verdicts.refused.isEmpty && verdicts.skipped.isEmpty)
        #expect(try page() == before)
        #expect(try harness.changes().count == 1)
        let summary = try commit(verdicts.importID)
        #expect(summary.added == ["interactions": 3])
        let list = try harness.list()
        #expect(list.analytics == .init(total: 4, outbound: 2, inbound: 2, thisWeek: 1))
        #expect(list.interactions.map(\.occurredAt?.text).last == "2026-01-01T12:00:00.000Z")
    }

    // X-19: logger and family are those of the passport.
    @Test
    func whoeverImportsIsTheLogger() throws {
        _ = try commit(
            try stage([row(2)], as: Harness.sibling).importID, as: Harness.sibling)
        #expect(try harness.list().interactions.isEmpty)
        let seen = try harness.list(as: Harness.parent).interactions
        #expect(seen.map(\.loggedBy) == [Harness.sibling.userID])
        #expect(seen.map(\.familyUnitID) == [Harness.family])
        #expect(throws: ServiceError.self) { try stage([row(2)], as: Harness.parent) }
    }

    // DOMAIN, Import files; D-10
    @Test
    func aCalibrationNoteBecomesTheLevelAndStays() throws {
        let contents = [
            "They wrote.\n\n[Coach Interest Level: HIGH]", "[coach interest level: low]", "None",
            // The note comes on top of the limit.
            String(repeating: "x", count: InteractionLimit.contentMax)
                + "\n\n[Coach Interest Level: MEDIUM]",
        ]
        let verdicts = try stage(
            contents.enumerated().map { row($0 + 2, .inbound, day: 9 - $0, content: $1) })
        #expect(verdicts.refused.isEmpty)
        _ = try commit(verdicts.importID)
        let rows = try harness.list().interactions
        #expect(rows.map(\.content) == contents)
        #expect(rows.map(\.interestLevel) == [.high, .low, nil, .medium])
        #expect(rows.allSatisfy { $0.interestAnswers == nil })
        let long = String(repeating: "x", count: InteractionLimit.contentMax + 1)
        let refused = try stage([row(2, content: long + "\n\n[Coach Interest Level: LOW]")])
        #expect(
            refused.refused.first?.errors["content"] == CreateInteraction.Refusal.content)
    }

    // The rules are those of a single record, with the same texts.
    @Test
    func rowsAreRefusedAsTheFormIs() throws {
        var bad = row(7)
        bad.form.type = "fax"
        bad.form.direction = FormField(nil)
        bad.form.occurredAt = "soon"
        bad.form.subject = FormField(
            String(repeating: "s", count: InteractionLimit.subjectMax + 1))
        bad.form.coachID = "?"
        let verdicts = try stage([row(2), bad])
        let refusal = #expect(throws: ServiceError.self) {
            try harness.call(CreateInteraction.self, bad.form, as: Harness.player)
        }
        #expect(refusal?.errors.count == 5)
        #expect(verdicts.refused == [RefusedRow(line: 7, errors: refusal?.errors ?? [:])])
        #expect(throws: ServiceError.self) { try commit(verdicts.importID) }
        #expect(try harness.list().interactions.isEmpty)
    }

    // D-03: another family's school is as unknown as none. The row is named, once the feed was
    // read.
    @Test
    func aRowWithAnUnknownSchoolOrCoachIsRefusedByItsLine() throws {
        let school = SchoolID(high: 0x5C, low: 77)
        let harness = try harness(knowing: school)
        let rows = (2...5).map { line in
            var made = self.row(line)
            made.form.schoolID = FormField(
                line == 3 ? Harness.foreignSchool.text : school.text)
            if line == 5 { made.form.coachID = FormField(CoachID(high: 1, low: 1).text) }
            return made
        }
        let verdicts = try harness.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: rows),
            as: Harness.player)
        #expect(
            verdicts.refused == [
                RefusedRow(line: 3, errors: ["school_id": CreateInteraction.Refusal.school]),
                RefusedRow(line: 5, errors: ["coach_id": CreateInteraction.Refusal.coach]),
            ])
        #expect(throws: ServiceError.self) {
            try harness.call(
                CommitImport<InteractionImportRow>.self, .init(importID: verdicts.importID),
                as: Harness.player)
        }
    }

    // A coach who was imported a moment ago is there when the interactions come.
    @Test
    func referencesThatAreNotThereYetAreFetched() throws {
        let school = SchoolID(high: 0x5C, low: 77)
        let harness = try harness(knowing: school)
        var fresh = row(2)
        fresh.form.schoolID = FormField(school.text)
        let verdicts = try harness.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: [fresh]),
            as: Harness.player)
        #expect(verdicts.refused.isEmpty)
    }

    @Test
    func theSameFileIsImportedOnceUnlessItIsWished() throws {
        let first = try commit(try stage([row(2)]).importID, fingerprint: "f")
        let second = try stage([row(2)])
        let error = #expect(throws: ServiceError.self) {
            try commit(second.importID, fingerprint: "f")
        }
        #expect(error?.code == .conflict)
        #expect(error?.message == "The same file was already imported on 2026-02-10")
        // Another file, and the same once more.
        _ = try commit(try stage([row(2)]).importID, fingerprint: "g")
        _ = try commit(try stage([row(2)]).importID, fingerprint: "f", again: true)
        #expect(try harness.list().interactions.count == 3)
        // What was undone may come again.
        let other = try Harness()
        let gone = try other.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: [row(2)]),
            as: Harness.player)
        for _ in 0..<2 {
            let staged = try other.call(
                StageImport<InteractionImportRow>.self,
                .init(importID: nil, number: 1, rows: [row(2)]),
                as: Harness.player)
            let summary = try other.call(
                CommitImport<InteractionImportRow>.self,
                .init(importID: staged.importID, fingerprint: "f"),
                as: Harness.player)
            let id = try #require(summary.operationID)
            _ = try other.call(
                UndoOperation.self, .init(operationID: id), as: Harness.player)
        }
        #expect(gone.importID != first.operationID)
    }

    // FEATURES part 3, 6: the pages are the same as before, to the byte, and so are the counters.
    @Test
    func undoingAnImportLeavesThePagesAsTheyWere() throws {
        try harness.log(Harness.form(.email, .inbound))
        try harness.log(Harness.form(.tweet), as: Harness.sibling)
        let viewers = [Harness.player, Harness.sibling, Harness.parent]
        let before = try viewers.map { try page(as: $0) }
        let verdicts = try stage((0..<200).map { row($0 + 2, $0 % 3 == 0 ? .inbound : .outbound) })
        let second = try stage(
            (0..<50).map { row($0 + 202, .inbound, day: 5) }, verdicts.importID, number: 2)
        let summary = try commit(second.importID)
        #expect(summary.added == ["interactions": 250])
        // One of them is deleted, brought back, and another is deleted for good.
        let rows = try harness.list().interactions
        let deleted = try harness.call(
            DeleteInteraction.self, .init(id: rows[10].id), as: Harness.player)
        _ = try undo(deleted.operationID)
        _ = try harness.call(
            DeleteInteraction.self, .init(id: rows[11].id), as: Harness.player)
        #expect(try undo(verdicts.importID).removed == ["interactions": 249])
        #expect(try viewers.map { try page(as: $0) } == before)
        #expect(throws: ServiceError.self) { try undo(verdicts.importID) }
    }

    @Test
    func theFeedTellsOfABatchInOneChange() throws {
        let first = try stage((0..<3).map { row($0 + 2, day: $0 + 1) })
        _ = try stage([row(5, day: 9)], first.importID, number: 2)
        _ = try commit(first.importID)
        _ = try undo(first.importID)
        let changes = try harness.service.database.read { transaction in
            try transaction.rows("SELECT type, payload FROM changes ORDER BY seq") {
                (type: try $0.text(0), payload: $0.blob(1))
            }
        }
        #expect(
            changes.map(\.type)
                == [
                    InteractionsFeed.imported, InteractionsFeed.imported, InteractionsFeed.removed,
                ])
        let batches = try changes.prefix(2).map {
            try JSONCoding.decodeResponse(
                InteractionsFeed.ImportedPayload.self, from: $0.payload
            ).interactions
        }
        #expect(batches.map(\.count) == [3, 1])
        let removed = try JSONCoding.decodeResponse(
            InteractionsFeed.RemovedPayload.self, from: changes[2].payload)
        #expect(Set(removed.ids) == Set(batches.joined().map(\.id.text)))
    }
}
