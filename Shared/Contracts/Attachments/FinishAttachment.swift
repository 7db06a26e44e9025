/// Completes an upload. The file becomes visible only after its size, hash and content are
/// verified. It can be retried.
public enum FinishAttachment: Operation {
    /// The budget is longer than usual, because hashing and syncing 10 MiB takes time.
    public static let definition = OperationDefinition.attaching(
        "finish", "Attach a file after all its parts were sent", at: "finish",
        budget: .seconds(10))

    public typealias Request = AttachmentRequest

    /// The file and its interaction.
    @JSONObject
    public struct Response {
        public var attachment: Attachment
        /// The interaction with its current attachment paths.
        public var interaction: Interaction
    }
}
