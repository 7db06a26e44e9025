import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lists the files of an interaction that the caller may see.
extension ListAttachments {
    static func handle(
        _ input: ListAttachments.Request, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> ListAttachments.Response {
        let scope = try context.familyOrFormerPlayer(in: transaction)
        _ = try InteractionRepository(scope, transaction).require(input.interactionID)
        return Response(
            interactionID: input.interactionID,
            attachments: try AttachmentRepository(scope, transaction).files(
                of: input.interactionID))
    }
}

/// Reads a part of a file that the caller may see. Access is checked for every part.
extension FetchAttachment {
    static func handle(
        _ input: FetchAttachment.Input, _ context: CallContext, _ transaction: ReadTransaction,
        _ files: AttachmentFiles
    ) throws -> FetchAttachment.Response {
        let scope = try context.familyOrFormerPlayer(in: transaction)
        guard let file = try AttachmentRepository(scope, transaction).find(input.attachmentID)
        else { throw ServiceError.notFound(.attachment) }
        let bytes = try files.read(file, at: input.offset, input.length)
        return Response(of: file, offset: input.offset, bytes: bytes)
    }
}
