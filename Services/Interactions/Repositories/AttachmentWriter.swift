import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Changes the files of a player's own interactions, and updates the interactions' paths in the
/// same transaction.
@Memberwise(labels: false)
struct AttachmentWriter {
    private let scope: FamilyScope
    private let unit: UnitOfWork
    private var transaction: WriteTransaction { unit.transaction }
    private var repository: AttachmentRepository { AttachmentRepository(scope, transaction) }

    func insert(_ upload: Upload) throws {
        try transaction.execute(AttachmentStatements.insertUpload, values: values(of: upload))
    }

    private func values(of upload: Upload) -> [any SQLBindable] {
        [
            scope.familyID, upload.interactionID, upload.id,
            upload.name, upload.type.rawValue, upload.size,
            upload.sha256.bytes, upload.createdAt,
        ]
    }

    private func nextPosition(at interaction: InteractionID) throws -> Int64 {
        let last = try transaction.scalar(
            AttachmentStatements.lastPosition, scope.familyID, interaction)
        return (last ?? 0) + 1
    }

    func deleteUpload(_ id: AttachmentID) throws {
        try transaction.execute(AttachmentStatements.deleteUpload, scope.familyID, id)
    }

    /// Turns a completed upload into a file of its interaction, with a name that no other file
    /// there has (D-18). Returns the file and the updated record.
    func attach(
        _ upload: Upload, to interaction: StoredInteraction
    ) throws -> (file: Attachment, record: Interaction) {
        try repository.checkCount(at: upload.interactionID)
        let taken = try repository.files(of: upload.interactionID).map(\.name)
        let attached = Upload(
            id: upload.id, interactionID: upload.interactionID,
            name: AttachmentName.free(upload.name, among: taken), type: upload.type,
            size: upload.size, sha256: upload.sha256, createdAt: unit.now)
        try transaction.execute(
            AttachmentStatements.insert,
            values: values(of: attached) + [nextPosition(at: upload.interactionID)])
        try deleteUpload(upload.id)
        let record = try showPaths(of: interaction, touchedAt: unit.now)
        let file = Attachment(
            id: attached.id, interactionID: attached.interactionID, name: attached.name,
            mediaType: attached.type, size: attached.size, sha256: attached.sha256.hex,
            createdAt: attached.createdAt)
        return (file, record)
    }

    /// Updates an interaction's paths, records the change and returns the record. Without
    /// `touchedAt` the modification time is kept, so that undoing a removal restores the record as
    /// it was.
    @discardableResult
    func showPaths(
        of interaction: StoredInteraction, touchedAt: Instant? = nil
    ) throws -> Interaction {
        var changed = interaction
        changed.interaction.attachments = try repository.files(of: interaction.interaction.id)
            .map(\.path)
        if let touchedAt { changed.interaction.updatedAt = touchedAt }
        try transaction.execute(
            AttachmentStatements.setPaths, scope.familyID, interaction.interaction.id,
            try JSONCoding.encodedText(changed.interaction.attachments),
            touchedAt)
        try unit.record(InteractionChange.make(InteractionsFeed.changed, changed))
        return changed.interaction
    }

    /// The files that an operation removed, by id.
    func removed(by operation: OperationID) throws -> [Attachment] {
        try transaction.rows(AttachmentStatements.byOperation, scope.familyID, operation) {
            try AttachmentRepository.attachment($0)
        }
        .sorted { $0.id < $1.id }
    }

    /// Prepares the return of a removed file: renames it if its name was taken meanwhile, and
    /// throws if the interaction is full.
    func makeRoom(forReturnOf file: Attachment) throws {
        try repository.checkCount(at: file.interactionID)
        let taken = try repository.files(of: file.interactionID).map(\.name)
        let name = AttachmentName.free(file.name, among: taken)
        guard name != file.name else { return }
        try transaction.execute(AttachmentStatements.rename, scope.familyID, file.id, name)
    }
}
