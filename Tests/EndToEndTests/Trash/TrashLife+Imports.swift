import Contracts

/// The imports of players, and the forms of added records.
extension TrashLife {
    // MARK: Forms

    func coachForm(_ home: TrashHousehold) -> CoachForm {
        CoachForm(
            firstName: newName("Coach"), lastName: "Lee",
            schoolID: chance(4, of: 5) ? recent(home.schools) : nil)
    }

    func interactionForm(_ home: TrashHousehold) -> CreateInteraction.Request {
        var form = CreateInteraction.Request(
            type: "email", direction: chance(1, of: 2) ? "inbound" : "outbound",
            occurredAt: "2026-02-10T12:00:00Z")
        let coach = chance(2, of: 3) ? recent(home.coaches) : nil
        form.coachID = FormField(coach?.text)
        // With a coach, the school is the coach's.
        form.schoolID = FormField(coach == nil ? recent(home.schools)?.text : nil)
        form.eventID = FormField(chance(1, of: 5) ? recent(home.events)?.text : nil)
        form.subject = FormField(newName("Letter"))
        return form
    }

    func eventForm(_ home: TrashHousehold) -> EventForm {
        var form = EventForm(type: "camp", name: newName("Camp"), startDate: "2026-04-01")
        form.schoolID = FormField(chance(3, of: 4) ? recent(home.schools)?.text : nil)
        return form
    }

    /// Posts with few addresses, so that some are added again after a deletion.
    func postForm(_ home: TrashHousehold) -> PostForm {
        var form = PostForm(platform: "twitter", postDate: "2026-02-20T12:00:00Z")
        form.coachID = FormField(chance(1, of: 2) ? recent(home.coaches)?.text : nil)
        form.schoolID = FormField(chance(1, of: 2) ? recent(home.schools)?.text : nil)
        form.postContent = FormField(newName("Post"))
        let number = Int.random(in: 1...12, using: &random)
        form.postURL = FormField(
            chance(2, of: 3) ? "https://twitter.com/coach/status/\(number)" : nil)
        return form
    }

    // MARK: Files

    /// Stages the rows of a file, which are committed later or never.
    func stageImport(_ actor: TrashActor) throws -> Bool {
        let home = household(actor)
        let kind = choose(from: TrashHousehold.Staged.Kind.allCases) ?? .schools
        let verdicts: ImportVerdicts?
        let rows = 1...Int.random(in: 1...3, using: &random)
        switch kind {
        case .schools:
            verdicts = try answer(
                StageImport<SchoolImportRow>.self,
                batch(rows.map { .init(line: $0, form: .init(name: newName("School"))) }),
                as: actor)
        case .coaches:
            verdicts = try answer(
                StageImport<CoachImportRow>.self, batch(rows.map { coachRow($0, home) }), as: actor)
        case .interactions:
            verdicts = try answer(
                StageImport<InteractionImportRow>.self,
                batch(rows.map { .init(line: $0, form: interactionForm(home)) }), as: actor)
        case .events:
            verdicts = try answer(
                StageImport<EventImportRow>.self,
                batch(rows.map { .init(line: $0, form: eventForm(home)) }),
                as: actor)
        case .metrics:
            verdicts = try answer(
                StageImport<MetricImportRow>.self,
                batch(
                    rows.map { line in
                        .init(
                            line: line,
                            form: MetricForm(
                                metricType: "velocity", value: 90, eventID: recent(home.events)))
                    }), as: actor)
        }
        guard let verdicts, verdicts.refused.isEmpty else { return false }
        households[actor.household].staged.append(
            .init(id: verdicts.importID, kind: kind, player: actor.player))
        return true
    }

    private func batch<Row>(_ rows: [Row]) -> ImportBatch<Row> {
        ImportBatch(importID: nil, number: 1, rows: rows)
    }

    /// Some coaches come with a school from the catalogue.
    private func coachRow(_ line: Int, _ home: TrashHousehold) -> CoachImportRow {
        guard chance(1, of: 3) else { return CoachImportRow(line: line, form: coachForm(home)) }
        let catalogue = choose(from: ["102553", "199193"])
        return CoachImportRow(
            line: line, school: SchoolReference(catalogueID: catalogue), addsSchool: true,
            form: CoachForm(firstName: newName("Coach"), lastName: "Ray"))
    }

    /// Commits a staged import, whatever happened to the records it refers to meanwhile.
    func commitImport(_ actor: TrashActor) throws -> Bool {
        let home = household(actor)
        guard let place = home.staged.firstIndex(where: { $0.player == actor.player }) else {
            return false
        }
        let staged = home.staged[place]
        households[actor.household].staged.remove(at: place)
        let commit = ImportCommit(importID: staged.id)
        let summary: ImportSummary?
        switch staged.kind {
        case .schools: summary = try answer(CommitImport<SchoolImportRow>.self, commit, as: actor)
        case .coaches: summary = try answer(CommitImport<CoachImportRow>.self, commit, as: actor)
        case .interactions:
            summary = try answer(CommitImport<InteractionImportRow>.self, commit, as: actor)
        case .events: summary = try answer(CommitImport<EventImportRow>.self, commit, as: actor)
        case .metrics: summary = try answer(CommitImport<MetricImportRow>.self, commit, as: actor)
        }
        guard let operation = summary?.operationID else { return false }
        let service: ServiceName =
            switch staged.kind {
            case .schools, .coaches: .coaches
            case .interactions: .interactions
            case .events, .metrics: .events
            }
        know(operation, service, actor)
        try learn(staged.kind, actor)
        return true
    }

    /// Adds imported records to those the players know.
    private func learn(_ kind: TrashHousehold.Staged.Kind, _ actor: TrashActor) throws {
        let place = actor.household
        switch kind {
        case .schools, .coaches:
            let schools = try answer(ListSchools.self, .init(), as: actor)?.schools ?? []
            if let newest = schools.map(\.id).max() { households[place].schools.append(newest) }
            let coaches = try answer(ListCoaches.self, .init(), as: actor)?.coaches ?? []
            if let newest = coaches.map(\.id).max() { households[place].coaches.append(newest) }
        case .interactions:
            let list = try answer(ListInteractions.self, .init(), as: actor)
            if let newest = (list?.interactions ?? []).map(\.id).max() {
                households[place].interactions.append((newest, actor.player))
            }
        case .events:
            let events = try answer(ListEvents.self, .init(), as: actor)?.events ?? []
            if let newest = events.map(\.id).max() { households[place].events.append(newest) }
        case .metrics:
            let metrics = try answer(ListMetrics.self, .init(), as: actor)?.metrics ?? []
            if let newest = metrics.map(\.id).max() { households[place].metrics.append(newest) }
        }
    }

    func importPosts(_ actor: TrashActor) throws -> Bool {
        let home = household(actor)
        let rows = (1...3).map { PostImportRow(line: $0, form: postForm(home)) }
        let verdicts = try answer(
            ImportPosts.self, .init(importID: nil, number: 1, rows: rows), as: actor)
        guard let verdicts,
            let summary = try answer(
                FinishPostImport.self, .init(importID: verdicts.importID), as: actor),
            let operation = summary.operationID
        else { return false }
        know(operation, .analytics, actor)
        return true
    }
}
