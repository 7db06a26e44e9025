import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support

@testable import Interactions

extension Harness {
    /// Begins an upload.
    @discardableResult
    func begin(
        _ name: String, _ bytes: [UInt8], to interaction: InteractionID,
        as viewer: Viewer = Harness.player, key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws(ServiceError) -> BeginAttachment.Response {
        try call(
            BeginAttachment.self,
            .init(
                interactionID: interaction, fileName: name, size: bytes.count,
                sha256: ContentHash(of: bytes).hex), as: viewer, key: key, isDryRun: isDryRun)
    }

    /// Adds bytes at a place; answers where to go on.
    @discardableResult
    func append(
        _ bytes: some Sequence<UInt8>, to id: AttachmentID, at offset: Int,
        as viewer: Viewer = Harness.player
    ) throws(ServiceError) -> Int {
        try call(
            AppendAttachment.self, .init(attachmentID: id, offset: offset, bytes: bytes),
            as: viewer
        ).nextOffset
    }

    /// Uploads what is missing of a file, in parts of so many bytes.
    @discardableResult
    func send(
        _ name: String, _ bytes: [UInt8], to interaction: InteractionID, chunk: Int = 100_000,
        as viewer: Viewer = Harness.player
    ) throws -> AttachmentID {
        let begun = try begin(name, bytes, to: interaction, as: viewer)
        var next = begun.nextOffset
        while next < bytes.count {
            let end = min(next + chunk, bytes.count)
            next = try append(bytes[next..<end], to: begun.attachmentID, at: next, as: viewer)
        }
        return begun.attachmentID
    }

    func finish(
        _ id: AttachmentID, as viewer: Viewer = Harness.player
    ) throws(ServiceError) -> FinishAttachment.Response {
        try call(FinishAttachment.self, .init(attachmentID: id), as: viewer)
    }

    /// Uploads a file and attaches it.
    @discardableResult
    func attach(
        _ name: String, _ bytes: [UInt8], to interaction: InteractionID,
        as viewer: Viewer = Harness.player
    ) throws -> Attachment {
        try finish(try send(name, bytes, to: interaction, as: viewer), as: viewer).attachment
    }

    func attachments(
        of interaction: InteractionID, as viewer: Viewer = Harness.player
    ) throws(ServiceError) -> [Attachment] {
        try call(ListAttachments.self, .init(interactionID: interaction), as: viewer).attachments
    }

    /// The whole content of a file, fetched in parts of so many bytes.
    func content(
        of file: Attachment, as viewer: Viewer = Harness.player, chunk: Int? = nil
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < file.size {
            let part = try call(
                FetchAttachment.self,
                .init(attachmentID: file.id, offset: bytes.count, length: chunk), as: viewer)
            guard let more = part.bytes, !more.isEmpty else { break }
            bytes += more
        }
        return bytes
    }

    /// The names of the files in the service's folder.
    func storedFiles() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("attachments")))
    }

    /// How many rows a table of the database has.
    func rowCount(_ table: StaticString) throws -> Int {
        try service.database.read { Int(try $0.scalar("SELECT count(*) FROM \(table)") ?? 0) }
    }
}
