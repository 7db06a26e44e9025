/// Shows one interaction (page Interaction Detail).
public enum ShowInteraction: Operation {
    public static let name = "interactions.show"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show one interaction"

    /// Which one.
    public struct Request: OperationRequest {
        /// The interaction.
        public var id: InteractionID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this interaction.
        public init(id: InteractionID) {
            self.id = id
        }
    }

    /// The record, and what the caller may do with it.
    public struct Response: Codable, Sendable {
        /// The record.
        public var interaction: Interaction
        /// Whether the caller may delete it.
        public var canDelete: Bool
        /// Whether the caller may export it.
        public var canExport: Bool
        /// What the coach's interest level means; `null` where the calibration was not answered.
        public var interestDescription: String?
        /// The attached files, in the order of the record's paths.
        public var files: [Attachment]

        enum CodingKeys: String, CodingKey {
            // The one key that a specification quotes in its own case.
            case interaction, canDelete, files
            case canExport = "can_export"
            case interestDescription = "interest_description"
        }

        /// The answer with these parts.
        public init(
            interaction: Interaction, canDelete: Bool, canExport: Bool, files: [Attachment] = []
        ) {
            self.interaction = interaction
            self.files = files
            self.canDelete = canDelete
            self.canExport = canExport
            interestDescription = interaction.calibratedLevel?.explanation
        }

        /// Writes every key; what is missing is `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(interaction, forKey: .interaction)
            try container.encode(canDelete, forKey: .canDelete)
            try container.encode(canExport, forKey: .canExport)
            try container.encode(interestDescription, forKey: .interestDescription)
            try container.encode(files, forKey: .files)
        }
    }
}
