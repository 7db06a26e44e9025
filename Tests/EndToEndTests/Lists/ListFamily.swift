import Contracts
import Foundation

/// A family whose rows the test can predict.
struct ListFamily: Sendable {
    let id: FamilyID
    let zone: String
    var players: [Person]
    var parents: [Person]
    var schools: [ListSchool] = []
    var coaches: [ListCoach] = []
    var rows: [ExpectedInteraction] = []

    struct ListSchool: Sendable {
        let id: SchoolID
        let name: String
    }

    struct ListCoach: Sendable {
        let id: CoachID
        let name: String
        let school: ListSchool
    }

    /// The input of a player. `stored…` is what must remain of a text with markup.
    struct Draft: Sendable {
        var player = 0
        var school: ListSchool?
        var coach: ListCoach?
        var otherCoach: String?
        var type = "email"
        var direction = "outbound"
        var subject: String?
        var content: String?
        var storedSubject: String?
        var storedContent: String?
        var sentiment: String?
        var occurredAt: Int64
        var signals: [String]?
    }

    /// Sends a draft. Returns the record that must be stored.
    func log(
        _ draft: Draft, through system: SystemUnderTest, at now: Int64
    ) throws -> ExpectedInteraction {
        let player = players[draft.player]
        var form = CreateInteraction.Request(
            type: draft.type, direction: draft.direction,
            occurredAt: ExpectedInteraction.text(of: draft.occurredAt))
        form.schoolID = FormField(draft.school?.id.text)
        form.coachID = FormField(draft.coach?.id.text)
        form.otherCoachName = FormField(draft.otherCoach)
        form.subject = FormField(draft.subject)
        form.content = FormField(draft.content)
        form.sentiment = FormField(draft.sentiment)
        form.interestAnswers = FormField(draft.signals)
        let answer = try system.call(CreateInteraction.self, form, as: player, in: id)
        return ExpectedInteraction(
            id: answer.interaction.id.text, family: id, draft: draft, logger: player,
            loggedAt: now)
    }

    /// The rules applied to this family's rows.
    func oracle(at now: Int64) -> ListOracle {
        ListOracle(
            rows: rows, now: now, familyZone: zone,
            players: players.map { ($0.userID, $0.name) }
                .sorted { $0.name.lowercased() < $1.name.lowercased() })
    }
}
