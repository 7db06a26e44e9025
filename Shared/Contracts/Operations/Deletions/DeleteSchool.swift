/// Tells what stands in the way of deleting a school alone.
public enum ListSchoolBlockers: Operation {
    public static let name = "schools.deletionBlockers"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = DeleteSchool.access
    public static let summary = "Show what depends on a school"

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionBlockers
}

/// Deletes a school on which nothing depends; it can be undone.
public enum DeleteSchool: Operation {
    public static let name = "schools.delete"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can delete schools")
    public static let summary = "Delete a school; it can be undone"
    /// Long enough for every service to take its part.
    public static let defaultBudget = DeletionLimit.budget

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionAnswer
}

/// Deletes a school with its coaches and everything that depends on either in all services, as one
/// operation that can be undone.
public enum CascadeDeleteSchool: Operation {
    public static let name = "schools.cascadeDelete"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = DeleteSchool.access
    public static let summary = "Delete a school with what depends on it; it can be undone"
    /// Long enough for every service to take its part.
    public static let defaultBudget = DeletionLimit.budget

    /// Which one, and that it is meant.
    public struct Request: ConfirmedDeletion {
        /// The school.
        public var id: SchoolID
        /// Must be true; anything else is refused, and nothing is deleted.
        public var confirmDelete: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, confirmDelete
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The confirmed request for this school.
        public init(id: SchoolID) {
            self.id = id
            confirmDelete = FormField(true)
        }

        public func validated() throws(ServiceError) -> ShowSchool.Request {
            try requireConfirmation(of: "school")
            return ShowSchool.Request(id: id)
        }
    }

    public typealias Response = DeletionAnswer
}
