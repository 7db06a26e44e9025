/// Lists the files of an interaction.
public enum ListAttachments: Operation {
    public static let name = "attachments.list"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.familyOrFormerPlayer(
        Set(Role.allCases), refusal: "")
    public static let summary = "List the files of an interaction"

    /// The interaction whose files are listed.
    @JSONObject
    public struct Request: OperationRequest {
        public var interactionID: InteractionID
    }

    /// The files of the interaction.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var interactionID: InteractionID
        /// The files in the order in which they were attached.
        public var attachments: [Attachment]
    }
}
