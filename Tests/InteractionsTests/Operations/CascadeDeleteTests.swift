import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

/// What depends on an interaction, with a kind of record that only this test has.
@Suite("interactions.deletionBlockers and cascadeDelete")
struct CascadeDeleteTests {
    private let harness: Harness

    init() throws {
        harness = try Harness(
            dependents: InteractionDependents(kinds: [
                DependentKind("thank_yous"), DependentKind("entries"),
            ]))
        try harness.service.database.write { transaction in
            for table in ["thank_yous", "entries"] {
                try transaction.executeScript(
                    """
                    CREATE TABLE \(table) (
                        family_unit_id BLOB NOT NULL, id BLOB NOT NULL,
                        interaction_id BLOB NOT NULL, deleted_at INTEGER, operation_id BLOB,
                        PRIMARY KEY (family_unit_id, id)) STRICT, WITHOUT ROWID;
                    """)
            }
        }
    }

    private func add(_ table: String, to id: InteractionID, _ count: Int) throws {
        try harness.service.database.write { transaction in
            for _ in 0..<count {
                try transaction.execute(
                    "INSERT INTO \(table) (family_unit_id, id, interaction_id) VALUES (?1, ?2, ?3)",
                    Harness.family, InteractionID.make(at: Harness.now), id)
            }
        }
    }

    private func kept(_ table: String) throws -> Int64? {
        try harness.service.database.read {
            try $0.scalar("SELECT count(*) FROM \(table) WHERE deleted_at IS NULL")
        }
    }

    private func blockers(
        _ id: InteractionID, as viewer: Viewer = Harness.player
    ) throws -> DeletionBlockers {
        try harness.call(ListInteractionBlockers.self, .init(id: id), as: viewer)
    }

    private func cascade(
        _ id: InteractionID, as viewer: Viewer = Harness.player
    ) throws -> DeleteInteraction.Response {
        try harness.call(CascadeDeleteInteraction.self, .init(id: id), as: viewer)
    }

    // X-24, ID-23, D-20: the refusal is typed and counts; nothing of a database's words is in it.
    @Test
    func dependentsStandInTheWayOfThePlainDeletion() throws {
        let record = try harness.log()
        let other = try harness.log()
        try add("thank_yous", to: record.id, 2)
        try add("entries", to: other.id, 1)
        let refused = refusal {
            _ = try harness.call(DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        }
        #expect(refused?.code == .hasDependents)
        #expect(refused?.message == "2 thank yous depend on this interaction")
        #expect(refused?.errors == ["thank_yous": "2"])
        for phrase in ["Cannot delete", "violates foreign key constraint", "still referenced"] {
            #expect(refused?.message.contains(phrase) == false)
        }
        #expect(try harness.list().interactions.count == 2)
        #expect(try kept("thank_yous") == 2)

        let found = try blockers(record.id)
        #expect(!found.canDelete)
        #expect(found.blockers == [DeletionBlocker(type: "thank_yous", count: 2)])
        #expect(found.message == "2 thank yous depend on this interaction")
    }

    // ID-25: one operation takes all along, and its undo brings all back.
    @Test
    func theCascadeTakesThemAlongAndUndoBringsThemBack() throws {
        let record = try harness.log()
        let other = try harness.log()
        try add("thank_yous", to: record.id, 2)
        try add("entries", to: record.id, 1)
        try add("entries", to: other.id, 1)
        let answer = try cascade(record.id)
        #expect(answer.success)
        #expect(answer.deleted == ["interactions": 1, "thank_yous": 2, "entries": 1])
        #expect(answer.message == "Interaction deleted")
        #expect(try harness.list().interactions.map(\.id) == [other.id])
        #expect(try kept("thank_yous") == 0)
        #expect(try kept("entries") == 1)

        let undone = try harness.call(
            UndoOperation.self, .init(operationID: answer.operationID), as: Harness.player)
        #expect(undone.restored == ["interactions": 1, "thank_yous": 2, "entries": 1])
        #expect(undone.ids == [record.id.text])
        #expect(try kept("thank_yous") == 2)
        #expect(try kept("entries") == 2)
        #expect(try harness.list().analytics.total == 2)
    }

    // ID-25, R-09: with nothing in the way both ways answer the same; twice is an error.
    @Test
    func theCascadeOfALoneRecordIsItsDeletion() throws {
        let record = try harness.log()
        #expect(try blockers(record.id) == DeletionBlockers(of: "interaction", []))
        let answer = try cascade(record.id)
        #expect(answer.deleted == ["interactions": 1])
        #expect(answer.message == "Interaction deleted")
        #expect(refusal { _ = try cascade(record.id) } == .notFound(.interaction))
        #expect(refusal { _ = try blockers(record.id) } == .notFound(.interaction))
        let changes = try harness.changes().map(\.type)
        #expect(changes == [InteractionsFeed.created, InteractionsFeed.deleted])
    }

    // ID-20, ID-21, R-05, R-08, R-09: the rules of the plain deletion, nothing deleted else.
    @Test
    func onlyTheLoggerCascades() throws {
        let record = try harness.log()
        try add("thank_yous", to: record.id, 1)
        for (viewer, code) in [
            (Harness.parent, ErrorCode.forbidden), (Harness.sibling, .notFound),
            (Harness.stranger, .notFound),
        ] {
            #expect(refusal { _ = try cascade(record.id, as: viewer) }?.code == code)
            #expect(refusal { _ = try blockers(record.id, as: viewer) }?.code == code)
        }
        #expect(
            refusal { _ = try cascade(record.id, as: Harness.parent) }?.message
                == "Only players can delete interactions")
        #expect(try harness.list().analytics.total == 1)
        #expect(try kept("thank_yous") == 1)
    }

    // the service refuses it as well, whoever asks.
    @Test
    func withoutTheConfirmationNothingIsDeleted() throws {
        let record = try harness.log()
        for value in [nil, false] {
            var request = CascadeDeleteInteraction.Request(id: record.id)
            request.confirmDelete = FormField(value)
            let refused = refusal {
                _ = try harness.call(CascadeDeleteInteraction.self, request, as: Harness.player)
            }
            #expect(refused?.code == .validationFailed)
            #expect(refused?.errors.keys.first == "confirmDelete")
        }
        #expect(try harness.list().analytics.total == 1)
    }

    // ID-24: a mistake of ours, here a table that is not there, has the specification's text and
    // leaves everything as it was.
    @Test
    func aCascadeThatFailsSaysSo() throws {
        let harness = try Harness(
            dependents: InteractionDependents(kinds: [DependentKind("nowhere")]))
        let record = try harness.log()
        let failed = #expect(throws: ServiceError.self) {
            try harness.call(
                CascadeDeleteInteraction.self, .init(id: record.id), as: Harness.player)
        }
        #expect(failed?.code == .internal)
        #expect(failed?.message == "Failed to delete interaction")
        #expect(try harness.list().analytics.total == 1)
    }

    // Nothing that the service keeps today depends on an interaction.
    @Test
    func todayNothingStandsInTheWay() throws {
        #expect(InteractionDependents.present.kinds.isEmpty)
    }
}
