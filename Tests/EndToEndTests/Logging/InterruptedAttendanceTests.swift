import Contracts
import Foundation
import Glibc
import Support
import Testing

/// `events attend --log` killed at any time: the next run for the event finishes what was begun,
/// and nothing is done twice.
@Suite(.onePerCore) struct InterruptedAttendanceTests {
    private let family: LoggingFamily

    init() throws { family = try LoggingFamily() }

    private func event(_ name: String) throws -> EventID {
        var form = EventForm(type: "camp", name: name, startDate: "2026-04-15")
        form.schoolID = FormField(family.school.text)
        return try family.home.call(AddEvent.self, form)
            .event.id
    }

    private func isAttended(_ event: EventID) throws -> Bool {
        try family.home.call(ShowEvent.self, .init(id: event)).event.attended
    }

    private func contacts(at event: EventID) throws -> [Interaction] {
        try family.interactions.filter { $0.eventID == event }
    }

    private static func words(_ event: EventID) -> [String] {
        [
            "events", "attend", event.text, "--log", "--type", "game", "--direction", "inbound",
            "--content", "Talked", "--timeout", "20s",
        ]
    }

    // EV-11, EV-17: the process is killed right after the event's commit, before the contact is
    // sent.
    @Test func aDeathBetweenTheTwoCallsLosesNothing() throws {
        let event = try event("Between")
        let interactions = try #require(family.system.processes[.interactions])
        let known = family.storedKeys
        let result = try family.system.compass(
            Self.words(event), as: LoggingFamily.player
        ) { child in
            Thread {
                // The service is stopped once it has answered the dry run.
                _ = Waiting.until(every: .microseconds(500)) {
                    !family.storedKeys.subtracting(known).isEmpty
                }
                interactions.send(SIGSTOP)
                _ = Waiting.until { (try? isAttended(event)) == true }
                child.send(SIGKILL)
                interactions.send(SIGCONT)
            }.start()
        }
        #expect(try isAttended(event))
        let again = try family.system.compass(
            ["events", "attend", event.text], as: LoggingFamily.player)
        #expect(again.ending == .exit(0), "\(result.ending) \(again.errors)")
        let contacts = try contacts(at: event)
        #expect(contacts.map(\.subject) == ["Interaction at Between"])
        #expect(contacts.map(\.schoolID) == [family.school] && contacts[0].coachID == nil)
        // Nothing is pending: another run marks the event and logs nothing.
        _ = try family.system.compass(
            ["events", "attend", event.text], as: LoggingFamily.player)
        #expect(try self.contacts(at: event).count == 1)
    }

    @Test func whereverItIsKilledBothAreDoneOnce() throws {
        var generator = SeededNumbers(seed: 11)
        let first = try event("Undisturbed")
        // The shortest undisturbed run determines when to kill; there are more rounds until enough
        // were killed.
        var began = ContinuousClock.now
        _ = try family.system.compass(Self.words(first), as: LoggingFamily.player)
        var usual = max((ContinuousClock.now - began).milliseconds, 5)
        var (kills, between) = (0, 0)
        for round in 0..<200 where round < 20 || kills <= 3 {
            let event = try event("Camp \(round)")
            let delay = Int.random(in: usual / 4...usual, using: &generator)
            began = ContinuousClock.now
            let result = try family.system.compass(
                Self.words(event), as: LoggingFamily.player
            ) { child in
                Thread {
                    Waiting.pass(.milliseconds(delay))
                    child.send(SIGKILL)
                }.start()
            }
            if result.ending == .signal(SIGKILL) {
                kills += 1
            } else {
                usual = max(min(usual, (ContinuousClock.now - began).milliseconds), 5)
            }
            let count = try contacts(at: event).count
            if try isAttended(event), count == 0 { between += 1 }
            let again = try family.system.compass(
                Self.words(event), as: LoggingFamily.player)
            #expect(again.ending == .exit(0), "\(again.errors)")
            #expect(try isAttended(event))
            let logged = try contacts(at: event).count
            // If the first run was undisturbed or killed only after its response, both runs
            // completed, which makes two contacts.
            let finished = again.errors.contains("Finishing the interrupted attendance")
            #expect(logged == (count == 1 && !finished ? 2 : 1), "round \(round)")
        }
        print("attendances: \(kills) kills, \(between) between the two calls")
        #expect(kills > 3)
    }
}
