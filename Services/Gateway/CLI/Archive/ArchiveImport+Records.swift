import CommandKit
import Contracts
import Imports
import ServiceKit

extension ArchiveImport {
    /// Stores all tables.
    func storeAll() throws {
        try each(.schools, School.self) { record, line in
            try storeSchool(record, try ArchiveForms.school(in: line))
        }
        try storeCoaches()
        try each(.events, Event.self) { record, line in
            let form = try ArchiveForms.event(record, in: line, map)
            let answer = try store(AddEvent.self, form, .events, of: record.id.text)
            if let answer { map.events[record.id] = answer.event.id }
        }
        try each(.presences, ArchivedSeen.self) { record, _ in try storePresence(record) }
        // In the order of the list: contacts of the same time are listed in that of their ids.
        try each(.interactions, Interaction.self) { record, _ in
            try storeInteraction(record)
        }
        try each(.files, Attachment.self) { record, _ in try storeFile(record) }
        try each(.metrics, Metric.self) { record, line in
            let form = try ArchiveForms.metric(record, in: line, map)
            _ = try store(AddMetric.self, form, .metrics, of: record.id.text)
        }
        try each(.posts, Post.self) { record, line in
            let form = try ArchiveForms.post(record, in: line, map)
            _ = try store(AddPost.self, form, .posts, of: record.id.text)
        }
        try storeFollowUps()
        try storeWindows()
        try storeProfile()
    }

    /// Reads a table, line by line. A line that is not such a record is refused.
    private func each<Record: Decodable>(
        _ table: ArchiveTable, _ type: Record.Type, _ body: (Record, [UInt8]) throws -> Void
    ) throws {
        guard let lines = try archive.lines(of: table) else { return }
        for number in 0..<lines.count {
            let line = try lines.line(number)
            do {
                try body(try ArchiveForms.record(type, in: line), line)
            } catch let error as ServiceError {
                refuse(table, "line \(number + 1)", error.message)
            }
        }
    }

    // MARK: Schools and coaches

    /// Adds a school. The catalogue supplies what a form leaves out, so what the family had cleared
    /// is cleared again.
    private func storeSchool(_ record: School, _ form: SchoolForm) throws {
        let answer = try store(AddSchool.self, form, .schools, of: record.id.text)
        guard let stored = answer?.school else { return }
        map.schools[record.id] = stored.id
        let supplied = School.fields.filter { field in
            guard let path = field.optionalText, field.isClearable else { return false }
            return record[keyPath: path] == nil && stored[keyPath: path] != nil
        }
        guard !supplied.isEmpty else { return }
        var edit = SchoolForm()
        edit.id = FormField(stored.id.text)
        edit.version = FormField(stored.version)
        edit.clear = FormField(supplied.map(\.key))
        _ = try call(EditSchool.self, edit, of: record.id.text)
    }

    /// Adds the coaches, and those with figures of an imported file by an import, which keeps them.
    private func storeCoaches() throws {
        var withFigures: [(record: Coach, form: CoachForm)] = []
        try each(.coaches, Coach.self) { record, line in
            let form = try ArchiveForms.coach(record, in: line, map)
            if record.responsivenessSource == .imported {
                withFigures.append((record, form))
                return
            }
            try storeCoach(record, form)
        }
        for start in stride(from: 0, to: withFigures.count, by: ImportLimit.batchRowsMax) {
            try storeFigures(Array(withFigures[start...].prefix(ImportLimit.batchRowsMax)))
        }
    }

    private func storeCoach(_ record: Coach, _ form: CoachForm) throws {
        let answer = try store(AddCoach.self, form, .coaches, of: record.id.text)
        if let answer { map.coaches[record.id] = answer.coach.id }
    }

    /// Imports coaches under their ids as keys. A coach that is there already is skipped, so the
    /// import can be repeated. A coach whose figures are refused is added without them.
    private func storeFigures(_ coaches: [(record: Coach, form: CoachForm)]) throws {
        let rows = coaches.enumerated().map { number, coach in
            CoachImportRow(
                line: number + 1, key: coach.record.id.text, form: coach.form,
                responsivenessScore: coach.record.responsivenessScore.map(MetricValue.text),
                lastContactDate: coach.record.lastContactDate?.text)
        }
        let refusals = try importRows(rows)
        let answer = try run.read(
            ResolveReferences.self,
            .init(
                references: rows.map { row in
                    ResolveReferences.Reference(coach: CoachReference(key: row.key))
                }))
        let found = try run.decoded(ResolveReferences.Response.self, answer).references
        for (row, (coach, place)) in zip(rows, zip(coaches, found)) {
            if let id = place.coachID {
                map.coaches[coach.record.id] = id
                didStore(.coaches)
                continue
            }
            try storeCoach(coach.record, coach.form)
            guard map.coaches[coach.record.id] != nil else { continue }
            let reason = refusals[row.line] ?? "Another coach has the same name"
            refuse(.coaches, coach.record.id.text, "Only the imported figures: \(reason)")
        }
    }

    /// Imports the rows that are valid. Returns the errors of the others by their lines.
    private func importRows(_ rows: [CoachImportRow]) throws -> [Int: String] {
        guard !rows.isEmpty else { return [:] }
        let staged = try run.prepare(
            StageImport<CoachImportRow>.self, ImportBatch(importID: nil, number: 1, rows: rows))
        let verdicts = try run.decoded(ImportVerdicts.self, staged)
        guard !verdicts.refused.isEmpty else {
            _ = try run.prepare(
                CommitImport<CoachImportRow>.self, ImportCommit(importID: verdicts.importID))
            return [:]
        }
        _ = try? run.prepare(
            DiscardImport<CoachImportRow>.self, ImportDiscard(importID: verdicts.importID))
        var refusals: [Int: String] = [:]
        for row in verdicts.refused {
            refusals[row.line] = row.errors.sorted { $0.key < $1.key }.map(\.value)
                .joined(separator: "; ")
        }
        // A single refused row keeps the others from being stored.
        return try importRows(rows.filter { refusals[$0.line] == nil })
            .merging(refusals) { $1 }
    }

    // MARK: Events, interactions and files

    /// Stores an interaction. If its coach has left the school since, they are named as one who is
    /// not listed: the contact was with that school.
    private func storeInteraction(_ record: Interaction) throws {
        var form = ArchiveForms.interaction(record, map)
        var id = record.id.text
        do {
            let answer = try call(CreateInteraction.self, form, of: id)
            map.interactions[record.id] = answer.interaction.id
            didStore(.interactions)
            return
        } catch let failure as CommandFailure where failure.isRefusal {
            guard failure.errors["coach_id"] != nil, form.schoolID.value != nil else {
                refuse(.interactions, id, failure.message)
                return
            }
        }
        form.coachID = FormField(nil)
        form.otherCoachName = FormField(record.coachName)
        id += " unlisted"
        let answer = try store(CreateInteraction.self, form, .interactions, of: id)
        if let answer { map.interactions[record.id] = answer.interaction.id }
    }

    private func storePresence(_ record: ArchivedSeen) throws {
        let id = "\(record.eventID.text) \(record.coachID.text)"
        guard let event = map.events[record.eventID], let coach = map.coaches[record.coachID] else {
            refuse(.presences, id, "The event or the coach is not in the family")
            return
        }
        _ = try store(AddEventCoach.self, .init(id: event, coachID: coach), .presences, of: id)
    }

    private func storeFile(_ record: Attachment) throws {
        let id = record.id.text
        guard let interaction = map.interactions[record.interactionID] else {
            refuse(.files, id, "Its interaction is not in the family")
            return
        }
        guard let path = archive.path(of: record) else {
            refuse(.files, id, "Its content is not in the archive")
            return
        }
        let known = try run.response(of: ListAttachments.self, .init(interactionID: interaction))
            .attachments
        if known.contains(where: { $0.name == record.name && $0.sha256 == record.sha256 }) {
            didStore(.files)
            return
        }
        let outcome = AttachmentUploads(run: run).attach(
            [LocalFile(path: path, name: record.name)], to: interaction)
        guard let failure = outcome.failures.first?.failure else {
            didStore(.files)
            return
        }
        guard failure.isRefusal else { throw failure }
        refuse(.files, id, failure.message)
    }

    // MARK: Follow-ups and windows

    private func storeFollowUps() throws {
        try eachFollowUp { plan, today in
            guard !plan.isFinished else { return try finish(plan) }
            let form = ArchiveForms.followUp(
                plan, today: today, timeZone: run.zone.name, map)
            guard let form else { return }
            // The day of an earlier attempt may have passed since: the key is that of the request.
            let id = "\(plan.entryID.text) \(form.dueOn.value ?? "") \(form.cadenceDays.value ?? 0)"
            _ = try store(SetFollowUp.self, form, .followUps, of: id)
        }
    }

    /// Notes that nobody waits for an answer to a contact, unless the log says so.
    private func finish(_ plan: FollowUpPlan) throws {
        guard let contact = ArchiveForms.target(of: plan, map) else { return }
        let zone = run.zone.name
        let shown = try run.response(
            of: ShowFollowUps.self, .init(id: contact, timeZone: zone))
        guard shown.plans.contains(where: { $0.next != nil }) else {
            return didStore(.followUps)
        }
        let request = FollowUpRequest(id: contact, timeZone: zone)
        _ = try store(FinishFollowUp.self, request, .followUps, of: plan.entryID.text)
    }

    /// Goes through the plans that hold today of the one player of the archive. If it is a
    /// parent's, with the plans of several players, none of them is the reader's.
    func eachFollowUp(_ body: (FollowUpPlan, CivilDay) throws -> Void) throws {
        guard let today = CivilDay(text: run.zone.isoDay(run.clock.now())) else { return }
        var plans: [FollowUpPlan] = []
        try each(.followUps, FollowUpPlan.self) { plan, _ in plans.append(plan) }
        guard Set(plans.map(\.playerID)).count <= 1 else {
            return refuse(.followUps, "all", "They are those of several players")
        }
        for plan in plans {
            switch ArchiveForms.fate(of: plan, today: today) {
            case .followsFromLog: continue
            case .passed: passedCount += 1
            case .holds, .finished: try body(plan, today)
            }
        }
    }

    private func storeWindows() throws {
        var windows: [ContactWindow] = []
        try each(.windows, ContactWindow.self) { window, _ in
            if windows.count <= ContactWindowLimit.rowsMax { windows.append(window) }
        }
        guard !windows.isEmpty else { return }
        do {
            let answer = try call(
                ImportContactWindows.self, ArchiveForms.windows(windows), of: "all")
            didStore(.windows, answer.stored)
        } catch let failure as CommandFailure where failure.isRefusal {
            refuse(.windows, "all", failure.message)
        }
    }

    // MARK: The profile

    /// Fills in the reader's profile.
    private func storeProfile() throws {
        guard let line = try profileLine() else { return }
        let form = try ArchiveForms.profile(of: try run.signedIn().userID, in: line)
        _ = try store(EditProfile.self, form, .profiles, of: "own")
    }

    /// The line of the profile that becomes the reader's: that of the player who made the archive,
    /// or the only one if a parent made it. Nil if there is none.
    func profileLine() throws -> [UInt8]? {
        var lines: [(name: String?, line: [UInt8])] = []
        try each(.profiles, PlayerProfile.self) { lines.append(($0.fullName, $1)) }
        let own = lines.filter { $0.name == archive.manifest.exportedBy }
        guard let found = own.first ?? lines.first else { return nil }
        guard own.count == 1 || lines.count == 1 else {
            refuse(.profiles, "all", "They are those of several players")
            return nil
        }
        return found.line
    }
}
