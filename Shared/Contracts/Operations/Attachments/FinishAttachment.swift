/// Attaches a file whose parts are all there: checks size, hash and content, and only then lets it
/// be seen. It may be repeated.
public enum FinishAttachment: Operation {
    public static let name = "attachments.finish"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = CreateInteraction.access
    public static let summary = "Attach a file after all its parts were sent"

    /// How long a caller waits: hashing and syncing 10 MiB takes longer than a row.
    public static let defaultBudget = Duration.seconds(10)

    /// Which file.
    public struct Request: OperationRequest {
        /// The file.
        public var attachmentID: AttachmentID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case attachmentID = "attachment_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this file.
        public init(attachmentID: AttachmentID) {
            self.attachmentID = attachmentID
        }
    }

    /// The file, and the record that it is attached to.
    public struct Response: Codable, Sendable {
        /// The file as it was attached.
        public var attachment: Attachment
        /// The record with its present paths.
        public var interaction: Interaction

        /// The answer with these values.
        public init(attachment: Attachment, interaction: Interaction) {
            self.attachment = attachment
            self.interaction = interaction
        }
    }
}
