/// Lists what prevents a school from being deleted on its own.
public enum ListSchoolBlockers: Operation {
    public static let name = "schools.deletionBlockers"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = DeleteSchool.access
    public static let summary = "Tell what depends on a school"

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
    /// Long enough for every service to complete its part.
    public static let defaultBudget = DeletionLimit.budget

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionAnswer
}

/// Deletes a school, its coaches and everything that depends on any of them in all services, as one
/// operation that can be undone.
public enum CascadeDeleteSchool: Operation {
    public static let name = "schools.cascadeDelete"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = DeleteSchool.access
    public static let summary = "Delete a school with what depends on it; it can be undone"
    /// Long enough for every service to complete its part.
    public static let defaultBudget = DeletionLimit.budget

    /// The school and the confirmation.
    public struct Request: ConfirmedDeletion {
        public var id: SchoolID
        /// Must be true; otherwise the request is rejected and nothing is deleted.
        public var confirmDelete: FormField<Bool>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id, confirmDelete
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

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
