import Contracts
import Foundation
import ServiceKit
import Support

/// A family whose records follow from a seed: schools and coaches who are there twice, contacts
/// with files and notes, events with coaches and metrics, follow-ups, posts, and a part of it all
/// in the trash.
final class MergeFamily {
    static let now = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest

    /// Names of schools; the first two are in the catalogue, too.
    private static let schoolNames = ["Duke", "Boston College", "Duke University", "Boston Coll."]
    private static let catalogueIDs = ["102553", "199193"]
    /// The names of coaches, some of whom are one.
    private static let coachNames = [
        ("Pat", "Doyle"), ("P.", "Doyle"), ("Ann", "Ray"), ("Anne", "Ray"), ("Bo", "Lee"),
        ("Beau", "Lee"), ("Cy", "Orr"),
    ]
    private static let contactCount = 30
    private static let eventCount = 6
    private static let metricCount = 5
    private static let postCount = 14

    let system: SystemUnderTest
    let people: KillFamily
    var random: SeededNumbers
    /// The schools and coaches that are in no trash.
    var schools: [SchoolID]
    var coaches: [CoachID] = []
    /// The school of each coach as the family was made.
    private var schoolsOfCoaches: [CoachID: SchoolID] = [:]
    private var contacts: [(id: InteractionID, player: Int)] = []
    private var events: [(id: EventID, school: SchoolID?)] = []

    /// Makes the family in a system whose clock stands at `now`.
    init(_ system: SystemUnderTest, seed: UInt64) throws {
        self.system = system
        random = SeededNumbers(seed: seed)
        people = try KillFamily(system)
        schools = people.schools
        for step in [addSchools, addCoaches, addEvents, logContacts, decide, addPosts, deleteSome] {
            try step()
        }
    }

    /// Calls an operation as one of the players.
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as player: Int = 0,
        at service: ServiceName? = nil
    ) throws -> Op.Response {
        try system.call(
            operation, request, as: people.players[player], in: people.id, at: service)
    }

    // MARK: Chance

    private func chance(_ part: Int, of all: Int) -> Bool {
        Int.random(in: 0..<all, using: &random) < part
    }

    private func choose<Item>(_ items: [Item]) -> Item? { items.randomElement(using: &random) }

    /// A text or, as often, none.
    private func maybe(_ text: String) -> FormField<String> {
        FormField(chance(1, of: 2) ? text : nil)
    }

    /// A time in the last hundred days.
    private func someTime() -> String {
        let seconds = Int.random(in: 3_600...8_640_000, using: &random)
        return Self.now.advanced(by: .seconds(-seconds)).text
    }

    // MARK: Schools, coaches, events

    private func addSchools() throws {
        for (place, name) in Self.schoolNames.enumerated() {
            let isKnown = place < Self.catalogueIDs.count
            var form = SchoolForm(
                catalogueID: isKnown ? Self.catalogueIDs[place] : nil, name: name)
            form.city = maybe("Durham")
            form.state = maybe("NC")
            form.division = maybe("D2")
            form.conference = maybe("Conference \(place)")
            form.website = maybe("https://school\(place).example.edu")
            form.twitterHandle = maybe("school\(place)")
            form.instagramHandle = maybe("school.\(place)")
            form.notes = maybe("What we know of \(name)")
            schools.append(try call(AddSchool.self, form, as: place % 2).school.id)
        }
    }

    private func addCoaches() throws {
        for (place, name) in Self.coachNames.enumerated() {
            let school = chance(5, of: 6) ? choose(schools) : nil
            var form = CoachForm(firstName: name.0, lastName: name.1, schoolID: school)
            form.role = maybe(["head", "assistant", "recruiting"][place % 3])
            form.email = maybe("coach\(place)@coaches.example")
            form.phone = maybe("(919) 555-010\(place)")
            form.twitterHandle = maybe("coach\(place)")
            form.instagramHandle = maybe("coach.\(place)")
            form.notes = maybe("Met \(name.0) \(name.1) in June")
            let coach = try call(AddCoach.self, form, as: place % 2).coach
            coaches.append(coach.id)
            schoolsOfCoaches[coach.id] = school
        }
    }

    private func addEvents() throws {
        for number in 0..<Self.eventCount {
            // The last one is deleted later, and has a coach.
            let isLast = number == Self.eventCount - 1
            let coach = isLast ? coaches.first { schoolsOfCoaches[$0] != nil } : nil
            let school = coach.flatMap { schoolsOfCoaches[$0] } ?? choose(schools)
            let named = isLast || chance(4, of: 5) ? school : nil
            var form = AddEvent.Request(
                type: choose(["camp", "showcase", "game"]), name: "Event \(number)",
                startDate: "2026-0\(number % 4 + 1)-1\(number)")
            form.schoolID = FormField(named?.text)
            let event = try call(AddEvent.self, form, as: number % 2).event.id
            events.append((event, named))
            for id in coaches
            where named != nil && schoolsOfCoaches[id] == named && (isLast || chance(2, of: 3)) {
                _ = try call(AddEventCoach.self, .init(id: event, coachID: id))
            }
        }
        for number in 0..<Self.metricCount {
            let form = MetricForm(
                metricType: "velocity", value: Double(80 + number), eventID: choose(events)?.id)
            _ = try call(AddMetric.self, form, as: number % 2)
        }
    }

    // MARK: Contacts, follow-ups, posts

    private func logContacts() throws {
        for number in 0..<Self.contactCount {
            let (player, school) = (number % 2, choose(schools) ?? people.schools[0])
            var form = KillFamily.form("m\(number)z", at: school)
            form.type = FormField(choose(["email", "phone_call", "text", "camp", "dm"]))
            form.direction = FormField(choose(["inbound", "outbound"]))
            form.sentiment = maybe("positive")
            form.occurredAt = FormField(someTime())
            form.eventID = FormField(chance(1, of: 5) ? choose(events)?.id.text : nil)
            // With a coach; with somebody who is not listed; with the school alone.
            if chance(3, of: 5) {
                form.schoolID = FormField(nil)
                form.coachID = FormField(choose(coaches)?.text)
            } else {
                form.otherCoachName = maybe("Coach Unlisted \(number)")
            }
            let id = try call(CreateInteraction.self, form, as: player).interaction.id
            contacts.append((id, player))
        }
        for (number, contact) in contacts.prefix(4).enumerated() {
            let client = AttachmentClient(
                system: system, person: people.players[contact.player], family: people.id)
            _ = try client.attach(
                "letter-\(number).txt", Array("Dear coach \(number)".utf8), to: contact.id,
                key: .make(at: Self.now))
        }
        let own = contacts.filter { $0.player == 0 }.map { $0.id }
        _ = try call(
            NoteInteractions.self, .init(ids: Array(own.prefix(5)), note: "Seen in June"))
    }

    /// Both players decide about some coaches.
    private func decide() throws {
        for player in people.players.indices {
            for coach in coaches where chance(3, of: 5) {
                let request =
                    chance(1, of: 2)
                    ? SetFollowUp.Request(
                        id: coach, cadenceDays: Int.random(in: 5...60, using: &random))
                    : SetFollowUp.Request(id: coach, dueOn: "2026-04-1\(player)")
                _ = try call(SetFollowUp.self, request, as: player)
            }
        }
    }

    private func addPosts() throws {
        for number in 0..<Self.postCount {
            var form = PostForm(
                platform: choose(["twitter", "instagram"]), postDate: someTime())
            form.coachID = FormField(chance(1, of: 2) ? choose(coaches)?.text : nil)
            form.schoolID = FormField(chance(2, of: 3) ? choose(schools)?.text : nil)
            form.postContent = maybe("Camp \(number)")
            form.authorHandle = maybe("author\(number)")
            form.postURL = maybe("https://posts.example/status/\(number)")
            form.sentiment = maybe("neutral")
            form.isRecruitingRelated = FormField(chance(1, of: 2))
            form.engagementCount = FormField(number)
            let post = try call(AddPost.self, form, as: number % 2).post.id
            // One is in the trash when records are merged.
            if number == 0 { _ = try call(DeletePost.self, .init(id: post)) }
        }
    }

    // MARK: The trash

    /// Deletes contacts, a presence, an event with what belongs to it, and a coach.
    private func deleteSome() throws {
        for contact in contacts.suffix(3) {
            _ = try call(
                CascadeDeleteInteraction.self, .init(id: contact.id), as: contact.player)
        }
        for event in events.dropLast() {
            let shown = try call(ShowEvent.self, .init(id: event.id))
            guard let coach = shown.coaches.first?.coachID else { continue }
            _ = try call(RemoveEventCoach.self, .init(id: event.id, coachID: coach))
            break
        }
        if let last = events.last {
            _ = try call(CascadeDeleteEvent.self, .init(id: last.id))
        }
        if let gone = coaches.popLast() {
            _ = try call(CascadeDeleteCoach.self, .init(id: gone))
        }
    }

    // MARK: Pages

    /// The family's pages as exact JSON.
    func pages() throws -> [String: [UInt8]] {
        var pages: [String: [UInt8]] = [:]
        func add<Op: Contracts.Operation>(
            _ operation: Op.Type, _ request: Op.Request, as reader: Person
        ) throws {
            pages["\(Op.name) of \(reader.name)"] = try system.json(
                operation, request, as: reader, in: people.id)
        }
        for reader in people.players + [people.parent] {
            try add(ListInteractions.self, .init(), as: reader)
            try add(ListFollowUps.self, .init(), as: reader)
            try add(ListNotifications.self, .init(), as: reader)
        }
        try add(ListCoaches.self, .init(), as: people.parent)
        try add(ListSchools.self, .init(), as: people.parent)
        try add(ListEvents.self, .init(), as: people.parent)
        try add(ListMetrics.self, .init(), as: people.parent)
        try add(ListPosts.self, .init(), as: people.parent)
        try add(SocialAnalytics.self, .init(), as: people.parent)
        return pages
    }

    /// Waits until nothing is under way, and reads every record and the pages, for which the
    /// figures of coaches are computed.
    func read() throws -> (records: RecordDump, pages: [String: [UInt8]]) {
        try system.waitUntilFeedsAreRead()
        let pages = try self.pages()
        return (try RecordDump(system), pages)
    }
}
