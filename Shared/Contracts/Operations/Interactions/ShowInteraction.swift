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

        enum CodingKeys: String, CodingKey {
            case interaction
            case canDelete = "can_delete"
            case canExport = "can_export"
        }

        /// The answer with these parts.
        public init(interaction: Interaction, canDelete: Bool, canExport: Bool) {
            self.interaction = interaction
            self.canDelete = canDelete
            self.canExport = canExport
        }
    }
}
