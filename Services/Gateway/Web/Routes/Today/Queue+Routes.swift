import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The follow-ups, and what a player decides about them.
    mutating func addQueue(_ site: Site) {
        get(
            Place.queue.text,
            site.page(
                of: ListFollowUps.self, request: { .init(timeZone: $0.statement.user.timeZone) }
            ) { QueuePage($0, $1).write })
        post("/queue/{id}", site) { visit in
            try await visit.found("Coach", .coaches, Place.queue) {
                try await visit.decide(about: try visit.id(.coach))
            }
        }
        post("/queue/{id}/settings", site) { visit in
            try await visit.found("Coach", .coaches, Place.queue) {
                try await visit.setFollowUp(of: try visit.id(.coach))
            }
        }
    }
}

extension Visit {
    /// The plans for a coach; nil if they cannot be read just now. The queue may not know a new
    /// coach yet.
    func followUps(_ coach: CoachID) async throws -> [FollowUpPlan]? {
        do {
            let answer = try await listed(
                ShowFollowUps.self, .init(id: coach, timeZone: statement.user.timeZone))
            return try? answer.get().plans
        } catch let error as ServiceError where error.code == .notFound {
            return nil
        }
    }

    /// Does what a button of the queue says.
    fileprivate func decide(about entry: RecordID) async throws -> HTTPResponse {
        let (key, zone) = (try formKey, statement.user.timeZone)
        let version = form["version"].flatMap { Int($0) }
        guard let action = form["decision"].flatMap(FollowUpAction.init) else {
            throw ServiceError.invalid("decision", "Please choose done, skip or snooze")
        }
        let request = FollowUpRequest(id: entry, version: version, timeZone: zone)
        let answer: FollowUpAnswer
        switch action {
        case .done: answer = try await call(FinishFollowUp.self, request, key: key)
        case .skip: answer = try await call(SkipFollowUp.self, request, key: key)
        case .snooze:
            let days = FollowUpAction.snoozeDays
            answer = try await call(
                SnoozeFollowUp.self,
                .init(id: entry, days: days, version: version, timeZone: zone), key: key)
        }
        let place = form["from"].flatMap(FollowUpPlace.init) ?? .queue
        guard let coach = answer.plan.coachID else {
            let done = action == .snooze ? action.done : .answered
            return done.redirect(to: place.segments(entry))
        }
        return action.done.redirect(to: place.segments(entry), about: .coach(coach))
    }

    /// Stores the cadence and the day of a coach's page. A refused form comes back with what was
    /// typed.
    fileprivate func setFollowUp(of coach: CoachID) async throws -> HTTPResponse {
        let zone = statement.user.timeZone
        var entry = FollowUpEntry(
            cadence: form["cadence_days"]?.trimmed ?? "", day: form["due_on"]?.trimmed ?? "",
            version: form["version"].flatMap { Int($0) } ?? 0)
        return try await submit { key in
            let plans = try await call(
                ShowFollowUps.self, .init(id: coach, timeZone: zone)
            ).plans
            guard let plan = plans.first(where: { $0.playerID == statement.user.id }) else {
                throw ServiceError.forbidden(FollowUpText.playersOnly)
            }
            let typed = self.zone.day(typed: entry.day, now: site.clock.now())
            if let request = try entry.request(for: plan, day: typed, timeZone: zone) {
                _ = try await call(SetFollowUp.self, request, key: key)
            }
            return Done.saved.redirect(to: ["coaches", coach.text])
        } refused: { error, key in
            entry.error = error
            return try await coachPage(coach, entry, HTTPStatus(of: error), key: key)
        }
    }

    /// The page of a coach; `entry` is a form that comes back.
    func coachPage(
        _ id: CoachID, _ entry: FollowUpEntry? = nil, _ status: HTTPStatus = .ok,
        key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        async let timeline = timeline(.coach(id))
        async let plans = followUps(id)
        let answer = try await call(ExplainCoach.self, .init(id: id))
        let page = CoachPage(
            answer, try await timeline, followUps: try await plans ?? [], entry: entry,
            try await context)
        return HTTPResponse(status, page: page.write)
    }
}

extension FollowUpAction {
    /// What the next page says.
    fileprivate var done: Done {
        switch self {
        case .done: .followedUp
        case .skip: .skipped
        case .snooze: .snoozed
        }
    }
}

extension FollowUpPlace {
    /// The segments of the page's address.
    fileprivate func segments(_ entry: RecordID) -> [String] {
        switch self {
        case .today: []
        case .queue: ["queue"]
        case .coach: ["coaches", entry.text]
        }
    }
}
