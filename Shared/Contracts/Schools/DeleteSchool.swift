/// Deletes a school on which nothing depends; it can be undone.
public enum DeleteSchool: RecordDeletion {
    /// The budget leaves every service the time to complete its part.
    public static let definition = OperationDefinition.delete(
        "schools", of: .coaches, "Delete a school; it can be undone", budget: DeletionLimit.budget)

    public typealias Tag = SchoolTag
    public typealias Response = DeletionAnswer
}

public typealias ListSchoolBlockers = ListBlockers<DeleteSchool>
public typealias CascadeDeleteSchool = CascadeDelete<DeleteSchool>
