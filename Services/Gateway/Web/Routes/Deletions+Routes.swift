import Contracts
import HTTP
import WebPages

/// The answer to a deletion that can be undone.
protocol UndoableDeletion {
    var operationID: OperationID { get }
}

extension DeletionAnswer: UndoableDeletion {}

extension DeleteInteraction.Response: UndoableDeletion {}

extension Router {
    /// The page that asks whether to delete a record of a list, and the deletion, alone or with
    /// what depends on the record.
    ///
    /// - Parameters:
    ///   - list: The path of the list.
    ///   - found: Runs the handler of one record's page.
    ///   - question: Makes the page that asks.
    mutating func addDeletion<
        Tag: NamedTag & SendableMetatype, Plain: Contracts.Operation,
        Cascade: Contracts.Operation
    >(
        from list: String, _ site: Site, _ plain: Plain.Type, _ cascade: Cascade.Type,
        found:
            @escaping @Sendable (
                Visit, (Identifier<Tag>) async throws -> HTTPResponse
            ) async throws -> HTTPResponse,
        question: @escaping @Sendable (Visit, Identifier<Tag>) async throws -> ConfirmationPage
    )
    where
        Plain.Request == RecordRequest<Tag>, Plain.Response: UndoableDeletion,
        Cascade.Request == ConfirmedDeletion<Tag>, Cascade.Response: UndoableDeletion
    {
        let path = "/\(list)/{id}/delete"
        get(
            path,
            site.page { visit in
                try await found(visit) { id in
                    HTTPResponse(page: try await question(visit, id).write)
                }
            })
        post(
            path,
            site.page { visit in
                try await found(visit) { id in
                    let key = try visit.formKey
                    let operation =
                        visit.form["cascade"] == nil
                        ? try await visit.call(plain, .init(id: id), key: key).operationID
                        : try await visit.call(cascade, .init(id: id), key: key).operationID
                    return Done.deleted.redirect(to: list, undoing: operation)
                }
            })
    }
}
