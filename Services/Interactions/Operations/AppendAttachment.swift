import Contracts
import DataServiceKit
import ServiceKit

/// Appends a part to an upload. Checks the size and the first bytes as they arrive. Does not sync:
/// a part damaged by a machine crash is detected by its hash.
extension AppendAttachment {
    static func handle(
        _ input: AppendAttachment.Input, _ context: CallContext, _ service: DataService,
        _ files: AttachmentFiles
    ) throws -> AppendAttachment.Response {
        let id = input.attachmentID
        switch try AttachmentState.find(id, context, service) {
        case .attached(let file):
            return Response(attachmentID: id, nextOffset: file.size)
        case .open(let upload):
            guard input.bytes.count <= upload.size - min(input.offset, upload.size) else {
                throw ServiceError.invalid(
                    "data", "The file was announced with \(upload.size) bytes; this is more")
            }
            try checkBeginning(input, of: upload)
            let next = try files.exclusively(id) {
                try append(input, context, files, at: service.housekeeping.now())
            }
            return Response(attachmentID: id, nextOffset: next)
        }
    }

    private static func append(
        _ input: AppendAttachment.Input, _ context: CallContext, _ files: AttachmentFiles,
        at time: Instant
    ) throws -> Int {
        let folder = files.folder
        // A late repetition must not start the file again.
        if let size = try folder.size(.init(id: input.attachmentID, isPart: false)) { return size }
        if context.isDryRun {
            return try folder.size(.init(id: input.attachmentID, isPart: true)) ?? 0
        }
        defer { AttachmentFiles.reach("part-written") }
        return try folder.append(
            input.bytes, to: input.attachmentID, at: input.offset, now: time)
    }

    private static func checkBeginning(_ input: AppendAttachment.Input, of upload: Upload) throws {
        guard input.offset == 0, input.bytes.count >= AttachmentContent.signatureBytesMax,
            !AttachmentContent.mayBegin(upload.type, with: input.bytes)
        else { return }
        let isWhole = input.bytes.count == upload.size
        throw AttachmentRefusal.content(
            of: upload.name, named: upload.type,
            found: isWhole ? AttachmentContent.detected(in: input.bytes) : .unknown)
    }
}
