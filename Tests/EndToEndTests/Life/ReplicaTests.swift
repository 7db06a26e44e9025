import Contracts
import Foundation
import Testing

/// The replica of coaches in interactions is current at once, whichever service is killed.
@Suite(.oneAtATime) struct ReplicaTests {
    /// The longest time until the new name is visible: from the acknowledgement, or from when a
    /// killed service is ready again.
    static let limit = Duration.milliseconds(250)
    private static let rounds = 6

    @Test(arguments: [nil, Program.coaches, .interactions])
    func aRenamedCoachShowsTheNewNameAtOnce(killed: Program?) throws {
        let system = try SystemUnderTest()
        var player = try system.makePerson("Player", .player)
        let family = try system.makeFamily("Family", of: &player).id
        let school = try system.call(
            AddSchool.self, .init(name: "School"), as: player, in: family
        ).school.id
        var coach = try system.call(
            AddCoach.self, CoachForm(firstName: "Pat", lastName: "Before", schoolID: school),
            as: player, in: family
        ).coach
        var form = KillFamily.form("row", at: school)
        form.coachID = FormField(coach.id.text)
        let row = try system.call(CreateInteraction.self, form, as: player, in: family)
        #expect(row.interaction.coachName == "Pat Before")
        var delays: [Int] = []
        for round in 0..<Self.rounds {
            var edit = CoachForm(lastName: "After\(round)")
            edit.id = FormField(coach.id.text)
            edit.version = FormField(coach.version)
            coach = try system.call(EditCoach.self, edit, as: player, in: family).coach
            if let killed { try system.killAndWait(killed) }
            let began = ContinuousClock.now
            var shown: String?
            while shown != "Pat After\(round)", ContinuousClock.now - began < .seconds(3) {
                shown = try system.call(
                    ShowInteraction.self, .init(id: row.interaction.id), as: player, in: family
                ).interaction.coachName
            }
            let delay = ContinuousClock.now - began
            #expect(shown == "Pat After\(round)")
            #expect(delay <= Self.limit)
            delays.append(delay.milliseconds)
        }
        print("replica: new name after \(delays) ms, killed: \(killed?.rawValue ?? "nobody")")
    }

    /// An interaction can refer to a school added a moment ago, because the replica catches up.
    @Test func aSchoolAddedAMomentAgoCanBeNamed() throws {
        let system = try SystemUnderTest()
        var player = try system.makePerson("Player", .player)
        let family = try system.makeFamily("Family", of: &player).id
        let named = try inParallel(Array(0..<60), threads: 3) { [player] number in
            let school = try system.call(
                AddSchool.self, .init(name: "School \(number)"), as: player, in: family
            ).school.id
            return try system.call(
                CreateInteraction.self, KillFamily.form("row \(number)", at: school), as: player,
                in: family
            ).interaction.schoolName == "School \(number)"
        }
        #expect(named.allSatisfy { $0 })
    }
}
