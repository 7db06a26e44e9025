import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The forms of an event's page: attendance, contacts, metrics, and coaches who were there.
    mutating func addEventForms(_ site: Site) {
        post("/events/{id}/attend", site) { visit in
            try await visit.eventForm(.attend) { id, _ in
                _ = try await visit.submit(AttendEvent.self, .init(id: id))
                // EV-11: the quick log follows.
                return Done.attended.redirect(
                    to: ["events", id.text], items: [.init("log", "true")])
            }
        }
        post("/events/{id}/log", site) { visit in
            try await visit.eventForm(.log) { id, forms in
                let answer = try await visit.call(ShowEvent.self, .init(id: id))
                var request = try forms.log.request(at: answer.quickLog)
                if !forms.playerID.isEmpty { request.playerID = FormField(forms.playerID) }
                _ = try await visit.submit(CreateInteraction.self, request)
                return Done.logged.redirect(to: ["events", id.text])
            }
        }
        post("/events/{id}/metrics", site) { visit in
            try await visit.eventForm(.metric) { id, forms in
                _ = try await visit.submit(AddMetric.self, try forms.metric(at: id))
                return Done.recorded.redirect(to: ["events", id.text])
            }
        }
        post("/events/{id}/coaches", site) { visit in
            try await visit.eventForm(.addCoach) { id, forms in
                guard let coach = CoachID(text: forms.coachID) else {
                    throw ServiceError.invalid(
                        "coach_id", CreateInteraction.Refusal.coach)
                }
                _ = try await visit.submit(
                    AddEventCoach.self, .init(id: id, coachID: coach))
                return Done.recorded.redirect(to: ["events", id.text])
            }
        }
        post("/events/{id}/coaches/remove", site, .events) { visit, id in
            guard let coach = visit.form["coach_id"].flatMap({ CoachID(text: $0) }) else {
                throw ServiceError.notFound(.coach)
            }
            let answer = try await visit.submit(
                RemoveEventCoach.self, .init(id: id, coachID: coach))
            return Done.removed.redirect(
                to: ["events", id.text], undoing: answer.operationID)
        }
        addMetricDeletion(site)
        addMetricEditing(site)
    }

    private mutating func addMetricEditing(_ site: Site) {
        let address = "/events/{id}/metrics/{metric}/edit"
        get(address, site, .events) { visit, id in
            guard visit.mayEnter else { return .redirect(to: Place.event(id).text) }
            let metric = try await visit.metric(at: id)
            return try await visit.metricPage(metric, at: id, RecordEntry(of: metric))
        }
        post(address, site, .events) { visit, id in
            try await visit.sent { entry, key in
                let form = try entry.form(editing: visit.metricID)
                _ = try await visit.call(EditMetric.self, form, key: key)
                return Done.saved.redirect(to: ["events", id.text])
            } refused: {
                try await visit.metricPage(visit.metric(at: id), at: id, $0, key: $1)
            }
        }
    }

    private mutating func addMetricDeletion(_ site: Site) {
        get("/events/{id}/metrics/{metric}/delete", site, .events) { visit, id in
            let wanted = try visit.metricID
            return try await visit.page(showing: ShowEvent.self, .init(id: id)) {
                let metric = try $0.metrics.require(.metric) { $0.id == wanted }
                return ConfirmationPage(deleting: metric, at: $0.event, $1).write
            }
        }
        post("/events/{id}/metrics/{metric}/delete", site, .events) { visit, id in
            let answer = try await visit.submit(
                DeleteMetric.self, .init(id: try visit.metricID))
            return Done.deleted.redirect(
                to: ["events", id.text], undoing: answer.operationID)
        }
    }
}

extension Visit {
    /// The metric in the address.
    fileprivate var metricID: MetricID {
        get throws { try id(.metric, in: "metric") }
    }

    /// The metric in the address, which was measured at the event.
    fileprivate func metric(at event: EventID) async throws -> Metric {
        let wanted = try metricID
        let metrics = try await call(ShowEvent.self, .init(id: event)).metrics
        return try metrics.require(.metric) { $0.id == wanted }
    }

    /// The page with the form of a metric, and the events to choose from.
    fileprivate func metricPage(
        _ metric: Metric, at event: EventID, _ entry: RecordEntry<Metric>,
        key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        let events = try await call(ListEvents.self, .init()).events
        let page = RecordFormPage(
            editing: metric, at: event, entry, events: events, try await context)
        return HTTPResponse(refusing: entry.error, page: page.write)
    }

    /// Does what a form of an event's page asks for. A refused form comes back with everything
    /// typed.
    fileprivate func eventForm(
        _ form: EventForms.Form, _ body: (EventID, EventForms) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await found(.events) { id in
            var forms = sentForms()
            return try await submit { _ in
                try await body(id, forms)
            } refused: { error, key in
                forms.refuse(form, error)
                return try await eventPage(
                    id, forms, HTTPStatus(of: error), key: key.map(form.pageKey))
            }
        }
    }

    /// What was typed.
    private func sentForms() -> EventForms {
        func some(_ name: String) -> String? {
            // Browsers send line ends as CRLF.
            let text = form[name]?.replacing("\r\n", with: "\n")
            return text?.isEmpty == false ? text : nil
        }
        var forms = EventForms()
        forms.log = QuickLogForm(
            type: some("type"), direction: some("direction"), content: some("content"),
            sentiment: some("sentiment"),
            schoolID: some("school_id").flatMap { SchoolID(text: $0) },
            coachID: some(EventForms.logCoach).flatMap { CoachID(text: $0) })
        forms.playerID = some("player_id") ?? ""
        forms.metric.type = some("metric_type") ?? ""
        forms.metric.value = some("value") ?? ""
        forms.metric.unit = some("unit") ?? ""
        forms.metric.notes = some("notes") ?? ""
        forms.metric.isVerified = some("verified") == "true"
        forms.coachID = some("coach_id") ?? ""
        return forms
    }
}

extension EventForms {
    /// The request for a metric with these entries. The operation checks them. Throws for a value
    /// that is no figure, with what is wrong with the other entries.
    fileprivate func metric(at event: EventID) throws(ServiceError) -> MetricForm {
        func field(_ text: String) -> FormField<String> { FormField(text.isEmpty ? nil : text) }
        var request = MetricForm(
            metricType: metric.type.isEmpty ? nil : metric.type, eventID: event)
        request.unit = field(metric.unit)
        request.notes = field(metric.notes)
        request.verified = FormField(metric.isVerified)
        guard !metric.value.trimmed.isEmpty, let problem = request.setFigure(metric.value) else {
            return request
        }
        var error = ServiceError.invalid("value", problem)
        do {
            _ = try request.validated()
        } catch let others {
            error.errors.merge(others.errors) { own, _ in own }
        }
        throw error
    }
}
