import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of interactions, one interaction, and its deletion.
    mutating func addInteractions(_ site: Site) {
        get(
            Place.interactions.text,
            site.page { visit in
                let request = visit.listRequest(InteractionFilter.self)
                async let context = visit.context()
                let answer = try await visit.listed(ListInteractions.self, request)
                let page = InteractionsPage(answer, request, try await context)
                return HTTPResponse(answer.status, page: page.write)
            })
        get(
            "/interactions/{id}",
            site.page { visit in
                try await visit.found("Interaction", .interactions, Place.interactions) {
                    let id: InteractionID = try visit.id(.interaction)
                    async let context = visit.context()
                    let answer = try await visit.call(ShowInteraction.self, .init(id: id))
                    let details = try await visit.details(of: answer.interaction)
                    let page = InteractionPage(answer, details, try await context)
                    return HTTPResponse(page: page.write)
                }
            })
        get(
            "/interactions/{id}/delete",
            site.page { visit in
                try await visit.found("Interaction", .interactions, Place.interactions) {
                    let id: InteractionID = try visit.id(.interaction)
                    async let context = visit.context()
                    let answer = try await visit.call(ShowInteraction.self, .init(id: id))
                    let others = try await visit.call(ListInteractionBlockers.self, .init(id: id))
                    let page = ConfirmationPage(
                        deleting: answer.interaction, with: others.blockers, try await context)
                    return HTTPResponse(page: page.write)
                }
            })
        post(
            "/interactions/{id}/delete",
            site.page { visit in
                try await visit.found("Interaction", .interactions, Place.interactions) {
                    let id: InteractionID = try visit.id(.interaction)
                    let key = try visit.formKey
                    let operation =
                        visit.form["cascade"] == nil
                        ? try await visit.call(DeleteInteraction.self, .init(id: id), key: key)
                            .operationID
                        : try await visit.call(
                            CascadeDeleteInteraction.self, .init(id: id), key: key
                        ).operationID
                    return Done.deleted.redirect(to: "interactions", undoing: operation)
                }
            })
    }
}

extension Visit {
    /// The interactions with one coach or school, newest first.
    func interactions(_ filter: InteractionFilter, _ value: String) async throws -> [Interaction] {
        var request = ListInteractions.Request()
        request[filter] = value
        return try await call(ListInteractions.self, request).interactions
    }

    /// The name of the interaction's event, and the conversation with its coach. A service that is
    /// away leaves its part out.
    fileprivate func details(
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
