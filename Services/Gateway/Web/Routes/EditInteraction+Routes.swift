import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The form that edits an interaction.
    mutating func addEditInteraction(_ site: Site) {
        get("/interactions/{id}/edit", site, .interactions) { visit, id in
            let answer = try await visit.call(ShowInteraction.self, .init(id: id))
            let mayEdit =
                answer.canDelete || answer.interaction.enteredBy == visit.statement.user.id
            guard mayEdit else { return .redirect(to: Place.interaction(id).text) }
            return try await visit.logPage(
                LogInteractionEntry(editing: answer.interaction, in: visit.zone))
        }
        post("/interactions/{id}/edit", site, .interactions) { visit, id in
            var entry = visit.sentEdit(of: id)
            guard !visit.addsCoach else {
                return try await visit.addCoach(entry, try visit.formKey)
            }
            return try await visit.submit { key in
                let answer = try await visit.call(
                    EditInteraction.self, visit.request(entry, editing: id), key: key)
                let isAhead = answer.warnings.contains(CreateInteraction.isAheadWarning)
                return (isAhead ? Done.savedAhead : .saved).redirect(
                    to: "interactions", id.text)
            } refused: { error, key in
                entry.add(error)
                return try await visit.logPage(entry, HTTPStatus(of: error), key: key)
            }
        }
    }
}

extension Visit {
    /// What was typed.
    fileprivate func sentEdit(of id: InteractionID) -> LogInteractionEntry {
        var entry = sentEntry()
        entry.editing = id
        entry.version = form["version"].flatMap { Int($0) }
        for field in LogInteractionEntry.fields {
            entry.beginnings[field] = form[LogInteractionPage.beginning(field)]
        }
        return entry
    }

    /// The request with the entries that were touched. What was not touched stays as it is, to the
    /// millisecond and the character.
    fileprivate func request(
        _ entry: LogInteractionEntry, editing id: InteractionID
    ) -> EditInteraction.Request {
        func touched(_ field: String, _ text: String) -> FormField<String> {
            FormField(entry.isTouched(field) ? text : nil)
        }
        var request = EditInteraction.Request(id: id, version: entry.version)
        request.fields.type = touched("type", entry.type)
        request.fields.direction = touched("direction", entry.direction)
        request.fields.subject = touched("subject", entry.subject)
        request.fields.content = touched("content", entry.content)
        request.fields.sentiment = touched("sentiment", entry.sentiment)
        request.fields.schoolID = touched("school_id", entry.schoolID)
        let (text, time) = entry.typedTime(in: zone, now: site.clock.now())
        request.fields.occurredAt = touched("occurred_at", time?.text ?? text)
        setCoach(of: &request, entry)
        if entry.isTouched("interest_answers") {
            request.fields.interestAnswers = FormField(entry.signals)
        }
        return request
    }

    /// Sets the coach if the coach or the school was changed, so that a coach who is not at the
    /// chosen school is refused and not dropped.
    private func setCoach(
        of request: inout EditInteraction.Request, _ entry: LogInteractionEntry
    ) {
        let isOther = entry.coachID == LogInteractionEntry.otherCoach
        guard
            entry.isTouched("coach_id") || entry.isTouched("school_id")
                || isOther && entry.isTouched("other_coach_name")
        else { return }
        request.fields.coachID = FormField(isOther ? "" : entry.coachID)
        request.fields.otherCoachName = FormField(isOther ? entry.otherCoachName : "")
    }
}
