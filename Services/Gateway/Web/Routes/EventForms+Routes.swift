import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The forms of an event's page: attendance, contacts, metrics, and coaches who were there.
    mutating func addEventForms(_ site: Site) {
        post(
            "/events/{id}/attend",
            site.page { visit in
                try await visit.eventForm(.attend) { id, _ in
                    _ = try await visit.call(
                        AttendEvent.self, .init(id: id), key: try visit.formKey)
                    // EV-11: the quick log follows.
                    return Done.attended.redirect(
                        to: ["events", id.text], items: [.init("log", "true")])
                }
            })
        post(
            "/events/{id}/log",
            site.page { visit in
                try await visit.eventForm(.log) { id, forms in
                    let answer = try await visit.call(ShowEvent.self, .init(id: id))
                    var request = try forms.log.request(at: answer.quickLog)
                    if !forms.playerID.isEmpty { request.playerID = FormField(forms.playerID) }
                    _ = try await visit.call(
                        CreateInteraction.self, request, key: try visit.formKey)
                    return Done.logged.redirect(to: ["events", id.text])
                }
            })
        post(
            "/events/{id}/metrics",
            site.page { visit in
                try await visit.eventForm(.metric) { id, forms in
                    _ = try await visit.call(
                        AddMetric.self, forms.metric(at: id), key: try visit.formKey)
                    return Done.recorded.redirect(to: ["events", id.text])
                }
            })
        post(
            "/events/{id}/coaches",
            site.page { visit in
                try await visit.eventForm(.addCoach) { id, forms in
                    guard let coach = CoachID(text: forms.coachID) else {
                        throw ServiceError.invalid(
                            "coach_id", CreateInteraction.Refusal.coach)
                    }
                    _ = try await visit.call(
                        AddEventCoach.self, .init(id: id, coachID: coach),
                        key: try visit.formKey)
                    return Done.recorded.redirect(to: ["events", id.text])
                }
            })
        post(
            "/events/{id}/coaches/remove",
            site.page { visit in
                try await visit.event { id in
                    guard let coach = visit.form["coach_id"].flatMap({ CoachID(text: $0) }) else {
                        throw ServiceError.notFound(.coach)
                    }
                    let answer = try await visit.call(
                        RemoveEventCoach.self, .init(id: id, coachID: coach),
                        key: try visit.formKey)
                    return Done.removed.redirect(
                        to: ["events", id.text], undoing: answer.operationID)
                }
            })
        addMetricDeletion(site)
        addMetricEditing(site)
    }

    private mutating func addMetricEditing(_ site: Site) {
        let address = "/events/{id}/metrics/{metric}/edit"
        get(
            address,
            site.page { visit in
                try await visit.event { id in
                    guard visit.mayEnter else { return .redirect(to: Place.event(id).text) }
                    let metric = try await visit.metric(at: id)
                    return try await visit.metricPage(metric, at: id, RecordEntry(of: metric))
                }
            })
        post(
            address,
            site.page { visit in
                try await visit.event { id in
                    let key = try visit.formKey
                    var entry = RecordEntry<Metric>(sent: { visit.form[$0] })
                    do {
                        _ = try await visit.call(
                            EditMetric.self, try entry.form(editing: visit.metricID), key: key)
                        return Done.saved.redirect(to: ["events", id.text])
                    } catch let error as ServiceError where error.staysOnPage {
                        entry.error = error
                        return try await visit.metricPage(
                            visit.metric(at: id), at: id, entry,
                            key: error.code == .keyReused ? nil : key)
                    }
                }
            })
    }

    private mutating func addMetricDeletion(_ site: Site) {
        get(
            "/events/{id}/metrics/{metric}/delete",
            site.page { visit in
                try await visit.event { id in
                    async let context = visit.context()
                    let wanted = try visit.metricID
                    let answer = try await visit.call(ShowEvent.self, .init(id: id))
                    let metric = try answer.metrics.require(.metric) { $0.id == wanted }
                    let page = ConfirmationPage(
                        deleting: metric, at: answer.event, try await context)
                    return HTTPResponse(page: page.write)
                }
            })
        post(
            "/events/{id}/metrics/{metric}/delete",
            site.page { visit in
                try await visit.event { id in
                    let answer = try await visit.call(
                        DeleteMetric.self, .init(id: try visit.metricID), key: try visit.formKey)
                    return Done.deleted.redirect(
                        to: ["events", id.text], undoing: answer.operationID)
                }
            })
    }
}

extension Visit {
    /// The metric in the address.
    fileprivate var metricID: MetricID {
        get throws {
            guard let id = request.parameters["metric"].flatMap({ MetricID(text: $0) }) else {
                throw ServiceError.notFound(.metric)
            }
            return id
        }
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
        guard let error = entry.error else { return HTTPResponse(page: page.write) }
        return HTTPResponse(refusing: error, page: page.write)
    }

    /// Does what a form of an event's page asks for. A refused form comes back with everything
    /// typed.
    fileprivate func eventForm(
        _ form: EventForms.Form, _ body: (EventID, EventForms) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await event { id in
            let key = try formKey
            var forms = sentForms()
            do {
                return try await body(id, forms)
            } catch let error as ServiceError where error.staysOnPage {
                forms.refuse(form, error)
                // A key that stands for other entries would be refused for ever.
                let kept = error.code == .keyReused ? nil : form.pageKey(of: key)
                return try await eventPage(id, forms, HTTPStatus(of: error), key: kept)
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
        forms.metricType = some("metric_type") ?? ""
        forms.metricValue = some("value") ?? ""
        forms.metricUnit = some("unit") ?? ""
        forms.metricNotes = some("notes") ?? ""
        forms.isMetricVerified = some("verified") == "true"
        forms.coachID = some("coach_id") ?? ""
        return forms
    }
}

extension EventForms {
    /// The request for a metric with these entries. The operation checks them.
    fileprivate func metric(at event: EventID) -> MetricForm {
        func field(_ text: String) -> FormField<String> { FormField(text.isEmpty ? nil : text) }
        var request = MetricForm(
            metricType: metricType.isEmpty ? nil : metricType,
            value: TypedNumber.value(of: metricValue), eventID: event)
        request.unit = field(metricUnit)
        request.notes = field(metricNotes)
        request.verified = FormField(isMetricVerified)
        return request
    }
}
