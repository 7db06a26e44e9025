import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Interactions of deleted coaches and schools")
struct DeletedOwnersTests {
    private let harness: Harness
    private static let operation = OperationID(high: 0x0F, low: 1)

    init() throws { harness = try Harness(isFollowing: true) }

    // MARK: Coaches' feed

    private func delete(
        coaches: [CoachID], school: SchoolID? = nil, as operation: OperationID = operation,
        into kept: RecordID? = nil
    ) throws {
        try harness.coaches.appendDeletion(
            operation, of: school, coaches: coaches, in: Harness.family,
            by: Harness.sibling.userID, into: kept)
        try settle()
    }

    private func merge(_ coach: CoachID, into kept: CoachID) throws {
        try delete(coaches: [coach], into: RecordID(high: kept.high, low: kept.low))
    }

    private func undo(_ operation: OperationID = operation) throws {
        try harness.coaches.append(DeletionFeed.undone, operation, in: Harness.family)
        try settle()
    }

    private func settle() throws {
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }

    // MARK: What is there

    private func form(
        _ coach: CoachID? = Harness.coach, _ school: SchoolID? = Harness.school,
        _ direction: Direction = .outbound
    ) -> CreateInteraction.Request {
        var form = Harness.form(.email, direction)
        form.schoolID = FormField(school?.text)
        form.coachID = FormField(coach?.text)
        return form
    }

    private func pages() throws -> [[UInt8]] {
        try [Harness.player, Harness.sibling, Harness.parent].map {
            try harness.answer(ListInteractions.self, ListInteractions.Request(), as: $0)
        }
    }

    /// The last answer of a type to coaches.
    private func answer(_ type: String) throws -> DeletionFeed.CountsPayload {
        let payloads = try harness.service.database.read { transaction in
            try transaction.rows(
                "SELECT payload FROM changes WHERE type = ?1 ORDER BY seq", type
            ) { try $0.text(0) }
        }
        let payload = try #require(payloads.last)
        return try JSONCoding.decodeResponse(
            DeletionFeed.CountsPayload.self, from: Array(payload.utf8))
    }

    /// What came back without, as the last answer to an undo says.
    private func lost() throws -> [LostReference]? { try answer(DeletionFeed.restored).lost }

    private func feed() throws -> [String] {
        try harness.service.database.read { transaction in
            try transaction.rows("SELECT type FROM changes ORDER BY seq") { try $0.text(0) }
        }
    }

    // N-132, R-05: an interaction that went along leads its player to the deletion, nobody else.
    @Test
    func anInteractionThatWentAlongLeadsItsPlayerToTheDeletion() throws {
        let record = try harness.log(form())
        let theirs = try harness.log(form(), as: Harness.sibling)
        try delete(coaches: [Harness.coach])
        func taken(_ id: InteractionID, _ viewer: Viewer) throws -> [OperationID]? {
            let answer = try harness.call(
                ListOperations.self, .init(ending: id.text), as: viewer)
            #expect(answer.operations.isEmpty)
            return answer.taken
        }
        #expect(try taken(record.id, Harness.player) == [Self.operation])
        #expect(try taken(theirs.id, Harness.sibling) == [Self.operation])
        for (id, viewer) in [
            (theirs.id, Harness.player), (record.id, Harness.sibling),
            (record.id, Harness.stranger),
        ] {
            #expect(try taken(id, viewer) == nil)
        }
        #expect(refusal { _ = try taken(record.id, Harness.parent) }?.code == .forbidden)
        try undo()
        #expect(try taken(record.id, Harness.player) == nil)
    }

    // R-11, D-21: whoever logged them; undone, the answers are the same to the byte.
    @Test
    func everyonesInteractionsGoAlongAndComeBackAsTheyWere() throws {
        try harness.log(form())
        try harness.log(form(nil, Harness.school, .inbound))
        try harness.log(form(Harness.coach, Harness.school, .inbound), as: Harness.sibling)
        try harness.log(form(Harness.secondCoach, Harness.secondSchool))
        let before = try pages()
        try delete(coaches: [Harness.coach])
        let left = try harness.list(as: Harness.parent)
        #expect(left.analytics == .init(total: 2, outbound: 1, inbound: 1, thisWeek: 2))
        #expect(left.interactions.count == 2)
        #expect(try harness.list(as: Harness.sibling).analytics.total == 0)
        try undo()
        #expect(try pages() == before)
        let told = try feed()
        #expect(
            told.suffix(6) == [
                InteractionsFeed.deleted, InteractionsFeed.deleted, DeletionFeed.applied,
                InteractionsFeed.restored, InteractionsFeed.restored, DeletionFeed.restored,
            ])
    }

    @Test
    func aSchoolTakesWhatNamesItOrItsCoaches() throws {
        try harness.log(form())
        try harness.log(form(nil, Harness.school))
        try harness.log(form(Harness.secondCoach, Harness.secondSchool))
        let before = try pages()
        try delete(coaches: [Harness.coach], school: Harness.school)
        #expect(try harness.list().analytics.total == 1)
        try undo()
        #expect(try pages() == before)
    }

    // D-21, X-15: what comes late is refused by its field, before the deletion has an end too.
    @Test
    func aLateInteractionIsRefusedByItsField() throws {
        try delete(coaches: [Harness.coach], school: Harness.school)
        let byCoach = refusal { try harness.log(form(Harness.coach, nil)) }
        #expect(byCoach?.errors == ["coach_id": CreateInteraction.Refusal.coach])
        let bySchool = refusal { try harness.log(form(nil)) }
        #expect(bySchool?.errors == ["school_id": CreateInteraction.Refusal.school])
        try undo()
        try harness.log(form())
        #expect(try harness.list().analytics.total == 1)
    }

    // The remedy names what has to be undone first.
    @Test
    func anInteractionsOwnReturnWaitsForItsCoach() throws {
        let record = try harness.log(form())
        let deletion = try harness.call(
            DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        try delete(coaches: [Harness.coach])
        func restore() throws {
            _ = try harness.call(
                UndoOperation.self, .init(operationID: deletion.operationID),
                as: Harness.player)
        }
        let refused = refusal(restore)
        #expect(refused?.code == .conflict)
        #expect(
            refused?.message
                == "The coach has since been deleted; undo that first (\(Self.operation))")
        // What somebody had deleted alone stays deleted.
        try undo()
        #expect(try harness.list().analytics.total == 0)
        try restore()
        #expect(try harness.list().interactions == [record])
    }

    // Who the contact was with is still told, under no reference to what is gone.
    @Test(arguments: [false, true])
    func anInteractionComesBackWithoutACoachWhoIsGone(isOwn: Bool) throws {
        let record = try harness.log(form())
        let name = try #require(try harness.list().interactions.first?.coachName)
        var own: OperationID?
        if isOwn {
            own = try harness.call(
                DeleteInteraction.self, .init(id: record.id), as: Harness.player
            ).operationID
        } else {
            try delete(coaches: [], school: Harness.school, as: OperationID(high: 0x0F, low: 2))
        }
        try delete(coaches: [Harness.coach])
        try harness.coaches.append(
            DeletionFeed.purged,
            DeletionFeed.OperationPayload(
                operationID: Self.operation, familyUnitID: Harness.family))
        if let own {
            let answer = try harness.call(
                UndoOperation.self, .init(operationID: own), as: Harness.player)
            #expect(answer.restored == ["interactions": 1])
            // N-143
            #expect(answer.lost == [LostReference(type: "interactions", kind: .coach, count: 1)])
        } else {
            try undo(OperationID(high: 0x0F, low: 2))
            // N-143
            #expect(try lost() == [LostReference(type: "interactions", kind: .coach, count: 1)])
        }
        let back = try #require(try harness.list().interactions.first)
        #expect(back.coachID == nil && back.otherCoachName == name)
        #expect(back.schoolID == record.schoolID && back.subject == record.subject)
        let found = try harness.list { $0[.search] = name }
        #expect(found.interactions.map(\.id) == [record.id])
    }

    // D-02: a coach who came back without an erased school has none, also where a replica of an
    // earlier version still names it.
    @Test(arguments: [false, true])
    func aContactGetsNoErasedSchool(isToldOfTheReturn: Bool) throws {
        let school = OperationID(high: 0x0F, low: 2)
        try delete(coaches: [Harness.coach])
        try delete(coaches: [], school: Harness.school, as: school)
        try harness.coaches.append(
            DeletionFeed.purged,
            DeletionFeed.OperationPayload(operationID: school, familyUnitID: Harness.family))
        if isToldOfTheReturn {
            try harness.coaches.append(
                CoachesFeed.coachRestored,
                Harness.coachPayload(Harness.family, Harness.coach, nil, "Carl", "Coach"))
        }
        try undo()
        #expect(try harness.log(form(Harness.coach, nil)).schoolID == nil)
    }

    /// A late contact brings back what the undo of an import removed: it can be named again, and
    /// nothing loses it.
    @Test
    func whatIsBackAfterTheUndoOfAnImportIsThereLikeBefore() throws {
        for (type, id) in [
            (CoachesFeed.coachesRemoved, Harness.coach.text),
            (CoachesFeed.schoolsRemoved, Harness.school.text),
        ] {
            try harness.coaches.append(
                type, CoachesFeed.RemovedPayload(familyUnitID: Harness.family, ids: [id]))
        }
        try settle()
        let removed = refusal { try harness.log(form()) }
        #expect(removed?.errors == ["school_id": CreateInteraction.Refusal.school])
        try harness.coaches.append(
            CoachesFeed.schoolChanged,
            Harness.schoolPayload(Harness.family, Harness.school, "Duke University"))
        try harness.coaches.append(
            CoachesFeed.coachChanged,
            Harness.coachPayload(
                Harness.family, Harness.coach, Harness.school, "Carl", "Coach"))
        try settle()
        let record = try harness.log(form())
        let own = try harness.call(
            DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        let answer = try harness.call(
            UndoOperation.self, .init(operationID: own.operationID), as: Harness.player)
        #expect(answer.restored == ["interactions": 1] && answer.lost == nil)
        let back = try #require(try harness.list().interactions.first)
        #expect(back.coachID == Harness.coach && back.schoolID == Harness.school)
    }

    /// Only what is gone comes back so: a deletion that can be undone stands.
    @Test
    func aChangeOfADeletedCoachLeavesTheDeletionAsItIs() throws {
        try delete(coaches: [Harness.coach])
        try harness.coaches.append(
            CoachesFeed.coachChanged,
            Harness.coachPayload(
                Harness.family, Harness.coach, Harness.school, "Carl", "Coach"))
        try settle()
        let refused = refusal { try harness.log(form()) }
        #expect(refused?.errors == ["coach_id": CreateInteraction.Refusal.coach])
    }

    // N-154: an interaction in the trash follows its coach, and is not counted.
    @Test
    func aMergeCountsWhatIsToBeSeen() throws {
        try harness.log(form())
        let gone = try harness.log(form())
        let own = try harness.call(
            DeleteInteraction.self, .init(id: gone.id), as: Harness.player
        ).operationID
        try merge(Harness.coach, into: Harness.secondCoach)
        #expect(try answer(DeletionFeed.applied).counts == ["interactions": 1])
        _ = try harness.call(UndoOperation.self, .init(operationID: own), as: Harness.player)
        let moved = try harness.list().interactions.map(\.coachID)
        #expect(moved == [Harness.secondCoach, Harness.secondCoach])
        // It is to be seen now, and moves back with the other one.
        try undo()
        #expect(try answer(DeletionFeed.restored).counts == ["interactions": 2])
        let back = try harness.list().interactions.map(\.coachID)
        #expect(back == [Harness.coach, Harness.coach])
    }

    // N-84, N-85: a cleared plan is none, so that the one for the coach who goes takes its place;
    // the undo gives both back, unless the player has changed it since.
    @Test(arguments: [false, true])
    func aPlanTakesThePlaceOfAClearedOne(isChangedSince: Bool) throws {
        func set(
            _ coach: CoachID, on day: String?, clearing cleared: [SetFollowUp.Clearable] = []
        ) throws {
            _ = try harness.call(
                SetFollowUp.self,
                .init(
                    id: coach, cadenceDays: nil, dueOn: day, clearing: cleared, version: nil,
                    timeZone: "UTC"), as: Harness.player)
        }
        func plans() throws -> [String] {
            try harness.service.database.read { transaction in
                try transaction.rows(
                    """
                    SELECT hex(entry_id) || hex(id) || ' ' || version || ' '
                        || coalesce(decision || date(due_on * 86400, 'unixepoch'), 'cleared')
                    FROM follow_ups ORDER BY entry_id
                    """
                ) { try $0.text(0) }
            }
        }
        func queue() throws -> [CoachID?] {
            try harness.call(ListFollowUps.self, .init(timeZone: "UTC"), as: Harness.player)
                .followUps.map(\.coachID)
        }
        try set(Harness.secondCoach, on: "2026-02-10")
        try set(Harness.secondCoach, on: nil, clearing: [.dueOn])
        try set(Harness.coach, on: "2026-02-10")
        let before = try plans()
        #expect(before.count == 2 && before.last?.hasSuffix(" 2 cleared") == true)
        #expect(try queue() == [Harness.coach])
        try merge(Harness.coach, into: Harness.secondCoach)
        #expect(try answer(DeletionFeed.applied).counts == ["follow_ups": 1])
        #expect(try queue() == [Harness.secondCoach])
        if isChangedSince { try set(Harness.secondCoach, on: "2026-02-11") }
        try undo()
        if isChangedSince {
            let after = try plans()
            #expect(after.first == before.first)
            #expect(after.last?.hasSuffix(" 3 date2026-02-11") == true)
        } else {
            #expect(try plans() == before)
            #expect(try answer(DeletionFeed.restored).counts == ["follow_ups": 1])
            #expect(try queue() == [Harness.coach])
        }
    }

    @Test
    func aFileWhoseCoachWasDeletedMeanwhileIsRefused() throws {
        let row = InteractionImportRow(line: 2, form: form())
        let staged = try harness.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: [row]),
            as: Harness.player)
        try delete(coaches: [Harness.coach])
        func commit() throws {
            _ = try harness.call(
                CommitImport<InteractionImportRow>.self, .init(importID: staged.importID),
                as: Harness.player)
        }
        let refused = refusal(commit)
        #expect(refused?.code == .conflict)
        #expect(
            refused?.message == "A coach in this file was deleted in the meantime; import it again")
        try undo()
        try commit()
        #expect(try harness.list().analytics.total == 1)
    }

    /// Attached files keep their rows and their bytes.
    @Test
    func attachedFilesComeBackWithTheirRecord() throws {
        let record = try harness.log(form())
        let bytes = Array("some text".utf8)
        let file = try harness.attach("note.txt", bytes, to: record.id)
        let before = try pages()
        try delete(coaches: [Harness.coach])
        #expect(
            refusal {
                _ = try harness.call(
                    ListAttachments.self, .init(interactionID: record.id), as: Harness.player)
            }?.code == .notFound)
        try undo()
        #expect(try pages() == before)
        #expect(try harness.content(of: file) == bytes)
    }

    @Test
    func noStatementReadsAWholeTable() throws {
        for sql in InteractionsOfDeleted.table.statements + InteractionsOfMerged.statements
            + MovedRecords.statements
        {
            let plan = try harness.service.database.read {
                try $0.queryPlan(sql).joined(separator: "; ")
            }
            #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
        }
    }
}
