/// Tells what stands in the way of deleting a coach alone (CO-29).
public enum ListCoachBlockers: Operation {
    public static let name = "coaches.deletionBlockers"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = DeleteCoach.access
    public static let summary = "Show what depends on a coach"

    public typealias Request = ShowCoach.Request
    public typealias Response = DeletionBlockers
}

/// Deletes a coach on whom nothing depends (CO-26); it can be undone.
public enum DeleteCoach: Operation {
    public static let name = "coaches.delete"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    // parents only read.
    public static let access = Access.family([.player], refusal: "Only players can delete coaches")
    public static let summary = "Delete a coach; it can be undone"
    /// Long enough for every service to take its part.
    public static let defaultBudget = DeletionLimit.budget

    public typealias Request = ShowCoach.Request
    public typealias Response = DeletionAnswer
}

/// Deletes a coach with everything that depends on the coach in all services, also interactions
/// that others of the family logged, as one operation that can be undone (CO-28).
public enum CascadeDeleteCoach: Operation {
    public static let name = "coaches.cascadeDelete"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = DeleteCoach.access
    public static let summary = "Delete a coach with what depends on them; it can be undone"
    /// Long enough for every service to take its part.
    public static let defaultBudget = DeletionLimit.budget

    /// Which one, and that it is meant.
    public struct Request: ConfirmedDeletion {
        /// The coach.
        public var id: CoachID
        /// Must be true; anything else is refused, and nothing is deleted.
        public var confirmDelete: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            // The specification quotes the second key in this case.
            case id, confirmDelete
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The confirmed request for this coach.
        public init(id: CoachID) {
            self.id = id
            confirmDelete = FormField(true)
        }

        public func validated() throws(ServiceError) -> ShowCoach.Request {
            try requireConfirmation(of: "coach")
            return ShowCoach.Request(id: id)
        }
    }

    public typealias Response = DeletionAnswer
}

/// A request that is refused unless it says that the deletion is meant.
public protocol ConfirmedDeletion: OperationRequest {
    /// Must be true.
    var confirmDelete: FormField<Bool> { get }
}

extension ConfirmedDeletion {
    /// Throws the refusal of a request that does not say so.
    func requireConfirmation(of what: String) throws(ServiceError) {
        guard confirmDelete.value == true else {
            throw .invalid(
                "confirmDelete",
                "Send \"confirmDelete\": true to delete the \(what) with what depends on it")
        }
    }
}

/// Times of deletions that cross services.
public enum DeletionLimit {
    /// How long a caller waits for all services by default.
    public static let budget = Duration.seconds(5)
    /// A deletion that runs longer than this shows as stuck.
    public static let stuckAfter = Duration.seconds(10)
    /// How long `deletions.show` waits at most, in milliseconds.
    public static let waitMax = 10_000
}
