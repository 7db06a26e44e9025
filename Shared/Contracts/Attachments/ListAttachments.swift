/// Lists the files of an interaction.
public enum ListAttachments: Operation {
    public static let name = "attachments.list"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.familyOrFormerPlayer(
        Set(Role.allCases), refusal: "")
    public static let summary = "List the files of an interaction"

    /// Which interaction.
    public struct Request: OperationRequest {
        /// The interaction.
        public var interactionID: InteractionID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case interactionID = "interaction_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this interaction.
        public init(interactionID: InteractionID) {
            self.interactionID = interactionID
        }
    }

    /// The files.
    public struct Response: Codable, Sendable {
        /// The interaction.
        public var interactionID: InteractionID
        /// Its files in the order in which they were attached.
        public var attachments: [Attachment]

        enum CodingKeys: String, CodingKey {
            case attachments
            case interactionID = "interaction_id"
        }

        /// The answer with these files.
        public init(interactionID: InteractionID, attachments: [Attachment]) {
            self.interactionID = interactionID
            self.attachments = attachments
        }
    }
}
