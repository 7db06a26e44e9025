import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Changes the files of a player's own interactions, and keeps the paths that the interactions
/// show right in the same transaction.
struct AttachmentWriter {
    private let scope: FamilyScope
    private let unit: UnitOfWork
    private var transaction: WriteTransaction { unit.transaction }
    private var repository: AttachmentRepository { AttachmentRepository(scope, transaction) }

    init(_ scope: FamilyScope, _ unit: UnitOfWork) {
        self.scope = scope
        self.unit = unit
    }

    /// Writes down that an upload has begun.
    func insert(_ upload: Upload) throws {
        try transaction.execute(AttachmentStatements.insertUpload, values: values(of: upload))
    }

    private func values(of upload: Upload) -> [SQLValue] {
        [
            SQLValue(scope.familyID), SQLValue(upload.interactionID), SQLValue(upload.id),
            .text(upload.name), .text(upload.type.rawValue), .integer(Int64(upload.size)),
            .blob(upload.sha256.bytes), SQLValue(upload.createdAt),
        ]
    }

    private func nextPosition(at interaction: InteractionID) throws -> SQLValue {
        let last = try transaction.scalar(
            AttachmentStatements.lastPosition, SQLValue(scope.familyID), SQLValue(interaction))
        return .integer((last ?? 0) + 1)
    }

    /// Forgets an upload.
    func deleteUpload(_ id: AttachmentID) throws {
        try transaction.execute(
            AttachmentStatements.deleteUpload, SQLValue(scope.familyID), SQLValue(id))
    }

    /// Turns an upload whose file is complete into a file of its interaction, under a name that no
    /// other file there has (D-18), and answers both.
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

    /// Brings the paths that an interaction shows up to date, tells the feed, and answers the
    /// record. Without a time the record stays as old as it was: what a removal hides comes back
    /// as it was.
    @discardableResult
    func showPaths(
        of interaction: StoredInteraction, touchedAt: Instant? = nil
    ) throws -> Interaction {
        var changed = interaction
        changed.interaction.attachments = try repository.files(of: interaction.interaction.id)
            .map(\.path)
        if let touchedAt { changed.interaction.updatedAt = touchedAt }
        try transaction.execute(
            AttachmentStatements.setPaths, SQLValue(scope.familyID),
            SQLValue(interaction.interaction.id),
            .text(
                String(
                    decoding: try JSONCoding.encode(changed.interaction.attachments),
                    as: UTF8.self)), SQLValue(touchedAt))
        try unit.record(InteractionChange.make(InteractionsFeed.changed, changed))
        return changed.interaction
    }

    /// What an operation removed, in the order of ids.
    func removed(by operation: OperationID) throws -> [Attachment] {
        try transaction.rows(
            AttachmentStatements.byOperation, SQLValue(scope.familyID), SQLValue(operation)
        ) { try AttachmentRepository.attachment($0) }
        .sorted { $0.id < $1.id }
    }

    /// Lets a removed file come back beside those that were attached since: a name that was given
    /// again gets a number, and a full interaction takes none.
    func makeRoom(forReturnOf file: Attachment) throws {
        try repository.checkCount(at: file.interactionID)
        let taken = try repository.files(of: file.interactionID).map(\.name)
        let name = AttachmentName.free(file.name, among: taken)
        guard name != file.name else { return }
        try transaction.execute(
            AttachmentStatements.rename, SQLValue(scope.familyID), SQLValue(file.id), .text(name))
    }
}
