/// Completes an upload. The file becomes visible only after its size, hash and content are
/// verified. It can be retried.
public enum FinishAttachment: Operation {
    /// The budget is longer than usual, because hashing and syncing 10 MiB takes time.
    public static let definition = OperationDefinition(
        "attachments.finish", of: .interactions, .write, CreateInteraction.access,
        "Attach a file after all its parts were sent", budget: .seconds(10),
        http: .post("/attachments/{attachment_id}/finish"))

    /// The file to complete.
    @JSONObject
    public struct Request: OperationRequest {
        public var attachmentID: AttachmentID
    }

    /// The file and its interaction.
    @JSONObject
    public struct Response: Codable, JSONWritable, Sendable {
        public var attachment: Attachment
        /// The interaction with its current attachment paths.
        public var interaction: Interaction
    }
}
