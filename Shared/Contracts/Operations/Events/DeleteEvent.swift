/// Deletes an event with its coaches present; it can be restored by the operation's id. Metrics of
/// the event stand in the way.
public enum DeleteEvent: Operation {
    public static let name = "events.delete"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can delete events")
    public static let summary = "Delete an event; it can be undone"

    public typealias Request = ShowEvent.Request
    public typealias Response = DeleteInteraction.Response
}

/// Tells what stands in the way of deleting an event by itself.
public enum ListEventBlockers: Operation {
    public static let name = "events.deletionBlockers"
    public static let service: ServiceName? = .events
    public static let isReadOnly = true
    public static let access = DeleteEvent.access
    public static let summary = "Show what depends on an event"

    public typealias Request = ShowEvent.Request
    public typealias Response = DeletionBlockers
}

/// Deletes an event together with everything that depends on it, as one operation that can be
/// undone.
public enum CascadeDeleteEvent: Operation {
    public static let name = "events.cascadeDelete"
    public static let service: ServiceName? = .events
    public static let isReadOnly = false
    public static let access = DeleteEvent.access
    public static let summary = "Delete an event with what depends on it; it can be undone"

    /// What a request without the confirmation learns.
    public static let unconfirmed =
        "Send \"confirmDelete\": true to delete the event with what depends on it"

    /// Which one, and that it is meant.
    public struct Request: OperationRequest {
        /// The event.
        public var id: EventID
        /// Must be true; anything else is refused, and nothing is deleted.
        public var confirmDelete: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            // The specification quotes the second key in this case.
            case id, confirmDelete
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The confirmed request for this event.
        public init(id: EventID) {
            self.id = id
            confirmDelete = FormField(true)
        }

        public func validated() throws(ServiceError) -> ShowEvent.Request {
            guard confirmDelete.value == true else {
                throw .invalid(CodingKeys.confirmDelete.rawValue, unconfirmed)
            }
            return ShowEvent.Request(id: id)
        }
    }

    public typealias Response = DeleteInteraction.Response
}
