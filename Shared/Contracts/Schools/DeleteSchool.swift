/// Lists what prevents a school from being deleted on its own.
public enum ListSchoolBlockers: Operation {
    public static let definition = OperationDefinition(
        "schools.deletionBlockers", of: .coaches, .read, DeleteSchool.access,
        "Show what depends on a school")

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionBlockers
}

/// Deletes a school on which nothing depends; it can be undone.
public enum DeleteSchool: Operation {
    /// Long enough for every service to complete its part.
    public static let definition = OperationDefinition(
        "schools.delete", of: .coaches, .write,
        .family([.player], refusal: "Only players can delete schools"),
        "Delete a school; it can be undone", budget: DeletionLimit.budget)

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionAnswer
}

/// Deletes a school, its coaches and everything that depends on any of them in all services, as one
/// operation that can be undone.
public enum CascadeDeleteSchool: Operation {
    /// Long enough for every service to complete its part.
    public static let definition = OperationDefinition(
        "schools.cascadeDelete", of: .coaches, .write, DeleteSchool.access,
        "Delete a school with what depends on it; it can be undone", budget: DeletionLimit.budget)

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
