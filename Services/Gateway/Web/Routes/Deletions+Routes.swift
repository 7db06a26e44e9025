import Contracts
import HTTP
import WebPages

/// The answer to a change that can be undone.
protocol UndoableAnswer {
    var operationID: OperationID { get }
}

extension DeletionAnswer: UndoableAnswer {}

extension DeleteInteraction.Response: UndoableAnswer {}

extension MergeCoaches.Response: UndoableAnswer {}

extension MergeSchools.Response: UndoableAnswer {}

extension Router {
    /// The page that asks whether to delete a record, and the deletion, alone or with what depends
    /// on the record. `question` makes the page that asks.
    mutating func addDeletion<
        Tag: NamedTag & SendableMetatype, Plain: Contracts.Operation,
        Cascade: Contracts.Operation, Show: Contracts.Operation, Blockers: Contracts.Operation
    >(
        of pages: RecordPages<Tag>, _ site: Site, _ plain: Plain.Type, _ cascade: Cascade.Type,
        showing show: Show.Type, with blockers: Blockers.Type,
        question:
            @escaping @Sendable (Show.Response, [DeletionBlocker], PageContext) -> ConfirmationPage
    )
    where
        Plain.Request == RecordRequest<Tag>, Plain.Response: UndoableAnswer,
        Cascade.Request == ConfirmedDeletion<Tag>, Cascade.Response: UndoableAnswer,
        Show.Request == RecordRequest<Tag>, Blockers.Request == RecordRequest<Tag>,
        Blockers.Response == DeletionBlockers
    {
        let path = "/\(pages.path)/{id}/delete"
        get(path, site, pages) { visit, id in
            async let context = visit.context()
            let record = try await visit.call(show, .init(id: id))
            let others = try await visit.call(blockers, .init(id: id)).blockers
            return HTTPResponse(page: question(record, others, try await context).write)
        }
        post(path, site, pages) { visit, id in
            let operation =
                visit.form["cascade"] == nil
                ? try await visit.submit(plain, .init(id: id)).operationID
                : try await visit.submit(cascade, .init(id: id)).operationID
            return Done.deleted.redirect(to: pages.path, undoing: operation)
        }
    }
}
