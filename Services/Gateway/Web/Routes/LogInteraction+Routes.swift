import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The form of a new interaction.
    mutating func addLogInteraction(_ site: Site) {
        get(Place.logInteraction.text, site) { visit in
            // IA-56
            guard try await visit.mayLog() else {
                return .redirect(to: Place.interactions.text)
            }
            return try await visit.logPage(try await visit.newEntry())
        }
        postFiles(Place.logInteraction.text, site) { visit, files in
            let key = try visit.formKey
            var entry = visit.sentEntry()
            guard !visit.addsCoach else { return try await visit.addCoach(entry, key) }
            let sizes = visit.announcedSizes(of: files)
            entry.refusedFiles = files.refused(ofSizes: sizes ?? files.map(\.size))
            do {
                let request = visit.request(entry)
                guard entry.refusedFiles.isEmpty else {
                    _ = try request.validated()
                    return try await visit.logPage(entry, .unprocessableContent, key: key)
                }
                let answer = try await visit.call(
                    CreateInteraction.self, request, key: key)
                let id = answer.interaction.id
                let isAhead = answer.warnings.contains(CreateInteraction.isAheadWarning)
                let done = isAhead ? Done.loggedAhead : .logged
                guard sizes == nil else {
                    return done.redirect(to: "interactions", id.text)
                }
                let failures = try await visit.attach(files, to: id, key: key)
                guard failures.isEmpty else {
                    return Done.loggedInPart.redirect(to: "interactions", id.text)
                }
                // IA-51; what the contact windows say is on the interaction's page.
                return answer.hints != nil
                    ? done.redirect(to: "interactions", id.text)
                    : done.redirect(to: "interactions")
            } catch let error as ServiceError where error.code != .unauthenticated {
                entry.add(error)
                // A key that stands for another interaction would be refused for ever.
                let isUsed = error.code == .keyReused
                return try await visit.logPage(
                    entry, HTTPStatus(of: error), key: isUsed ? nil : key)
            }
        }
    }
}

extension Visit {
    /// The page with the form, and the schools and coaches to choose from.
    func logPage(
        _ entry: LogInteractionEntry, _ status: HTTPStatus = .ok, key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        async let schools = call(ListSchools.self, .init())
        let coaches = try await call(ListCoaches.self, .init())
        var entry = entry
        if !isPlayer { entry.players = try await players() }
        let page = LogInteractionPage(
            entry, try await schools.schools, coaches.coaches,
            try await context)
        return HTTPResponse(status, page: page.write)
    }

    /// Whether the reader is a player, or the family lets its parents log. The reader's passport
    /// may be older than the decision.
    fileprivate func mayLog() async throws -> Bool {
        guard !isPlayer else { return true }
        let family = try await call(ShowFamily.self, EmptyRequest()).family
        return family.parentsLog ?? site.environment.parentsMayLog
    }

    /// The players for whom a parent logs; none if parents log their own contacts.
    func players() async throws -> [Member] {
        let answer = try await call(ShowFamily.self, EmptyRequest())
        guard answer.family.parentsLog == true else { return [] }
        return answer.members.filter { $0.role == .player }
    }

    /// An empty form, or one with the entries that the address names: another interaction, a coach
    /// or a school.
    fileprivate func newEntry() async throws -> LogInteractionEntry {
        let query = request.query
        if let id = query["from"].flatMap({ InteractionID(text: $0) }) {
            let answer = try await call(ShowInteraction.self, .init(id: id))
            return LogInteractionEntry(like: answer.interaction, in: zone)
        }
        var entry = LogInteractionEntry(at: site.clock.now(), in: zone)
        entry.schoolID = query["school"] ?? ""
        if let id = query["coach"].flatMap({ CoachID(text: $0) }) {
            let coach = try await call(ShowCoach.self, .init(id: id)).coach
            entry.coachID = coach.id.text
            entry.schoolID = coach.schoolID?.text ?? ""
        }
        return entry
    }

    /// The sizes of files of which the form has only the beginnings, because the script sends them
    /// in parts as soon as the interaction is there; nil if they came whole.
    fileprivate func announcedSizes(of files: [SpooledFile]) -> [Int]? {
        let sizes = form.values("file_size").compactMap { Int($0) }
        return !files.isEmpty && sizes.count == files.count ? sizes : nil
    }

    /// What was typed.
    func sentEntry() -> LogInteractionEntry {
        var entry = LogInteractionEntry(at: site.clock.now(), in: zone)
        entry.playerID = form["player_id"] ?? ""
        entry.schoolID = form["school_id"] ?? ""
        entry.coachID = form["coach_id"] ?? ""
        entry.otherCoachName = form["other_coach_name"] ?? ""
        entry.type = form["type"] ?? ""
        entry.direction = form["direction"] ?? ""
        entry.occurredAt = form["occurred_at"] ?? ""
        entry.occurredTime = form["occurred_time"] ?? ""
        entry.subject = form["subject"] ?? ""
        // Browsers send line ends as CRLF.
        entry.content = (form["content"] ?? "").replacing("\r\n", with: "\n")
        entry.sentiment = form["sentiment"] ?? ""
        entry.signals = form.values("interest_answers")
        entry.newCoach = RecordEntry(sent: { form[$0] })
        // That of the interaction.
        entry.newCoach.version = nil
        entry.newCoachKey = form["coach_key"].flatMap { IdempotencyKey(text: $0) }
        return entry
    }

    /// Whether the form of an interaction asks for a new coach: by its button, or since a name was
    /// typed, which must not get lost.
    var addsCoach: Bool {
        form[LogInteractionEntry.saveCoach] != nil
            || ["first_name", "last_name"].contains {
                form[$0]?.contains { !$0.isWhitespace } == true
            }
    }

    /// Adds the coach that was typed into the form of an interaction, and shows the form with the
    /// coach chosen and everything else as it was typed (IA-46). `key` is that of the interaction,
    /// which is not stored yet.
    func addCoach(
        _ entry: LogInteractionEntry, _ key: IdempotencyKey
    ) async throws -> HTTPResponse {
        var entry = entry
        do {
            guard let coachKey = entry.newCoachKey else {
                throw HTTPFailure(.badRequest, "The form is malformed.")
            }
            guard !entry.schoolID.isEmpty else {
                throw ServiceError.invalid("school_id", CreateInteraction.Refusal.school)
            }
            let answer = try await call(AddCoach.self, entry.newCoach.form(), key: coachKey)
            entry.coachID = answer.coach.id.text
            entry.addedCoach = ([CoachListText.added(answer.coach)] + answer.warnings)
                .joined(separator: " ")
            (entry.newCoach, entry.newCoachKey) = (RecordEntry(), .random())
            return try await logPage(entry, key: key)
        } catch let error as ServiceError where error.code != .unauthenticated {
            if error.code == .keyReused { entry.newCoachKey = .random() }
            entry.add(error)
            return try await logPage(entry, HTTPStatus(of: error), key: key)
        }
    }

    /// The request with these entries. The operation checks them.
    fileprivate func request(_ entry: LogInteractionEntry) -> CreateInteraction.Request {
        func some(_ text: String) -> String? { text.isEmpty ? nil : text }
        func field(_ text: String) -> FormField<String> { FormField(some(text)) }
        let (text, time) = entry.typedTime(in: zone, now: site.clock.now())
        var request = CreateInteraction.Request(
            type: some(entry.type), direction: some(entry.direction),
            occurredAt: some(time?.text ?? text))
        request.playerID = field(entry.playerID)
        request.schoolID = field(entry.schoolID)
        if entry.coachID == LogInteractionEntry.otherCoach {
            request.otherCoachName = field(entry.otherCoachName)
        } else {
            request.coachID = field(entry.coachID)
        }
        request.subject = field(entry.subject)
        request.content = field(entry.content)
        request.sentiment = field(entry.sentiment)
        // Without an answer the questions count as not asked.
        if !entry.signals.isEmpty { request.interestAnswers = FormField(entry.signals) }
        return request
    }
}

extension LogInteractionEntry {
    /// Adds why the form was refused: beside the fields, or above all of them.
    mutating func add(_ error: ServiceError) {
        if error.code == .keyReused {
            failure = ServiceError(
                .keyReused, "This form was already sent, with other entries than these")
        } else if error.errors.isEmpty || error.code != .validationFailed {
            failure = error
        } else {
            errors = error.errors
        }
    }
}
