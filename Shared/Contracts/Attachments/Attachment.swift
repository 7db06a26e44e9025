/// A file that is attached to an interaction.
public struct Attachment: Codable, Hashable, Sendable {
    /// The file's id.
    public var id: AttachmentID
    /// The interaction.
    public var interactionID: InteractionID
    /// The user's name of the file; unlike every other one of the interaction.
    public var name: String
    /// Where answers say it lies: one of the interaction's `attachments`.
    public var path: String
    /// What its content is.
    public var mediaType: AttachmentType
    /// Its size in octets.
    public var size: Int
    /// SHA-256 of its content, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// When it was attached.
    public var createdAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, name, path, size, sha256
        case interactionID = "interaction_id"
        case mediaType = "media_type"
        case createdAt = "created_at"
    }

    /// A file with these particulars.
    public init(
        id: AttachmentID, interactionID: InteractionID, name: String, mediaType: AttachmentType,
        size: Int, sha256: String, createdAt: Instant
    ) {
        self.id = id
        self.interactionID = interactionID
        self.name = name
        path = AttachmentName.path(name, of: interactionID)
        self.mediaType = mediaType
        self.size = size
        self.sha256 = sha256
        self.createdAt = createdAt
    }
}
