import Contracts
import Foundation

/// Players who log contacts while a backup is made, and a record of which were acknowledged.
final class BackupWriters: Sendable {
    struct Record: Sendable {
        /// The marks of contacts that were sent.
        var attempted: Set<String> = []
        /// The marks of contacts that were acknowledged.
        var acknowledged: Set<String> = []
        var problems: [String] = []
        var running = 0
        var isOver = false
    }

    let ledger = Watched(Record())

    /// Starts one writer for each player. It repeatedly adds a school and a coach and logs a
    /// contact with the coach, so that every service that follows coaches receives changes.
    init(_ system: SystemUnderTest, _ family: KillFamily) {
        ledger.update { $0.running = family.players.count }
        for (index, player) in family.players.enumerated() {
            Thread { [ledger] in
                var number = 0
                while !ledger.update({ $0.isOver }) {
                    do {
                        try Self.write("w\(index)-\(number)", system, family, player, ledger)
                    } catch {
                        ledger.update { $0.problems.append("\(error)") }
                    }
                    number += 1
                }
                ledger.update { $0.running -= 1 }
            }.start()
        }
    }

    private static func write(
        _ mark: String, _ system: SystemUnderTest, _ family: KillFamily, _ player: Person,
        _ ledger: Watched<Record>
    ) throws {
        let school = try system.addSchool("School \(mark)", as: player, in: family.id)
        let coach = try system.addCoach("Pat", mark, at: school, as: player, in: family.id)
        ledger.update { _ = $0.attempted.insert(mark) }
        var form = KillFamily.form(mark, at: school)
        form.coachID = FormField(coach.id.text)
        _ = try system.call(CreateInteraction.self, form, as: player, in: family.id)
        ledger.update { _ = $0.acknowledged.insert(mark) }
    }

    var record: Record { ledger.update { $0 } }

    /// Waits until `count` more contacts are acknowledged. Returns false on timeout.
    func waitForMore(_ count: Int) -> Bool {
        let wanted = record.acknowledged.count + count
        return ledger.wait(.seconds(120)) { $0.acknowledged.count >= wanted }
    }

    /// Stops the writers and waits for their end.
    func stop() {
        ledger.update { $0.isOver = true }
        _ = ledger.wait(.seconds(60)) { $0.running == 0 }
    }
}
