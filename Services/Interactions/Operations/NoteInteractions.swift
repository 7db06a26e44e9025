import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Appends a note to several of the player's own interactions, as one operation. If one of them is
/// not there or has no room for it, nothing is changed. Records of others count as missing (R-09),
/// so that the answer tells nothing about them.
extension NoteInteractions {
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> Response {
        let found = try InteractionRepository(scope, unit.transaction)
            .require(input.ids, Refusal.missing)
        let noted = found.map { $0.interaction.appending(note: input.note) }
        let full = noted.count { $0 == nil }
        guard full == 0 else {
            throw ServiceError.invalid("note", Refusal.full(full, of: input.ids.count))
        }
        let notes = AppendedNotes(scope, unit.transaction)
        for case (let row, var new?) in zip(found, noted) {
            let old = row.interaction
            new.version += 1
            new.updatedAt = unit.now
            try store(new, row, scope, unit)
            try notes.insert(
                AppendedNote(
                    interaction: old.id, note: input.note, editionBefore: old.version,
                    updatedBefore: old.updatedAt, editionAfter: new.version),
                by: unit.operationID, at: unit.now)
        }
        try unit.recordOperation(
            name, of: scope, counts: [table: found.count], effect: .added)
        return Response(
            noted: found.count,
            message: "Note added to \(CountedNoun.text(found.count, "interactions"))",
            operationID: unit.operationID)
    }

    /// Removes the notes of an operation. An interaction that was not edited since is as before;
    /// one whose note somebody removed or changed, or that is in the trash, stays as it is.
    static func undo(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        let repository = InteractionRepository(scope, unit.transaction)
        let notes = AppendedNotes(scope, unit.transaction)
        var ids: [String] = []
        for note in try notes.find(id) {
            guard let row = try repository.find(note.interaction),
                var new = row.interaction.removing(note: note.note)
            else { continue }
            if new.version == note.editionAfter {
                (new.version, new.updatedAt) = (note.editionBefore, note.updatedBefore)
            } else {
                new.version += 1
                new.updatedAt = unit.now
            }
            try store(new, row, scope, unit)
            ids.append(note.interaction.text)
        }
        try notes.remove(id)
        try unit.closeOperation(id, of: scope)
        return UndoOperation.Response(id, removed: [table: ids.count], ids: ids)
    }

    private static func store(
        _ new: Interaction, _ row: StoredInteraction, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        try InteractionWriter(scope, unit.transaction).edit(row.interaction, to: new)
        try unit.record(
            InteractionChange.make(
                InteractionsFeed.changed,
                StoredInteraction(interaction: new, version: row.version)))
    }
}
