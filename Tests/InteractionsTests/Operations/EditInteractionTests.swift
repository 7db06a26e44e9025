import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("interactions.edit")
struct EditInteractionTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func form(
        _ record: Interaction, version: Int? = nil,
        _ change: (inout CreateInteraction.Request) -> Void
    ) -> EditInteraction.Request {
        var form = EditInteraction.Request(id: record.id, version: version)
        change(&form.fields)
        return form
    }

    private func edit(
        _ record: Interaction, version: Int? = nil, as viewer: Viewer = Harness.player,
        _ change: (inout CreateInteraction.Request) -> Void
    ) throws -> EditInteraction.Response {
        try harness.call(EditInteraction.self, form(record, version: version, change), as: viewer)
    }

    private func refusal(
        _ record: Interaction, version: Int? = nil, as viewer: Viewer = Harness.player,
        _ change: (inout CreateInteraction.Request) -> Void
    ) -> ServiceError? {
        #expect(throws: ServiceError.self) {
            try edit(record, version: version, as: viewer, change)
        }
    }

    // N-04
    @Test func everyFieldCanBeChanged() throws {
        let old = try harness.log(Harness.form(.email, .outbound))
        let answer = try edit(old, version: 1) { form in
            form.type = "phone_call"
            form.direction = "inbound"
            form.occurredAt = "2026-02-03T14:15:00Z"
            form.coachID = FormField(Harness.secondCoach.text)
            form.subject = "Visit <b>soon</b>"
            form.content = "Come by"
            form.sentiment = "positive"
            form.interestAnswers = FormField(["visit"])
        }
        let new = answer.interaction
        #expect(new.type == .phoneCall && new.direction == .inbound)
        #expect(new.occurredAt == Instant(text: "2026-02-03T14:15:00Z"))
        #expect(new.coachID == Harness.secondCoach && new.coachName == "Dora O'Brien")
        #expect(new.schoolID == Harness.secondSchool && new.schoolName == "Élon University")
        #expect(new.subject == "Visit soon" && new.interestLevel == .low)
        #expect(new.content == "Come by\n\n[Coach Interest Level: LOW]")
        #expect(new.version == 2 && new.loggedBy == old.loggedBy)
        #expect(new.createdAt == old.createdAt && answer.warnings == [])
        #expect(answer.changes.first { $0.field == "type" }?.before == "email")
        #expect(answer.changes.first { $0.field == "type" }?.after == "phone_call")
        for viewer in [Harness.player, Harness.parent] {
            let shown = try harness.call(ShowInteraction.self, .init(id: old.id), as: viewer)
            #expect(shown.interaction == new)
        }
        #expect(try harness.list().interactions == [new])
        #expect(try harness.list { $0[.search] = "visit" }.interactions == [new])
    }

    //
    @Test func onlyTheLoggerEdits() throws {
        let record = try harness.log()
        let codes = [Harness.parent, Harness.sibling, Harness.stranger].map {
            refusal(record, as: $0) { $0.type = "text" }?.code
        }
        #expect(codes == [.forbidden, .notFound, .notFound])
        _ = try harness.call(DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        #expect(refusal(record) { $0.type = "text" }?.code == .notFound)
    }

    // N-07
    @Test func anotherVersionIsRefused() throws {
        let record = try harness.log()
        _ = try edit(record, version: 1) { $0.type = "text" }
        let error = refusal(record, version: 1) { $0.type = "tweet" }
        #expect(error?.code == .staleVersion)
        #expect(
            error?.message == "Text has been changed; show the interaction and try again")
        #expect(try edit(record, version: 2) { $0.type = "tweet" }.interaction.version == 3)
    }

    @Test func anEditThatChangesNothingWritesNothing() throws {
        let record = try harness.log()
        let answer = try edit(record, version: 1) { form in
            form.type = FormField(record.type.rawValue)
            form.schoolID = FormField(Harness.school.text)
        }
        #expect(answer.interaction == record && answer.changes == [])
        #expect(try harness.changes().map(\.type) == [InteractionsFeed.created])
    }

    /// N-08: the feed has the whole record, and says if the direction was reversed.
    @Test func theFeedHasTheEditedRecord() throws {
        let record = try harness.log(Harness.form(.email, .outbound))
        let first = try edit(record) { $0.type = "text" }.interaction
        let second = try edit(record) { $0.direction = "inbound" }.interaction
        let changes = try harness.changes()
        #expect(
            changes.map(\.type) == [
                InteractionsFeed.created, InteractionsFeed.changed, InteractionsFeed.reversed,
            ])
        #expect(changes.map(\.version) == [1, 2, 3])
        #expect(changes.map(\.record) == [record, first, second])
    }

    // N-08
    @Test func theHistoryShowsBeforeAndAfter() throws {
        let record = try harness.log(Harness.form(.email, .outbound))
        _ = try edit(record) { form in
            form.direction = "inbound"
            form.subject = "Visit"
        }
        let entries = try harness.history(of: record.id.text, as: Harness.player)
        let words = HistoryWords(try #require(entries.first)) { $0.text }
        #expect(words.action == "changed")
        #expect(words.changesLine == "direction: outbound → inbound; subject: none → Visit")
    }

    /// What an edit keeps stays valid although the coach has moved; what it changes is looked up.
    @Test func onlyChangedReferencesAreLookedUp() throws {
        let harness = try Harness(isFollowing: true)
        var form = Harness.form()
        form.coachID = FormField(Harness.coach.text)
        let record = try harness.log(form)
        try harness.coaches.append(
            CoachesFeed.coachChanged,
            Harness.coachPayload(
                Harness.family, Harness.coach, Harness.secondSchool, "Carl", "Coach"),
            at: Harness.now)
        func edit(_ change: (inout CreateInteraction.Request) -> Void) throws -> Interaction {
            try harness.call(
                EditInteraction.self, self.form(record, change), as: Harness.player
            ).interaction
        }
        #expect(try edit { $0.subject = "Visit" }.schoolID == Harness.school)
        for (field, change) in [
            ("coach_id", { $0.coachID = FormField(Harness.foreignCoach.text) }),
            ("school_id", { $0.schoolID = FormField(Harness.foreignSchool.text) }),
            ("event_id", { $0.eventID = FormField(EventID(high: 9, low: 9).text) }),
            (
                "school_id",
                { form in
                    form.coachID = ""
                    form.schoolID = ""
                }
            ),
        ] as [(String, (inout CreateInteraction.Request) -> Void)] {
            let error = #expect(throws: ServiceError.self) { try edit(change) }
            #expect(error?.errors.keys.sorted() == [field])
        }
    }

    @Test func filesStay() throws {
        let record = try harness.log()
        let file = try harness.attach("notes.txt", Array("Camp".utf8), to: record.id)
        let new = try edit(record, version: 1) { $0.type = "text" }.interaction
        #expect(new.attachments.count == 1)
        #expect(try harness.attachments(of: record.id) == [file])
    }

    // D-08, N-03
    @Test func aTimeToComeIsStoredWithAWarning() throws {
        let record = try harness.log()
        let answer = try edit(record) { $0.occurredAt = "2026-03-01T12:00:00Z" }
        #expect(answer.warnings == [CreateInteraction.isAheadWarning])
        // An edit of something else warns no more.
        #expect(try edit(record) { $0.type = "text" }.warnings == [])
    }

    /// A deletion and its undo bring the edited record back, with its version.
    @Test func anEditedRecordComesBack() throws {
        let record = try harness.log(Harness.form(.email, .outbound))
        let edited = try edit(record) { $0.direction = "inbound" }.interaction
        let before = try harness.list()
        let deletion = try harness.call(
            DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        #expect(try harness.list().analytics.total == 0)
        _ = try harness.call(
            UndoOperation.self, .init(operationID: deletion.operationID), as: Harness.player)
        #expect(try harness.list().interactions == [edited])
        #expect(try harness.list().analytics == before.analytics)
        #expect(try edit(record, version: 2) { $0.type = "text" }.interaction.version == 3)
    }

    // MARK: Figures

    /// N-05: lists, figures and the queue after edits are those of the same contacts logged anew.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func figuresAreThoseOfTheContactsLoggedAnew(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var records: [Interaction] = []
        for _ in 0..<40 {
            records.append(try harness.log(Self.random(&numbers)))
        }
        for _ in 0..<120 {
            let place = Int.random(in: 0..<records.count, using: &numbers)
            let form = Self.random(&numbers)
            records[place] = try edit(records[place], version: records[place].version) { edit in
                edit = form
            }.interaction
        }
        let anew = try Harness()
        for record in records {
            var form = Harness.form(record.type, record.direction)
            form.occurredAt = FormField(record.occurredAt?.text)
            form.schoolID = FormField(record.schoolID?.text)
            form.coachID = FormField(record.coachID?.text)
            form.otherCoachName = FormField(record.otherCoachName)
            form.subject = FormField(record.subject)
            try anew.log(form)
        }
        #expect(records.contains { $0.version > 3 })
        for viewer in [Harness.player, Harness.parent] {
            for direction in [nil] + Direction.allCases.map(\.rawValue) {
                func page(_ harness: Harness) throws -> ListInteractions.Response {
                    var request = ListInteractions.Request()
                    request[.direction] = direction
                    return try harness.call(ListInteractions.self, request, as: viewer)
                }
                let (kept, expected) = (try page(harness), try page(anew))
                #expect(kept.analytics == expected.analytics)
                #expect(kept.interactions.map(\.subject) == expected.interactions.map(\.subject))
            }
            // An entry without a coach has the id of its contact, which is another one there.
            let queues = try [harness, anew].map { harness in
                let all = try harness.call(
                    ListFollowUps.self, .init(timeZone: nil), as: viewer
                ).followUps
                return all.map { entry in
                    var entry = entry
                    entry.contactID = entry.contactID.map { _ in InteractionID(high: 1, low: 1) }
                    return entry
                }
            }
            #expect(queues[0] == queues[1])
        }
    }

    /// A contact of the last weeks with one of two coaches, or with a school. Each has a time of
    /// its own, as contacts at the same time are ordered by id.
    private static func random(_ numbers: inout SeededNumbers) -> CreateInteraction.Request {
        let back = Int64.random(in: -86_400_000..<40 * 86_400_000, using: &numbers)
        var form = Harness.form(
            InteractionType.allCases.randomElement(using: &numbers) ?? .email,
            Direction.allCases.randomElement(using: &numbers) ?? .inbound,
            at: Harness.now.advanced(by: .milliseconds(-back)))
        form.subject = FormField("Contact \(back)")
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
            form.schoolID = FormField(Harness.secondSchool.text)
            form.coachID = ""
        case 1:
            form.coachID = FormField(Harness.coach.text)
        case 2:
            form.schoolID = FormField(Harness.secondSchool.text)
            form.coachID = FormField(Harness.secondCoach.text)
        default:
            form.coachID = ""
            form.otherCoachName = "Jo Unlisted"
        }
        return form
    }
}
