/// Shows one interaction (page Interaction Detail).
public enum ShowInteraction: Operation {
    public static let name = "interactions.show"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show one interaction"

    /// The interaction to show.
    public struct Request: OperationRequest {
        public var id: InteractionID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(id: InteractionID) {
            self.id = id
        }
    }

    /// The interaction, and what the caller may do with it.
    public struct Response: Codable, Sendable {
        public var interaction: Interaction
        public var canDelete: Bool
        public var canExport: Bool
        /// The meaning of the coach's interest level; `null` if the calibration was not answered.
        public var interestDescription: String?
        /// The attached files, in the order of the record's paths.
        public var files: [Attachment]

        enum CodingKeys: String, CodingKey {
            // The specification gives `canDelete` in camel case.
            case interaction, canDelete, files
            case canExport = "can_export"
            case interestDescription = "interest_description"
        }

        public init(
            interaction: Interaction, canDelete: Bool, canExport: Bool, files: [Attachment] = []
        ) {
            self.interaction = interaction
            self.files = files
            self.canDelete = canDelete
            self.canExport = canExport
            interestDescription = interaction.calibratedLevel?.explanation
        }

        /// Writes every key; missing values are `null`.
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
