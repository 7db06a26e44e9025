/// Shows one interaction (page Interaction Detail).
public enum ShowInteraction: Operation {
    public static let definition = OperationDefinition.show(
        "interactions", of: .interactions, "Show one interaction")

    public typealias Request = RecordRequest<InteractionTag>

    /// The interaction, and what the caller may do with it.
    @JSONObject(nulls: true)
    public struct Response {
        public var interaction: Interaction
        @Key("canDelete") public var canDelete: Bool
        public var canExport: Bool
        /// The meaning of the coach's interest level; `null` if the calibration was not answered.
        public var interestDescription: String?
        /// The attached files, in the order of the record's paths.
        public var files: [Attachment]
        /// What the family's table of contact windows says about the contact.
        public var hints: [ContactHint]

        public init(
            interaction: Interaction, canDelete: Bool, canExport: Bool, files: [Attachment] = [],
            hints: [ContactHint] = []
        ) {
            self.interaction = interaction
            self.files = files
            self.hints = hints
            self.canDelete = canDelete
            self.canExport = canExport
            interestDescription = interaction.calibratedLevel?.explanation
        }
    }
}
