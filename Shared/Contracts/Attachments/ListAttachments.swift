/// Lists the files of an interaction.
public enum ListAttachments: Operation {
    public static let name = "attachments.list"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.familyOrFormerPlayer(
        Set(Role.allCases), refusal: "")
    public static let summary = "List the files of an interaction"

    /// The interaction whose files are listed.
    public struct Request: OperationRequest {
        public var interactionID: InteractionID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case interactionID = "interaction_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(interactionID: InteractionID) {
            self.interactionID = interactionID
        }
    }

    /// The files of the interaction.
    public struct Response: Codable, Sendable {
        public var interactionID: InteractionID
        /// The files in the order in which they were attached.
        public var attachments: [Attachment]

        enum CodingKeys: String, CodingKey {
            case attachments
            case interactionID = "interaction_id"
        }

        public init(interactionID: InteractionID, attachments: [Attachment]) {
            self.interactionID = interactionID
            self.attachments = attachments
        }
    }
}
