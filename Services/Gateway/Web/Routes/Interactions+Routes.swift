import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of interactions, one interaction, and its deletion.
    mutating func addInteractions(_ site: Site) {
        get(Place.interactions.text, site) { visit in
            let request = visit.listRequest(InteractionFilter.self)
            return try await visit.keptListPage(ListInteractions.self, request) {
                InteractionsPage($0, request, $1).content
            }
        }
        get(Place.exportInteractions.text, site) { visit in
            guard visit.request.query["marked"] != nil else {
                return try await visit.interactionsFile()
            }
            return try await visit.interactionsFile(visit.marked(in: visit.request.query))
        }
        get("/interactions/export.xlsx", site) { try await $0.interactionsWorkbook() }
        get(Place.deleteInteractions.text, site) { try await $0.markedQuestion() }
        post(Place.deleteInteractions.text, site) { visit in
            let ids = try visit.marked(in: visit.form)
            let answer = try await visit.submit(DeleteInteractions.self, .init(ids: ids))
            return Done.deleted.redirect(to: "interactions", undoing: answer.operationID)
        }
        get(Place.noteInteractions.text, site) { try await $0.notePage() }
        post(Place.noteInteractions.text, site) { try await $0.addNote() }
        get("/interactions/{id}", site, .interactions) { try await $0.interactionPage($1) }
        get("/interactions/{id}/export", site, .interactions) { try await $0.interactionFile($1) }
        addDeletion(
            of: .interactions, site, DeleteInteraction.self, showing: ShowInteraction.self
        ) { ConfirmationPage(deleting: $0.interaction, with: $1, $2) }
    }
}

extension Visit {
    /// The interactions with one coach or school, newest first.
    func interactions(_ filter: InteractionFilter, _ value: String) async throws -> [Interaction] {
        var request = ListInteractions.Request()
        request[filter] = value
        return try await call(ListInteractions.self, request).interactions
    }

    /// The page of an interaction. `refused` are files that were chosen and not attached.
    func interactionPage(
        _ id: InteractionID, refused: [RefusedFile] = [], _ status: HTTPStatus = .ok
    ) async throws -> HTTPResponse {
        async let context = context()
        let answer = try await call(ShowInteraction.self, .init(id: id))
        var details = try await details(of: answer.interaction)
        details.refusedFiles = refused
        // The address of a contact that was just logged says so.
        if Done.isOfLogging(request) { details.hints = answer.hints }
        let page = InteractionPage(answer, details, try await context)
        return HTTPResponse(status, page: page.write)
    }

    /// The name of the interaction's event, and the conversation with its coach. A service that is
    /// away leaves its part out.
    private func details(
        of interaction: Interaction
    ) async throws -> InteractionPage.Details {
        var details = InteractionPage.Details()
        if let coach = interaction.coachID {
            details.conversation = try await interactions(.coachID, coach.text)
        }
        if let event = interaction.eventID {
            do {
                details.eventName = try await call(ShowEvent.self, .init(id: event)).event.name
            } catch let error as ServiceError where error.code != .unauthenticated {}
        }
        return details
    }
}
