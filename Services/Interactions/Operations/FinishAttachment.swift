import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Attaches a completely uploaded file. The order is: check, sync the file, rename it, sync the
/// folder, and then write the row, in one transaction with the record's paths and the change. A
/// kill between two steps leaves either an upload that can continue or a file without a row, which
/// the next attempt or the sweep handles.
extension FinishAttachment {
    /// Thrown to roll back a dry run.
    private struct Rehearsed: Error {
        let response: FinishAttachment.Response
    }

    static func handle(
        _ input: FinishAttachment.Request, _ context: CallContext, _ service: DataService,
        _ files: AttachmentFiles
    ) throws -> FinishAttachment.Response {
        let scope = try context.requireFamily()
        let id = input.attachmentID
        return try files.exclusively(id) {
            switch try AttachmentState.find(id, context, service) {
            case .attached(let file):
                return try answered(file, scope, context, service)
            case .open(let upload):
                let entry = try checked(upload, scope, context, service, files)
                if !context.isDryRun { try complete(upload, entry, files) }
                return try attached(upload, scope, context, service, files)
            }
        }
    }

    /// The response to a repetition.
    private static func answered(
        _ file: Attachment, _ scope: FamilyScope, _ context: CallContext, _ service: DataService
    ) throws -> FinishAttachment.Response {
        try service.database.read(deadline: context.deadline) { transaction in
            let found = try InteractionRepository(scope, transaction).require(file.interactionID)
            return Response(attachment: file, interaction: found.interaction)
        }
    }

    // MARK: Checking

    /// Compares the uploaded file with its announced size, hash and type. Abandons an upload that
    /// can never match.
    private static func checked(
        _ upload: Upload, _ scope: FamilyScope, _ context: CallContext, _ service: DataService,
        _ files: AttachmentFiles
    ) throws -> AttachmentFolder.Entry {
        let isPart = try files.folder.size(.init(id: upload.id, isPart: false)) == nil
        let entry = AttachmentFolder.Entry(id: upload.id, isPart: isPart)
        // One more byte than announced is enough to detect a mismatch.
        let content = try files.folder.read(entry, at: 0, upload.size + 1) ?? []
        guard content.count >= upload.size else {
            throw ServiceError(
                .conflict,
                "\(content.count) of \(upload.size) bytes have arrived; send the rest first")
        }
        guard let refusal = refusal(of: content, for: upload) else { return entry }
        if !context.isDryRun { try giveUp(upload, scope, context, service, files) }
        throw refusal
    }

    private static func refusal(of content: [UInt8], for upload: Upload) -> ServiceError? {
        guard content.count == upload.size, ContentHash(of: content) == upload.sha256 else {
            return .invalid(
                "sha256",
                "\(AttachmentName.quoted(upload.name)) does not match the hash that was announced; "
                    + "send it again")
        }
        let found = AttachmentContent.detected(in: content)
        return found == .accepted(upload.type)
            ? nil : AttachmentRefusal.content(of: upload.name, named: upload.type, found: found)
    }

    private static func giveUp(
        _ upload: Upload, _ scope: FamilyScope, _ context: CallContext, _ service: DataService,
        _ files: AttachmentFiles
    ) throws {
        try service.write(context) { try AttachmentWriter(scope, $0).deleteUpload(upload.id) }
        for isPart in [true, false] {
            try files.folder.remove(.init(id: upload.id, isPart: isPart))
        }
    }

    // MARK: Attaching

    private static func complete(
        _ upload: Upload, _ entry: AttachmentFolder.Entry, _ files: AttachmentFiles
    ) throws {
        let folder = files.folder
        guard entry.isPart else {
            // An earlier attempt renamed it and may have ended before the folder was synced.
            try folder.syncNames()
            return AttachmentFiles.reach("names-synced")
        }
        // An empty file has no parts.
        if upload.size == 0 {
            _ = try folder.append([], to: upload.id, at: 0, now: upload.createdAt)
        }
        try folder.sync(.init(id: upload.id, isPart: true))
        AttachmentFiles.reach("part-synced")
        try folder.complete(upload.id)
        AttachmentFiles.reach("part-renamed")
        try folder.syncNames()
        AttachmentFiles.reach("names-synced")
    }

    private static func attached(
        _ upload: Upload, _ scope: FamilyScope, _ context: CallContext, _ service: DataService,
        _ files: AttachmentFiles
    ) throws -> FinishAttachment.Response {
        let isDryRun = context.isDryRun
        do {
            let response = try service.write(context) { unit in
                let found = try InteractionRepository(scope, unit.transaction)
                    .require(upload.interactionID)
                let (file, record) = try AttachmentWriter(scope, unit).attach(upload, to: found)
                let response = Response(attachment: file, interaction: record)
                if isDryRun { throw Rehearsed(response: response) }
                return response
            }
            AttachmentFiles.reach("attached")
            return response
        } catch let rehearsed as Rehearsed {
            return rehearsed.response
        } catch let refusal as ServiceError
            where !isDryRun && (refusal.code == .notFound || refusal.code == .tooLarge)
        {
            // The record is deleted or full, so the refusal is final: remove the file.
            try giveUp(upload, scope, context, service, files)
            throw refusal
        }
    }
}
