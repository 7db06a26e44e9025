import Contracts
import Foundation
import ServiceKit

/// Uploads and downloads as one member of a family, part by part.
struct AttachmentClient: Sendable {
    let system: SystemUnderTest
    let person: Person
    let family: FamilyID
    /// Bytes of a part.
    var chunkBytes = AttachmentLimit.chunkBytesMax

    /// Uploads a file and attaches it.
    func attach(
        _ name: String, _ bytes: [UInt8], to interaction: InteractionID,
        key: IdempotencyKey? = nil
    ) throws -> FinishAttachment.Response {
        let id = try send(name, bytes, to: interaction, key: key)
        return try system.call(
            FinishAttachment.self, .init(attachmentID: id), as: person, in: family)
    }

    /// Uploads a file, or what is missing of it, without attaching it; up to a place if one is
    /// given.
    func send(
        _ name: String, _ bytes: [UInt8], to interaction: InteractionID,
        key: IdempotencyKey? = nil, upTo limit: Int? = nil
    ) throws -> AttachmentID {
        let begun = try system.call(
            BeginAttachment.self,
            .init(
                interactionID: interaction, fileName: name, size: bytes.count,
                sha256: ContentHash(of: bytes).hex), as: person, in: family, key: key)
        var next = begun.nextOffset
        let last = limit ?? bytes.count
        while next < last {
            let end = min(next + chunkBytes, last)
            next =
                try system.call(
                    AppendAttachment.self,
                    .init(
                        attachmentID: begun.attachmentID, offset: next,
                        bytes: bytes[next..<end]), as: person, in: family
                ).nextOffset
        }
        return begun.attachmentID
    }

    /// The files of an interaction.
    func files(of interaction: InteractionID) throws -> [Attachment] {
        try system.call(
            ListAttachments.self, .init(interactionID: interaction), as: person, in: family
        ).attachments
    }

    /// The whole content of a file.
    func content(of file: Attachment) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < file.size {
            let part = try system.call(
                FetchAttachment.self, .init(attachmentID: file.id, offset: bytes.count),
                as: person, in: family)
            guard let more = part.bytes, !more.isEmpty else { break }
            bytes += more
        }
        return bytes
    }
}
