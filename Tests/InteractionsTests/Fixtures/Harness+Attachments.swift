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
        _ name: String, _ octets: [UInt8], to interaction: InteractionID,
        as viewer: Viewer = Harness.player
    ) throws(ServiceError) -> BeginAttachment.Response {
        try call(
            BeginAttachment.self,
            .init(
                interactionID: interaction, fileName: name, size: octets.count,
                sha256: ContentHash(of: octets).hex), as: viewer)
    }

    /// Adds octets at a place; answers where to go on.
    @discardableResult
    func append(
        _ octets: some Sequence<UInt8>, to id: AttachmentID, at offset: Int,
        as viewer: Viewer = Harness.player
    ) throws(ServiceError) -> Int {
        try call(
            AppendAttachment.self, .init(attachmentID: id, offset: offset, octets: octets),
            as: viewer
        ).nextOffset
    }

    /// Uploads what is missing of a file, in parts of so many octets.
    @discardableResult
    func send(
        _ name: String, _ octets: [UInt8], to interaction: InteractionID, chunk: Int = 100_000,
        as viewer: Viewer = Harness.player
    ) throws -> AttachmentID {
        let begun = try begin(name, octets, to: interaction, as: viewer)
        var next = begun.nextOffset
        while next < octets.count {
            let end = min(next + chunk, octets.count)
            next = try append(octets[next..<end], to: begun.attachmentID, at: next, as: viewer)
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
        _ name: String, _ octets: [UInt8], to interaction: InteractionID,
        as viewer: Viewer = Harness.player
    ) throws -> Attachment {
        try finish(try send(name, octets, to: interaction, as: viewer), as: viewer).attachment
    }

    func attachments(
        of interaction: InteractionID, as viewer: Viewer = Harness.player
    ) throws(ServiceError) -> [Attachment] {
        try call(ListAttachments.self, .init(interactionID: interaction), as: viewer).attachments
    }

    /// The whole content of a file, fetched in parts of so many octets.
    func content(
        of file: Attachment, as viewer: Viewer = Harness.player, chunk: Int? = nil
    ) throws -> [UInt8] {
        var octets: [UInt8] = []
        while octets.count < file.size {
            let part = try call(
                FetchAttachment.self,
                .init(attachmentID: file.id, offset: octets.count, length: chunk), as: viewer)
            guard let more = part.octets, !more.isEmpty else { break }
            octets += more
        }
        return octets
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
