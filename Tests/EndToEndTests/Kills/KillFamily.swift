import Contracts
import Foundation

/// The people and records of a session.
struct KillFamily: Sendable {
    let id: FamilyID
    /// The players; each client acts as one of them.
    let players: [Person]
    let parent: Person
    let schools: [SchoolID]
    /// A school of another family.
    let foreignSchool: SchoolID
    /// A row of each player that is never deleted.
    let keptRows: [UserID: InteractionID]

    init(_ system: SystemUnderTest) throws {
        let family = try system.makeHousehold("First Player")
        let foreign = try system.makeHousehold("Stranger", family: "Foreign")
        id = family.id
        players = [
            family.player, try family.makeMember("Second Player", .player),
        ]
        parent = try family.makeMember("Parent", .parent)
        schools = try (0..<3).map { number in
            try system.addSchool("School \(number)", as: family.player, in: family.id)
        }
        foreignSchool =
            try system.addSchool("Foreign school", as: foreign.player, in: foreign.id)
        var keptRows: [UserID: InteractionID] = [:]
        for player in players {
            let form = Self.form("kept", at: schools[0])
            keptRows[player.userID] =
                try system.call(
                    CreateInteraction.self, form, as: player, in: family.id
                ).interaction.id
        }
        self.keptRows = keptRows
    }

    private static func isInbound(_ mark: String) -> Bool {
        guard mark.hasSuffix("z"), let digit = mark.dropLast().last else { return false }
        return "02468".contains(digit)
    }

    /// A form with the mark as its subject; every other contact is inbound.
    static func form(
        _ mark: String, at school: SchoolID, type: String? = "email"
    ) -> CreateInteraction.Request {
        var form = CreateInteraction.Request(
            type: type, direction: isInbound(mark) ? "inbound" : "outbound",
            occurredAt: "2026-02-10T12:00:00Z")
        form.schoolID = FormField(school.text)
        form.subject = FormField(mark)
        form.content = FormField("content of \(mark)")
        return form
    }
}
