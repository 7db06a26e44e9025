import Contracts
import HTTP
import WebPages

/// The answer to a change that can be undone.
protocol UndoableAnswer {
    var operationID: OperationID { get }
}

extension DeletionAnswer: UndoableAnswer {}

extension DeleteInteraction.Response: UndoableAnswer {}

extension Router {
    /// The page that asks whether to delete a record, and the deletion, alone or with what depends
    /// on the record. `question` makes the page that asks.
    mutating func addDeletion<Deletion: RecordDeletion, Show: Contracts.Operation>(
        of pages: RecordPages<Deletion.Tag>, _ site: Site, _ deletion: Deletion.Type,
        showing show: Show.Type,
        question:
            @escaping @Sendable (Show.Response, [DeletionBlocker], PageContext) -> ConfirmationPage
    )
    where
        Deletion.Tag: SendableMetatype, Deletion.Response: UndoableAnswer,
        Show.Request == RecordRequest<Deletion.Tag>
    {
        let path = "/\(pages.path)/{id}/delete"
        get(path, site, pages) { visit, id in
            async let context = visit.context()
            let record = try await visit.call(show, .init(id: id))
            let others = try await visit.call(
                ListBlockers<Deletion>.self, .init(id: id)
            ).blockers
            return HTTPResponse(page: question(record, others, try await context).write)
        }
        post(path, site, pages) { visit, id in
            let operation =
                visit.form["cascade"] == nil
                ? try await visit.submit(deletion, .init(id: id)).operationID
                : try await visit.submit(CascadeDelete<Deletion>.self, .init(id: id)).operationID
            return Done.deleted.redirect(to: pages.path, undoing: operation)
        }
    }
}
