/// Lists what prevents a school from being deleted on its own.
public enum ListSchoolBlockers: Operation {
    public static let definition = OperationDefinition(
        "schools.deletionBlockers", of: .coaches, .read, DeleteSchool.access,
        "Show what depends on a school", http: .get("/schools/{id}/deletion-blockers"))

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionBlockers
}

/// Deletes a school on which nothing depends; it can be undone.
public enum DeleteSchool: Operation {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "schools.delete", of: .coaches, .write, .players("delete schools"),
        "Delete a school; it can be undone", budget: DeletionLimit.budget,
        http: .delete("/schools/{id}"))

    public typealias Request = ShowSchool.Request
    public typealias Response = DeletionAnswer
}

/// Deletes a school, its coaches and everything that depends on any of them in all services, as one
/// operation that can be undone.
public enum CascadeDeleteSchool: Operation {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition(
        "schools.cascadeDelete", of: .coaches, .write, DeleteSchool.access,
        "Delete a school with what depends on it; it can be undone", budget: DeletionLimit.budget,
        http: .post("/schools/{id}/cascade-delete"))

    public typealias Request = ConfirmedDeletion<SchoolTag>
    public typealias Response = DeletionAnswer
}
