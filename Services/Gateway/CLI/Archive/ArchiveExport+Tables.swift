import CommandKit
import Contracts
import Imports
import ServiceKit

extension ArchiveExport {
    // MARK: Schools and coaches

    func schools() throws -> (rows: [Row<School>], answer: Caller.Answer) {
        let answer = try run.read(ListSchools.self, .init())
        return (try rows(School.self, "schools", of: answer), answer)
    }

    /// Coaches with their follow-ups, what was decided about contacts without one, and then the
    /// schools.
    func writeCoaches() throws {
        let answer = try run.read(ListCoaches.self, .init())
        let coaches = try rows(Coach.self, "coaches", of: answer)
        try write(.followUps, ArchiveSheet<FollowUpPlan>.followUps) { add in
            for coach in coaches {
                for plan in try plans(of: coach.record.id) { try add(plan.record, plan.json) }
            }
            for contact in unlisted.values.sorted() {
                for plan in try plans(of: contact)
                where plan.record.coachID == nil && plan.record.version > 0 {
                    try add(plan.record, plan.json)
                }
            }
        }
        try write(.coaches, ArchiveSheet<Coach>.coaches, coaches)
        try write(.schools, ArchiveSheet<School>.schools, try schools().rows)
    }

    /// The plans for a coach or a contact; none if it has been deleted since it was read.
    private func plans<Tag>(of id: Identifier<Tag>) throws -> [Row<FollowUpPlan>] {
        do {
            let request = ShowFollowUps.Request(id: id, timeZone: run.zone.name)
            let answer = try run.read(ShowFollowUps.self, request)
            return try rows(FollowUpPlan.self, "plans", of: answer)
        } catch let failure as CommandFailure where failure.code == ErrorCode.notFound.rawValue {
            return []
        }
    }

    // MARK: Interactions

    /// The interactions, and the files attached to them.
    func writeInteractions() throws {
        var withFiles: [InteractionID] = []
        try write(.interactions, ArchiveSheet<Interaction>.interactions) { add in
            let isPlayer = try run.signedIn().membership().role == .player
            try (isPlayer ? eachOfPlayer : eachOfParent) { row in
                try add(row.record, row.json)
                if row.record.attachmentCount > 0 { withFiles.append(row.record.id) }
                if row.record.coachID == nil, row.record.direction == .inbound {
                    unlisted[Unlisted(row.record)] = row.record.id
                }
            }
        }
        try write(.files, ArchiveSheet<Attachment>.files) { add in
            for id in withFiles {
                let answer = try run.read(ListAttachments.self, .init(interactionID: id))
                for file in try rows(Attachment.self, "attachments", of: answer) {
                    try ArchiveStage.checkInterruption()
                    let name = ArchiveName.file(file.record.id, file.record.mediaType)
                    let download = AttachmentDownload(run: run, file: file.record)
                    _ = try download.save(to: "\(stage.path)/\(name)")
                    addFile(name)
                    try add(file.record, file.json)
                }
            }
        }
    }

    /// The pages of the export, which is for players.
    private func eachOfPlayer(_ body: (Row<Interaction>) throws -> Void) throws {
        var pages = ExportPages(run, ListInteractions.Request())
        while let page = try pages.next() {
            for (record, json) in zip(page.rows, page.elements) {
                try body(Row(record: record, json: json))
            }
        }
    }

    private func eachOfParent(_ body: (Row<Interaction>) throws -> Void) throws {
        try Self.eachRow(
            of: { request in
                let answer = try run.read(ListInteractions.self, request)
                return try rows(Interaction.self, "interactions", of: answer)
            }, body)
    }

    /// The list, in pages: each begins at the time at which the one before ended, and rows of that
    /// time that were there already are left out.
    static func eachRow(
        of list: (ListInteractions.Request) throws -> [Row<Interaction>],
        _ body: (Row<Interaction>) throws -> Void
    ) throws {
        var request = ListInteractions.Request()
        var limit = pageRows
        var start: Instant?
        // The rows so far of the time at which the next page begins.
        var seen = Set<InteractionID>()
        while true {
            request.limit = FormField(limit)
            let page = try list(request)
            for row in page where !seen.contains(row.record.id) { try body(row) }
            guard page.count == limit, let last = page.last?.record.displayDate else { return }
            if last == start {
                // More rows of one time than a page holds need a longer page.
                limit *= 2
            } else {
                limit = pageRows
                seen = []
            }
            seen.formUnion(page.filter { $0.record.displayDate == last }.map(\.record.id))
            start = last
            request[.until] = last.text
        }
    }

    // MARK: Events, metrics and posts

    /// Events with the coaches seen there.
    func writeEvents() throws {
        let answer = try run.read(ListEvents.self, .init())
        let events = try rows(Event.self, "events", of: answer)
        try write(.presences, ArchiveSheet<ArchivedPresence>.presences) { add in
            for event in events where !event.record.coachesPresent.isEmpty {
                let answer = try run.read(ShowEvent.self, .init(id: event.record.id))
                for coach in try rows(CoachPresence.self, "coaches", of: answer) {
                    let id = "{\"event_id\":\"\(event.record.id.text)\","
                    try add(
                        ArchivedPresence(event: event.record, coach: coach.record),
                        Array(id.utf8) + coach.json.dropFirst())
                }
            }
        }
        try write(.events, ArchiveSheet<Event>.events, events)
    }

    func writeMetricsAndPosts() throws {
        let metrics = try run.read(ListMetrics.self, .init(eventID: nil))
        try write(
            .metrics, ArchiveSheet<Metric>.metrics,
            try rows(Metric.self, "metrics", of: metrics))
        let posts = try run.read(ListPosts.self, .init())
        try write(.posts, ArchiveSheet<Post>.posts, try rows(Post.self, "posts", of: posts))
    }

    // MARK: The family

    func writeFamily() throws {
        let windows = try run.read(ListContactWindows.self, EmptyRequest())
        try write(
            .windows, ArchiveSheet<ContactWindow>.windows,
            try rows(ContactWindow.self, "windows", of: windows))
        let profiles = try run.read(ListProfiles.self, EmptyRequest())
        try write(
            .profiles, ArchiveSheet<PlayerProfile>.profiles,
            try rows(PlayerProfile.self, "profiles", of: profiles).filter { !$0.record.isEmpty })
        let family = try run.signedIn().family()
        let notifications = try run.read(ListNotifications.self, .init())
        try write(
            .notifications, ArchiveSheet<UserNotification>.notifications,
            try rows(UserNotification.self, "notifications", of: notifications)
                .filter { $0.record.familyUnitID == family })
        let members = try run.read(ShowFamily.self, EmptyRequest())
        try write(
            .members, ArchiveSheet<Member>.members, try rows(Member.self, "members", of: members))
    }

    /// The history of all services, one after the other, each newest first.
    func writeHistory() throws {
        try write(.history, ArchiveSheet<ArchivedChange>.history) { add in
            for service in ServiceName.allCases {
                var request = ListHistory.Request(limit: Self.pageRows)
                repeat {
                    let answer = try run.read(ListHistory.self, request, at: service)
                    let page = try run.decoded(ListHistory.Response.self, answer)
                    for row in try rows(HistoryEntry.self, "entries", of: answer) {
                        let name = "{\"service\":\"\(service.rawValue)\","
                        try add(
                            ArchivedChange(service: service, entry: row.record),
                            Array(name.utf8) + row.json.dropFirst())
                    }
                    request.cursor = FormField(page.nextCursor?.text)
                } while request.cursor.value != nil
            }
        }
    }
}
