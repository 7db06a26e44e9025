import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A file whose parts are still coming.
struct Upload {
    let id: AttachmentID
    let interactionID: InteractionID
    let name: String
    /// What the name says that it is.
    let type: AttachmentType
    let size: Int
    let sha256: ContentHash
    let createdAt: Instant
}

/// Reads the files of the interactions that a member may see: players their own, parents the
/// family's. Files of a deleted interaction do not exist until it comes back.
struct AttachmentRepository {
    private let scope: FamilyScope
    private let transaction: ReadTransaction

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.scope = scope
        self.transaction = transaction
    }

    /// The files of an interaction that the member may see, in the order of their attaching.
    func files(of interaction: InteractionID) throws -> [Attachment] {
        try transaction.rows(
            AttachmentStatements.ofInteraction, SQLValue(scope.familyID), SQLValue(interaction)
        ) { try Self.attachment($0) }
    }

    /// One file; `nil` if there is none that the member may see.
    func find(_ id: AttachmentID) throws -> Attachment? {
        try transaction.first(
            AttachmentStatements.byID, SQLValue(scope.familyID), SQLValue(id), onlyVisibleLogger
        ) { try Self.attachment($0) }
    }

    /// One upload; `nil` if there is none to an interaction that the member may see.
    func upload(_ id: AttachmentID) throws -> Upload? {
        try transaction.first(
            AttachmentStatements.uploadByID, SQLValue(scope.familyID), SQLValue(id),
            onlyVisibleLogger
        ) { try Self.upload($0) }
    }

    /// The upload of the same file to the same interaction, which can go on.
    func upload(like input: BeginAttachment.Input) throws -> Upload? {
        try transaction.first(
            AttachmentStatements.sameUpload, SQLValue(scope.familyID),
            SQLValue(input.interactionID), .text(input.fileName), .integer(Int64(input.size)),
            .blob(input.sha256.bytes)
        ) { try Self.upload($0) }
    }

    /// Throws if one more upload of a file of this size would be too many, or too much for the
    /// family. Files without bytes are bounded by their number only (S70).
    func checkRoom(for bytes: Int, at interaction: InteractionID) throws {
        try checkCount(at: interaction)
        let family = SQLValue(scope.familyID)
        let open = try transaction.scalar(
            AttachmentStatements.openUploads, family, SQLValue(interaction))
        guard Int(open ?? 0) < AttachmentLimit.filesMax else { throw AttachmentRefusal.uploads }
        let kept = try transaction.scalar(AttachmentStatements.bytesOfFiles, family) ?? 0
        let coming = try transaction.scalar(AttachmentStatements.bytesOfUploads, family) ?? 0
        guard Int(kept + coming) + bytes <= AttachmentLimit.familyBytesMax else {
            throw AttachmentRefusal.family
        }
    }

    /// Throws if the interaction has as many files as it may have.
    func checkCount(at interaction: InteractionID) throws {
        guard try files(of: interaction).count < AttachmentLimit.filesMax else {
            throw AttachmentRefusal.count
        }
    }

    private var onlyVisibleLogger: SQLValue {
        scope.role == .player ? SQLValue(scope.userID) : .null
    }

    // MARK: Rows

    static func attachment(_ row: borrowing Row) throws -> Attachment {
        let upload = try upload(row)
        return Attachment(
            id: upload.id, interactionID: upload.interactionID, name: upload.name,
            mediaType: upload.type, size: upload.size, sha256: upload.sha256.hex,
            createdAt: upload.createdAt)
    }

    private static func upload(_ row: borrowing Row) throws -> Upload {
        guard let hash = ContentHash(bytes: row.blob(5)) else {
            throw StorageError(code: .mismatch, message: "column 5 is no SHA-256")
        }
        return Upload(
            id: try row.identifier(0), interactionID: try row.identifier(1),
            name: try row.text(2), type: try row.word(3), size: Int(try row.int64(4)),
            sha256: hash, createdAt: try row.instant(6))
    }
}
