/// An operation that deletes a record on which nothing depends. Those that show what depends on the
/// record, and that delete it as well, follow from it.
public protocol RecordDeletion: Operation where Request == RecordRequest<Tag> {
    associatedtype Tag: NamedTag

    /// What stands for the record in a sentence.
    static var pronoun: String { get }
    /// The text for people when a deletion with what depends on the record fails; nil for the
    /// general text.
    static var cascadeFailureText: String? { get }
}

extension RecordDeletion {
    public static var pronoun: String { "it" }
    public static var cascadeFailureText: String? { nil }

    /// The records in the plural, with which the names and paths of the operations begin.
    fileprivate static var plural: Substring { name.prefix { $0 != "." } }
}

/// Lists what prevents a record from being deleted on its own (CO-29).
public enum ListBlockers<Deletion: RecordDeletion>: Operation {
    public static var definition: OperationDefinition {
        OperationDefinition(
            "\(Deletion.plural).deletionBlockers", of: Deletion.service, .read, Deletion.access,
            "Show what depends on \(Deletion.Tag.nounWithArticle)",
            http: .get("/\(Deletion.plural)/{id}/deletion-blockers"))
    }

    public typealias Request = RecordRequest<Deletion.Tag>
    public typealias Response = DeletionBlockers
}

/// Deletes a record and everything that depends on it, as one operation that can be undone.
///
/// What depends on a coach or a school is deleted in all services, including interactions logged by
/// other family members (R-11, CO-28), and a school's coaches with the school.
public enum CascadeDelete<Deletion: RecordDeletion>: Operation {
    public static var definition: OperationDefinition {
        OperationDefinition(
            "\(Deletion.plural).cascadeDelete", of: Deletion.service, .write, Deletion.access,
            """
            Delete \(Deletion.Tag.nounWithArticle) with what depends on \(Deletion.pronoun); it can \
            be undone
            """,
            failureText: Deletion.cascadeFailureText, budget: Deletion.defaultBudget,
            http: .post("/\(Deletion.plural)/{id}/cascade-delete"))
    }

    public typealias Request = ConfirmedDeletion<Deletion.Tag>
    public typealias Response = Deletion.Response
}
