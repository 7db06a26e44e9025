import Contracts
import Foundation
import ServiceKit
import Support

/// A change that a player made and that was acknowledged.
struct AcknowledgedChange: Hashable, Sendable {
    /// The player's place in the family.
    let player: Int
    let type: String
    let record: String
    /// The record's version in the feed.
    let version: Int64

    /// What hooks tell of it, unique within a session.
    var effect: String { "\(type) \(record) \(version)" }
}

/// A player who logs and edits contacts and adds records in the other services, until told to stop.
/// Each command is repeated with its key until it is acknowledged.
final class SendingClient {
    /// The pauses between two commands, in milliseconds, so that the receiver keeps up.
    static let pauses = 10...40

    private let number: Int
    private let player: Person
    private let family: KillFamily
    private let system: SystemUnderTest
    private var random: SeededNumbers
    private var contacts: [(id: InteractionID, version: Int64)] = []
    private var coaches: [Coach] = []
    private var sent = 0
    private(set) var acknowledged: [AcknowledgedChange] = []

    /// `number` is the player's place in the family.
    init(
        _ number: Int, as player: Person, of family: KillFamily, in system: SystemUnderTest,
        seed: UInt64
    ) {
        self.number = number
        self.player = player
        self.family = family
        self.system = system
        random = SeededNumbers(seed: seed &+ UInt64(number) &* 7_919)
    }

    /// Sends commands, one after the other, at least one.
    func run(while goesOn: () -> Bool) throws {
        repeat {
            try step()
            let pause = Int.random(in: Self.pauses, using: &random)
            Waiting.pass(.milliseconds(pause))
        } while goesOn()
    }

    private func step() throws {
        sent += 1
        switch Int.random(in: 0..<100, using: &random) {
        case ..<60: try log()
        case ..<80: try edit()
        case ..<85: try addCoach()
        case ..<90: try editCoach()
        case ..<95: try addEvent()
        default: try addPost()
        }
    }

    // MARK: Commands

    private func log() throws {
        let school = family.schools.randomElement(using: &random) ?? family.schools[0]
        let form = KillFamily.form("s\(number)x\(sent)z", at: school)
        let id = try send(CreateInteraction.self, form).interaction.id
        contacts.append((id, 1))
        learn(InteractionsFeed.created, id.text, 1)
    }

    private func edit() throws {
        guard let place = contacts.indices.randomElement(using: &random) else {
            return try log()
        }
        var request = EditInteraction.Request(id: contacts[place].id)
        request.fields.content = FormField("edited \(sent)")
        _ = try send(EditInteraction.self, request)
        contacts[place].version += 1
        learn(InteractionsFeed.changed, contacts[place].id.text, contacts[place].version)
    }

    private func addCoach() throws {
        let form = CoachForm(
            firstName: "Coach", lastName: "s\(number)x\(sent)z", schoolID: family.schools[0])
        let coach = try send(AddCoach.self, form).coach
        coaches.append(coach)
        learn(CoachesFeed.coachChanged, coach.id.text, Int64(coach.version))
    }

    private func editCoach() throws {
        guard let place = coaches.indices.randomElement(using: &random) else {
            return try addCoach()
        }
        var form = CoachForm(lastName: "s\(number)x\(sent)z")
        form.id = FormField(coaches[place].id.text)
        form.version = FormField(coaches[place].version)
        let coach = try send(EditCoach.self, form).coach
        coaches[place] = coach
        learn(CoachesFeed.coachChanged, coach.id.text, Int64(coach.version))
    }

    private func addEvent() throws {
        var form = AddEvent.Request(
            type: "camp", name: "s\(number)x\(sent)z", startDate: "2026-04-01")
        form.schoolID = FormField(family.schools[0].text)
        let event = try send(AddEvent.self, form).event
        learn(EventsFeed.eventChanged, event.id.text, Int64(event.version))
    }

    private func addPost() throws {
        var form = PostForm(platform: "twitter", postDate: "2026-02-20T12:00:00Z")
        form.schoolID = FormField(family.schools[0].text)
        form.postContent = FormField("s\(number)x\(sent)z")
        let post = try send(AddPost.self, form).post
        learn(AnalyticsFeed.added, post.id.text, 1)
    }

    private func learn(_ type: String, _ record: String, _ version: Int64) {
        acknowledged.append(
            AcknowledgedChange(player: number, type: type, record: record, version: version))
    }

    // MARK: Sending

    private func send<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> Op.Response {
        try system.callUntilAnswered(operation, request, as: player, in: family.id)
    }
}
