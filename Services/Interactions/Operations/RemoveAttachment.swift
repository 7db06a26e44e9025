import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Marks a file of one of the player's own interactions as deleted. Its content is kept, so that
/// undo restores it exactly.
extension RemoveAttachment {
    static let message = "Attachment removed"
    /// The name for attachments in answers and operation counts.
    static let table = "attachments"
    static let marked: MarkedTable = MarkedTable("attachments")

    static func handle(
        _ input: RemoveAttachment.Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> RemoveAttachment.Response {
        let transaction = unit.transaction
        guard let file = try AttachmentRepository(scope, transaction).find(input.attachmentID),
            let record = try InteractionRepository(scope, transaction).find(file.interactionID),
            try unit.markDeleted(file.id, in: marked, of: scope)
        else { throw ServiceError.notFound(.attachment) }
        try AttachmentWriter(scope, unit).showPaths(of: record)
        let deleted = [table: 1]
        try unit.recordOperation(RemoveAttachment.name, of: scope, counts: deleted)
        return Response(deleted: deleted, message: message, operationID: unit.operationID)
    }

    /// Restores removed files. The caller must be the one who removed them.
    static func undo(
        _ operation: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        let writer = AttachmentWriter(scope, unit)
        let files = try writer.removed(by: operation)
        guard !files.isEmpty else {
            throw ServiceError(
                .conflict, "The interaction of this file was removed for good, and the file with it"
            )
        }
        var records: [StoredInteraction] = []
        for file in files {
            let repository = InteractionRepository(scope, unit.transaction)
            guard let record = try repository.find(file.interactionID) else {
                throw ServiceError(
                    .conflict, "The interaction of this file was deleted; restore it first")
            }
            try writer.makeRoom(forReturnOf: file)
            records.append(record)
        }
        _ = try unit.undo(operation, of: scope, in: [marked])
        for record in records {
            try writer.showPaths(of: record)
        }
        return UndoOperation.Response(
            operation, restored: [table: files.count], ids: files.map(\.id.text))
    }
}
