/// Completes an upload. The file becomes visible only after its size, hash and content are
/// verified. It can be retried.
public enum FinishAttachment: Operation {
    public static let name = "attachments.finish"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = CreateInteraction.access
    public static let summary = "Attach a file after all its parts were sent"

    /// Longer than the default, because hashing and syncing 10 MiB takes time.
    public static let defaultBudget = Duration.seconds(10)

    /// The file to complete.
    @JSONObject
    public struct Request: OperationRequest {
        public var attachmentID: AttachmentID
    }

    /// The file and its interaction.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var attachment: Attachment
        /// The interaction with its current attachment paths.
        public var interaction: Interaction
    }
}
