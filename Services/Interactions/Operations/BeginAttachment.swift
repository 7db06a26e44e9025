import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Begins an upload, or finds an interrupted upload of the same file. The response states where to
/// continue.
extension BeginAttachment {
    static func handle(
        _ input: BeginAttachment.Input, _ scope: FamilyScope, _ unit: UnitOfWork,
        _ files: AttachmentFiles
    ) throws -> BeginAttachment.Response {
        _ = try InteractionRepository(scope, unit.transaction).require(input.interactionID)
        let repository = AttachmentRepository(scope, unit.transaction)
        if let same = try repository.upload(like: input) {
            return Response(
                attachmentID: same.id, nextOffset: try files.storedBytes(same.id),
                size: same.size)
        }
        try repository.checkRoom(for: input.size, at: input.interactionID)
        let upload = Upload(
            id: AttachmentID.make(at: unit.now), interactionID: input.interactionID,
            name: input.fileName, type: input.type, size: input.size, sha256: input.sha256,
            createdAt: unit.housekeepingTime)
        try AttachmentWriter(scope, unit).insert(upload)
        return Response(attachmentID: upload.id, nextOffset: 0, size: upload.size)
    }
}
