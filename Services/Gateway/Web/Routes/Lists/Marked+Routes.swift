import Contracts
import HTML
import HTTP
import WebPages

extension Visit {
    /// The ids of the interactions that were marked on the list. Throws what a record that is not
    /// there gets for anything but ids.
    func marked(in items: FormItems) throws -> [InteractionID] {
        try items.values("id").map { text in
            guard let id = InteractionID(text: text) else {
                throw ServiceError.notFound(.interaction)
            }
            return id
        }
    }

    /// Asks whether to delete what was marked, or all that the filters of the address select. The
    /// form names the records, so that exactly what was asked about is deleted.
    func markedQuestion() async throws -> HTTPResponse {
        async let context = context()
        var ids = try marked(in: request.query)
        if request.query["all"] != nil {
            var list = listRequest(InteractionFilter.self)
            list.limit = FormField(DeleteInteractions.idsMax + 1)
            ids = try await call(ListInteractions.self, list).interactions.map(\.id)
        }
        guard !ids.isEmpty else {
            return HTTPResponse(page: NothingMarkedPage(try await context).write)
        }
        guard isPlayer else { throw ServiceError.forbidden(DeleteInteraction.playersOnly) }
        _ = try DeleteInteractions.Request(ids: ids).validated()
        let page = ConfirmationPage(deleting: ids, try await context)
        return HTTPResponse(page: page.write)
    }
}
