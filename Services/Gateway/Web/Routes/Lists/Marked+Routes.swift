import Contracts
import HTML
import HTTP
import WebPages

extension Visit {
    /// The ids of the interactions that were marked on the list. Throws `not_found` if a value is
    /// not an id.
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
        guard let ids = try await chosen(for: DeleteInteractions.self) else {
            return HTTPResponse(page: NothingMarkedPage(try await context).write)
        }
        let page = ConfirmationPage(deleting: ids, try await context)
        return HTTPResponse(page: page.write)
    }

    /// What was marked, or all that the filters of the address select.
    private func chosen() async throws -> [InteractionID] {
        guard request.query["all"] != nil else { return try marked(in: request.query) }
        try requireOnce(InteractionFilter.self)
        var list = listRequest(InteractionFilter.self)
        list.limit = FormField(DeleteInteractions.idsMax + 1)
        return try await call(ListInteractions.self, list).interactions.map(\.id)
    }

    /// The same for an operation that players perform on them; nil if there are none.
    private func chosen<Op: Contracts.Operation>(
        for operation: Op.Type
    ) async throws -> [InteractionID]? {
        let ids = try await chosen()
        guard !ids.isEmpty else { return nil }
        if !isPlayer, case .family(_, let refusal) = Op.access {
            throw ServiceError.forbidden(refusal)
        }
        _ = try DeleteInteractions.Request(ids: ids).validated()
        return ids
    }

    /// The form of a note for what was marked, or for all that the filters of the address select.
    func notePage() async throws -> HTTPResponse {
        async let context = context()
        guard let ids = try await chosen(for: NoteInteractions.self) else {
            return HTTPResponse(page: NothingMarkedPage(try await context).write)
        }
        return HTTPResponse(page: NotePage(ids, try await context).write)
    }

    /// Appends the note of a form.
    func addNote() async throws -> HTTPResponse {
        let ids = try marked(in: form)
        // Browsers send line ends as CRLF.
        let note = (form["note"] ?? "").replacing("\r\n", with: "\n")
        return try await submit { key in
            let answer = try await call(
                NoteInteractions.self, .init(ids: ids, note: note), key: key)
            return Done.noted.redirect(to: "interactions", undoing: answer.operationID)
        } refused: { error, key in
            let page = NotePage(ids, note: note, error: error, try await context(key: key))
            return HTTPResponse(HTTPStatus(of: error), page: page.write)
        }
    }
}
