/// The SQL texts over attached files and uploads.
enum AttachmentStatements {
    /// The columns that make a file, in the order in which `AttachmentRepository` reads them.
    private static let columns = """
        a.id, a.interaction_id, a.name, a.media_type, a.size, a.sha256, a.created_at
        """

    /// A file counts if its interaction does, and if that is one that the member may see: ?3 is
    /// the only logger whose interactions count, or NULL.
    private static let withInteraction = """
        JOIN interactions AS i
            ON i.family_unit_id = a.family_unit_id AND i.id = a.interaction_id
        WHERE a.family_unit_id = ?1 AND i.deleted_at IS NULL
            AND (?3 IS NULL OR i.logged_by = ?3)
        """

    /// The visible files of an interaction, ?2; its own visibility is asked before.
    static let ofInteraction = """
        SELECT \(columns) FROM attachments AS a
        WHERE a.family_unit_id = ?1 AND a.interaction_id = ?2 AND a.deleted_at IS NULL
        ORDER BY a.position
        """

    /// One visible file, ?2.
    static let byID = """
        SELECT \(columns) FROM attachments AS a \(withInteraction)
            AND a.id = ?2 AND a.deleted_at IS NULL
        """

    /// One upload, ?2.
    static let uploadByID = """
        SELECT \(columns) FROM uploads AS a \(withInteraction) AND a.id = ?2
        """

    /// The upload of the same file to the same interaction.
    static let sameUpload = """
        SELECT \(columns) FROM uploads AS a
        WHERE a.family_unit_id = ?1 AND a.interaction_id = ?2 AND a.name = ?3 AND a.size = ?4
            AND a.sha256 = ?5
        ORDER BY a.id
        """

    /// What an operation removed.
    static let byOperation = """
        SELECT \(columns) FROM attachments AS a
        WHERE a.family_unit_id = ?1 AND a.operation_id = ?2 AND a.deleted_at IS NOT NULL
        """

    /// Bytes of the family's files, removed ones included.
    static let bytesOfFiles = "SELECT sum(size) FROM attachments WHERE family_unit_id = ?1"
    /// How many uploads to an interaction, ?2, are open.
    static let openUploads = """
        SELECT count(*) FROM uploads WHERE family_unit_id = ?1 AND interaction_id = ?2
        """

    /// Bytes of the family's uploads, as they were announced.
    static let bytesOfUploads = "SELECT sum(size) FROM uploads WHERE family_unit_id = ?1"

    /// The place behind the interaction's last file, removed ones included.
    static let lastPosition = """
        SELECT max(position) FROM attachments WHERE family_unit_id = ?1 AND interaction_id = ?2
        """

    static let insert = """
        INSERT INTO attachments (family_unit_id, interaction_id, id, name, media_type, size,
            sha256, created_at, position)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """

    static let insertUpload = """
        INSERT INTO uploads (family_unit_id, interaction_id, id, name, media_type, size, sha256,
            created_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """

    static let deleteUpload = """
        DELETE FROM uploads WHERE family_unit_id = ?1 AND id = ?2
        """

    static let rename = """
        UPDATE attachments SET name = ?3
        WHERE family_unit_id = ?1 AND id = ?2
        """

    /// The paths that an interaction shows. ?4 is the new time of its last touch, or NULL.
    static let setPaths = """
        UPDATE interactions SET attachments = ?3, version = version + 1,
            updated_at = coalesce(?4, updated_at)
        WHERE family_unit_id = ?1 AND id = ?2
        """

    /// The statements that go through a family's own part of a table.
    static let all = [
        ofInteraction, sameUpload, byOperation, bytesOfFiles, bytesOfUploads, openUploads,
        lastPosition,
        insert, insertUpload, setPaths,
    ]

    /// The statements that go through a file's id, which is one family's only, and compare the
    /// family.
    static let byFile = [byID, uploadByID, deleteUpload, rename]

    private static let allFamilies = "/* all families: the sweep knows files by their ids alone */"

    static let isAttached = "SELECT 1 FROM attachments WHERE id = ?1 \(allFamilies)"
    static let sweepUpload = "DELETE FROM uploads WHERE id = ?1 \(allFamilies)"
    /// Uploads begun before ?1, the oldest first.
    static let oldUploads = """
        SELECT id FROM uploads WHERE created_at < ?1 ORDER BY created_at LIMIT 500 \(allFamilies)
        """

    /// The statements of the sweep.
    static let sweeping = [isAttached, sweepUpload, oldUploads]
}
