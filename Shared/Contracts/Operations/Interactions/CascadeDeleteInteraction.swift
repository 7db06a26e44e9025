/// Tells what stands in the way of deleting an interaction of the caller's by itself.
public enum ListInteractionBlockers: Operation {
    public static let name = "interactions.deletionBlockers"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = DeleteInteraction.access
    public static let summary = "Show what depends on an interaction"

    public typealias Request = ShowInteraction.Request
    public typealias Response = DeletionBlockers
}

/// Deletes an interaction of the caller's together with everything that depends on it, as one
/// operation that can be undone.
public enum CascadeDeleteInteraction: Operation {
    public static let name = "interactions.cascadeDelete"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = false
    public static let access = DeleteInteraction.access
    public static let summary = "Delete an interaction with what depends on it; it can be undone"
    /// The specification's text (ID-24).
    public static let failureText: String? = "Failed to delete interaction"

    /// What a request without the confirmation learns.
    public static let unconfirmed =
        "Send \"confirmDelete\": true to delete the interaction with what depends on it"

    /// Which one, and that it is meant.
    public struct Request: OperationRequest {
        /// The interaction.
        public var id: InteractionID
        /// Must be true; anything else is refused, and nothing is deleted.
        public var confirmDelete: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            // The specification quotes the second key in this case.
            case id, confirmDelete
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The confirmed request for this interaction.
        public init(id: InteractionID) {
            self.id = id
            confirmDelete = FormField(true)
        }

        public func validated() throws(ServiceError) -> ShowInteraction.Request {
            guard confirmDelete.value == true else {
                throw .invalid(CodingKeys.confirmDelete.rawValue, unconfirmed)
            }
            return ShowInteraction.Request(id: id)
        }
    }

    public typealias Response = DeleteInteraction.Response
}
