/// Lists what prevents one of the caller's interactions from being deleted on its own.
public enum ListInteractionBlockers: Operation {
    public static let definition = OperationDefinition(
        "interactions.deletionBlockers", of: .interactions, .read, DeleteInteraction.access,
        "Show what depends on an interaction")

    public typealias Request = ShowInteraction.Request
    public typealias Response = DeletionBlockers
}

/// Deletes one of the caller's interactions and everything that depends on it, as one operation
/// that can be undone.
public enum CascadeDeleteInteraction: Operation {
    /// The specification's text (ID-24).
    public static let definition = OperationDefinition(
        "interactions.cascadeDelete", of: .interactions, .write, DeleteInteraction.access,
        "Delete an interaction with what depends on it; it can be undone",
        failureText: "Failed to delete interaction")

    /// The error text for a request without confirmation.
    public static let unconfirmed =
        "Send \"confirmDelete\": true to delete the interaction with what depends on it"

    /// The interaction and the confirmation.
    @JSONObject
    public struct Request: OperationRequest {
        public var id: InteractionID
        /// Must be true; otherwise the request is rejected and nothing is deleted.
        @Key("confirmDelete") public var confirmDelete: FormField<Bool>

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
