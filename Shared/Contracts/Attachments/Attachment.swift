/// A file that is attached to an interaction.
@JSONObject
public struct Attachment: Hashable {
    public var id: AttachmentID
    public var interactionID: InteractionID
    /// The file's name as the user gave it; unique within the interaction.
    public var name: String
    /// The path shown in replies; one of the interaction's `attachments`.
    public var path: String
    /// The type of the content.
    public var mediaType: AttachmentType
    /// The size in bytes.
    public var size: Int
    /// SHA-256 of the content, as 64 lower-case hexadecimal digits.
    public var sha256: String
    public var createdAt: Instant

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
