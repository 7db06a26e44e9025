import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A file being uploaded.
struct Upload {
    let id: AttachmentID
    let interactionID: InteractionID
    let name: String
    /// The type according to the name's extension.
    let type: AttachmentType
    let size: Int
    let sha256: ContentHash
    let createdAt: Instant
}

/// Reads the files of the interactions that a member may see: players their own, parents the
/// family's. Files of a deleted interaction are hidden until it is restored.
@Memberwise(labels: false)
struct AttachmentRepository {
    private let scope: FamilyScope
    private let transaction: ReadTransaction

    /// The files of an interaction, in the order in which they were attached. The caller must check
    /// that the interaction is visible.
    func files(of interaction: InteractionID) throws -> [Attachment] {
        try transaction.rows(AttachmentStatements.ofInteraction, scope.familyID, interaction) {
            try Self.attachment($0)
        }
    }

    /// Returns a file visible to the member, or `nil`.
    func find(_ id: AttachmentID) throws -> Attachment? {
        try transaction.first(AttachmentStatements.byID, scope.familyID, id, onlyVisibleLogger) {
            try Self.attachment($0)
        }
    }

    /// Returns an upload to an interaction visible to the member, or `nil`.
    func upload(_ id: AttachmentID) throws -> Upload? {
        try transaction.first(
            AttachmentStatements.uploadByID, scope.familyID, id, onlyVisibleLogger
        ) { try Self.upload($0) }
    }

    /// Returns an upload of the same file to the same interaction, which can be continued.
    func upload(like input: BeginAttachment.Input) throws -> Upload? {
        try transaction.first(
            AttachmentStatements.sameUpload, scope.familyID, input.interactionID, input.fileName,
            input.size, input.sha256.bytes
        ) { try Self.upload($0) }
    }

    /// Throws if the interaction has too many uploads or files, or if `bytes` more bytes exceed
    /// the family's quota. Empty files are limited only by number.
    func checkRoom(for bytes: Int, at interaction: InteractionID) throws {
        try checkCount(at: interaction)
        let family = scope.familyID
        let open = try transaction.count(AttachmentStatements.openUploads, family, interaction)
        guard open < AttachmentLimit.filesMax else { throw AttachmentRefusal.uploads }
        let kept = try transaction.count(AttachmentStatements.bytesOfFiles, family)
        let coming = try transaction.count(AttachmentStatements.bytesOfUploads, family)
        guard kept + coming + bytes <= AttachmentLimit.familyBytesMax else {
            throw AttachmentRefusal.family
        }
    }

    /// Throws if the interaction has the maximum number of files.
    func checkCount(at interaction: InteractionID) throws {
        guard try files(of: interaction).count < AttachmentLimit.filesMax else {
            throw AttachmentRefusal.count
        }
    }

    private var onlyVisibleLogger: UserID? {
        scope.role == .player ? scope.userID : nil
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
