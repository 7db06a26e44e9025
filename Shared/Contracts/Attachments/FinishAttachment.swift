/// Completes an upload. The file becomes visible only after its size, hash and content are
/// verified. It can be retried.
public enum FinishAttachment: Operation {
    public static let name = "attachments.finish"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = CreateInteraction.access
    public static let summary = "Attach a file whose parts are all there"

    /// Longer than the default, because hashing and syncing 10 MiB takes time.
    public static let defaultBudget = Duration.seconds(10)

    /// The file to complete.
    public struct Request: OperationRequest {
        public var attachmentID: AttachmentID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case attachmentID = "attachment_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(attachmentID: AttachmentID) {
            self.attachmentID = attachmentID
        }
    }

    /// The file and its interaction.
    public struct Response: Codable, Sendable {
        public var attachment: Attachment
        /// The interaction with its current attachment paths.
        public var interaction: Interaction

        public init(attachment: Attachment, interaction: Interaction) {
            self.attachment = attachment
            self.interaction = interaction
        }
    }
}
