/// Lists the files of an interaction.
public enum ListAttachments: Operation {
    public static let definition = OperationDefinition.readingAttachments(
        "list", "List the files of an interaction",
        http: .get("/interactions/{interaction_id}/attachments"))

    /// The interaction whose files are listed.
    @JSONObject
    public struct Request: OperationRequest {
        public var interactionID: InteractionID
    }

    /// The files of the interaction.
    @JSONObject
    public struct Response {
        public var interactionID: InteractionID
        /// The files in the order in which they were attached.
        public var attachments: [Attachment]
    }
}
