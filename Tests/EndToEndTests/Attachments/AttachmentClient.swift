import Contracts
import Foundation
import ServiceKit

/// Uploads and downloads files as one member of a family, part by part.
struct AttachmentClient: Sendable {
    let system: SystemUnderTest
    let person: Person
    let family: FamilyID
    /// The size of a part in bytes.
    var chunkOctets = AttachmentLimit.chunkOctetsMax

    /// Uploads and attaches a file.
    func attach(
        _ name: String, _ octets: [UInt8], to interaction: InteractionID,
        key: IdempotencyKey? = nil
    ) throws -> FinishAttachment.Response {
        let id = try send(name, octets, to: interaction, key: key)
        return try system.call(
            FinishAttachment.self, .init(attachmentID: id), as: person, in: family)
    }

    /// Uploads a file, or its missing part, without attaching it; up to an offset if one is given.
    func send(
        _ name: String, _ octets: [UInt8], to interaction: InteractionID,
        key: IdempotencyKey? = nil, upTo limit: Int? = nil
    ) throws -> AttachmentID {
        let begun = try system.call(
            BeginAttachment.self,
            .init(
                interactionID: interaction, fileName: name, size: octets.count,
                sha256: ContentHash(of: octets).hex), as: person, in: family, key: key)
        var next = begun.nextOffset
        let last = limit ?? octets.count
        while next < last {
            let end = min(next + chunkOctets, last)
            next =
                try system.call(
                    AppendAttachment.self,
                    .init(
                        attachmentID: begun.attachmentID, offset: next,
                        octets: octets[next..<end]), as: person, in: family
                ).nextOffset
        }
        return begun.attachmentID
    }

    func files(of interaction: InteractionID) throws -> [Attachment] {
        try system.call(
            ListAttachments.self, .init(interactionID: interaction), as: person, in: family
        ).attachments
    }

    /// Downloads a file.
    func content(of file: Attachment) throws -> [UInt8] {
        var octets: [UInt8] = []
        while octets.count < file.size {
            let part = try system.call(
                FetchAttachment.self, .init(attachmentID: file.id, offset: octets.count),
                as: person, in: family)
            guard let more = part.octets, !more.isEmpty else { break }
            octets += more
        }
        return octets
    }
}
