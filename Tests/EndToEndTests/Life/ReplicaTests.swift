import Contracts
import Foundation
import Testing

/// The replica of coaches in interactions is current at once, whichever service is killed.
@Suite(.onePerCore) struct ReplicaTests {
    private static let rounds = 6

    /// Measured from the acknowledgement, or from when a killed service is ready again.
    @Test(arguments: [nil, Program.coaches, .interactions])
    func aRenamedCoachShowsTheNewNameAtOnce(killed: Program?) throws {
        let system = try SystemUnderTest()
        let home = try system.makeHousehold()
        let school = try home.addSchool()
        var coach = try home.addCoach("Pat", "Before", at: school)
        var form = KillFamily.form("row", at: school)
        form.coachID = FormField(coach.id.text)
        let row = try home.call(CreateInteraction.self, form)
        #expect(row.interaction.coachName == "Pat Before")
        var promptness = Promptness()
        for round in 0..<Self.rounds {
            var edit = CoachForm(lastName: "After\(round)")
            edit.id = FormField(coach.id.text)
            edit.version = FormField(coach.version)
            coach = try home.call(EditCoach.self, edit).coach
            if let killed { try system.killAndWait(killed) }
            let began = ContinuousClock.now
            func name() throws -> String? {
                try home.call(
                    ShowInteraction.self, .init(id: row.interaction.id)
                ).interaction.coachName
            }
            #expect(try Waiting.until { try name() == "Pat After\(round)" })
            try promptness.add(ContinuousClock.now - began) { _ = try name() }
        }
        promptness.judge("replica, killed \(killed?.rawValue ?? "nobody"): new name")
    }

    /// An interaction can refer to a school added a moment ago, because the replica catches up.
    @Test func aSchoolAddedAMomentAgoCanBeNamed() throws {
        let system = try SystemUnderTest()
        let home = try system.makeHousehold()
        let named = try inParallel(Array(0..<60), threads: 3) { number in
            let school = try home.addSchool("School \(number)")
            return try home.log("row \(number)", at: school).schoolName == "School \(number)"
        }
        #expect(named.allSatisfy { $0 })
    }
}
