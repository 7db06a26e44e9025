import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Trash and undo for interactions. A player's interactions are private: operations of other
/// members are reported as not found.
enum InteractionsTrash {
    private static let table = MarkedTable("interactions")

    /// Returns the trash plan. Files of purged rows are removed after COMMIT; the sweep removes
    /// those left after a kill.
    static func plan(_ dependents: InteractionDependents, _ files: AttachmentFiles) -> TrashPlan {
        let erased: TrashTable.Erased = { files.discard($0) }
        return TrashPlan(
            tables: [
                TrashTable(
                    table, title: "coalesce(subject, type)", owner: "logged_by",
                    parts: [
                        TrashTable.Part(
                            "attachments", of: "interaction_id", isMarked: true, erased: erased),
                        TrashTable.Part("uploads", of: "interaction_id", erased: erased),
                        TrashTable.Part("appended_notes", of: "interaction_id"),
                        TrashTable.Part("follow_ups", of: "entry_id"),
                        TrashTable.Part("nudges", of: "entry_id"),
                    ]),
                TrashTable(RemoveAttachment.marked, title: "name", erased: erased),
            ] + dependents.kinds.map { TrashTable($0.table, title: "NULL") },
            isOwnOnly: true
        ) { id, operation, scope, unit in
            switch operation.kind {
            case RemoveAttachment.name: try RemoveAttachment.undo(id, scope, unit)
            case CommitImport<InteractionImportRow>.name: try undoImport(id, scope, unit)
            case NoteInteractions.name: try NoteInteractions.undo(id, scope, unit)
            default: try undoDeletion(id, scope, unit, dependents)
            }
        }
    }

    private static func undoImport(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        try InteractionWriter(scope, unit.transaction).discountImport(id)
        return try unit.undoImport(id, of: scope, in: [InteractionImport.table])
    }

    private static func undoDeletion(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> UndoOperation.Response {
        try DeletionTombstones(scope.familyID, unit.transaction)
            .requireOwners(of: id, in: InteractionsOfDeleted.table)
        let lost = try unit.releaseLost(
            by: id, in: InteractionsOfDeleted.table, of: scope.familyID,
            observer: InteractionsOfDeleted())
        let writer = InteractionWriter(scope, unit.transaction)
        let rows = try writer.deleted(by: id)
        try writer.countRestoration(of: rows, deletedBy: id)
        let counts = try unit.undo(
            id, of: scope, in: [table] + dependents.kinds.map(\.table))
        for row in rows {
            try unit.record(InteractionChange.make(InteractionsFeed.restored, row))
        }
        var restored = [DeleteInteraction.table: rows.count]
        for (kind, count) in zip(dependents.kinds, counts.dropFirst()) where count > 0 {
            restored[kind.type] = Int(count)
        }
        var response = UndoOperation.Response(
            id, restored: restored, ids: rows.map(\.interaction.id.text))
        response.lost = lost.isEmpty ? nil : lost
        return response
    }
}
