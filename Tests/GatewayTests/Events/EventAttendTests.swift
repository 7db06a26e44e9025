import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `events attend` and `events log`: attendance and the quick log.
@Suite struct EventAttendTests {
    private static let line = [
        "events", "attend", "Spring", "--log", "--type", "game", "--direction", "inbound",
        "--content", "Liked the swing", "--sentiment", "positive",
    ]
    private static let request = """
        {"content":"Liked the swing","direction":"inbound",\
        "event_id":"\(EventFixture.showcase.id)","occurred_at":"2026-04-15T09:00:00.000Z",\
        "school_id":"\(Fixture.dukeID)","sentiment":"positive",\
        "subject":"Interaction at Spring Showcase 2026","type":"game"}
        """

    private func changes(_ harness: CompassHarness) -> [OutgoingCall] {
        harness.transport.seen.filter {
            ["events.attend", "interactions.create"].contains($0.operation)
        }
    }

    // EV-11, EV-13, EV-14, EV-17, EV-18: one line does both; what would be refused is found out
    // before anything is marked.
    @Test func oneLineMarksAndLogs() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: Self.line)
        #expect(ran.code == .success)
        let calls = changes(harness)
        #expect(
            calls.map(\.operation) == [
                "interactions.create", "events.attend", "interactions.create",
            ])
        #expect(calls.map(\.isDryRun) == [true, false, false])
        #expect(EventFixture.payload(calls[2]) == Self.request)
        #expect(ran.out.contains("Status\tattended\n"))
        #expect(ran.err.contains("Logged: compass interactions show aaaa0001\n"))
    }

    @Test func theFormIsRefusedBeforeAnythingIsSent() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run("events attend Spring --log --direction inbound")
        // EV-15, D-38
        #expect(ran.code == .invalid)
        #expect(ran.err.contains("Please say what was talked about"))
        let bare = harness.run(words: [
            "events", "attend", "Bare", "--log", "--direction", "inbound", "--content", "x",
        ])
        // D-35
        #expect(bare.code == .invalid)
        #expect(bare.err.contains("Event not linked to school"))
        #expect(bare.err.contains("Name one: --school SCHOOL"))
        #expect(
            ran.err.hasSuffix(
                "\nMissing: --content\nTry: compass events attend --help\n"))
        #expect(changes(harness).isEmpty)
        let chosen = harness.run(words: [
            "events", "attend", "Bare", "--log", "--direction", "inbound", "--content", "x",
            "--school", "Duke",
        ])
        #expect(chosen.code == .success)
    }

    @Test func aRefusedContactMarksNothing() throws {
        let harness = try EventFixture.harness { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(
                    .validationFailed, "Invalid event selection",
                    errors: ["event_id": "Invalid event selection"])
                : EventFixture.answers(to: call, role: .player)
        }
        #expect(harness.run(words: Self.line).code == .invalid)
        #expect(!changes(harness).contains { $0.operation == "events.attend" })
    }

    /// Both keys and both requests lie on disk before the first of the two is sent.
    @Test func bothRequestsAreStoredBeforeTheFirst() throws {
        let stored = Mutex<[PendingCommand]>([])
        let folder = Mutex("")
        let harness = try EventFixture.harness { call in
            if call.operation == "events.attend" {
                let path = folder.withLock { $0 }
                stored.withLock { $0 += CompassHarness.pendingCommands(in: path) }
            }
            return EventFixture.answers(to: call, role: .player)
        }
        folder.withLock { $0 = harness.folder.path("home/cli/pending") }
        _ = harness.run(words: Self.line)
        let calls = changes(harness)
        let found = try #require(stored.withLock { $0 }.first)
        #expect(found.attendance?.key == calls[1].idempotencyKey)
        #expect(found.attendance?.payload == EventFixture.payload(calls[1]))
        #expect(found.key == calls[2].idempotencyKey)
        #expect(found.payload == EventFixture.payload(calls[2]))
    }

    /// The process dies, or an answer is lost, after the first call or after the second: the next
    /// run for the event sends the same two requests under the same keys, and then it is over.
    @Test(arguments: ["events.attend", "interactions.create"], [true, false])
    func theNextRunFinishes(lost: String, repeatsTheLine: Bool) throws {
        let harness = try EventFixture.harness { call in
            call.operation == lost && !call.isDryRun
                ? Fixture.refusal(.timeout, "away", executed: .unknown)
                : EventFixture.answers(to: call, role: .player)
        }
        #expect(harness.run(words: Self.line).code == .unavailable)
        let before = changes(harness).filter { !$0.isDryRun }
        harness.transport = ScriptedTransport(EventFixture.script)
        let words = repeatsTheLine ? Self.line : ["events", "attend", "Spring"]
        let ran = harness.run(words: words)
        #expect(ran.code == .success)
        #expect(ran.err.contains("Finishing the interrupted attendance.\n"))
        let after = changes(harness)
        #expect(after.map(\.operation) == ["events.attend", "interactions.create"])
        for (old, new) in zip(before, after) {
            #expect(old.idempotencyKey == new.idempotencyKey && old.payload == new.payload)
        }
        // Over: the next one is a new attendance without a contact.
        harness.transport = ScriptedTransport(EventFixture.script)
        #expect(!harness.run("events attend Spring").err.contains("Finishing"))
        #expect(changes(harness).map(\.operation) == ["events.attend"])
    }

    // Another contact than the one that was interrupted is not lost either.
    @Test func anotherContactIsLoggedBesides() throws {
        let harness = try EventFixture.harness { call in
            call.operation == "interactions.create" && !call.isDryRun
                ? Fixture.refusal(.timeout, "away", executed: .unknown)
                : EventFixture.answers(to: call, role: .player)
        }
        _ = harness.run(words: Self.line)
        harness.transport = ScriptedTransport(EventFixture.script)
        _ = harness.run(words: [
            "events", "attend", "Spring", "--log", "--direction", "outbound", "--content", "Other",
        ])
        let contents = changes(harness).filter {
            $0.operation == "interactions.create" && !$0.isDryRun
        }.map(EventFixture.payload)
        #expect(contents.count == 2)
        #expect(contents[0] == Self.request && contents[1].contains("\"Other\""))
    }

    @Test func theKeyRepeatsBoth() throws {
        let harness = try EventFixture.harness { call in
            call.operation == "interactions.create" && !call.isDryRun
                ? Fixture.refusal(.timeout, "away", executed: .unknown)
                : EventFixture.answers(to: call, role: .player)
        }
        let first = harness.run(words: Self.line)
        let key = try #require(first.err.split(separator: " ").last).dropLast()
        harness.transport = ScriptedTransport(EventFixture.script)
        let again = harness.run("events attend Spring --idempotency-key \(key)")
        #expect(again.code == .success)
        #expect(changes(harness).last?.idempotencyKey?.text == String(key))
    }

    // EV-10: without --log it only marks, and says how to go on.
    @Test func aScriptIsToldOfTheQuickLog() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run("events attend Spring")
        #expect(ran.code == .success)
        #expect(changes(harness).map(\.operation) == ["events.attend"])
        #expect(ran.err.contains("Log Interaction: compass events log e0e00001\n"))
    }

    // What is typed about a contact is not dropped.
    @Test(
        arguments: [
            "--content Hello", "--type game", "--sentiment positive", "--coach Doyle",
        ])
    func aContactWithoutLogIsRefused(flags: String) throws {
        let harness = try EventFixture.harness()
        let ran = harness.run("events attend Spring \(flags)")
        #expect(ran.code == .usage)
        #expect(ran.err.contains("Add --log, or log the contact separately: "))
        #expect(ran.err.contains("compass events log Spring\n"))
        #expect(changes(harness).isEmpty)
    }

    // EV-12 to EV-16: a terminal is asked; an empty answer skips.
    @Test func aTerminalIsAsked() throws {
        let harness = try EventFixture.harness()
        harness.prompt = ScriptedPrompt(
            answers: ["9", "game", "", "1", " ", "Liked the swing", "2"])
        let ran = harness.run("events attend Spring", traits: EventFixture.terminal)
        #expect(
            ran.err.contains(
                "Log Interactions\nDid you have any coaching interactions at "
                    + "Spring Showcase 2026?\n"))
        #expect(ran.err.contains("Please give one of these, or a number from 1 to 4\n"))
        #expect(ran.err.contains("Please say what was talked about\n"))
        #expect(
            harness.prompt.questions.first
                == "Type (1 In-Person, 2 Phone, 3 Email, 4 Game, empty: Skip for Now): ")
        #expect(
            harness.prompt.questions[2]
                == "Coach (1 Pat Doyle, another name, empty: nobody): ")
        #expect(
            harness.prompt.questions[3]
                == "Direction (1 Coach contacted us, 2 We contacted coach): ")
        #expect(EventFixture.payload(changes(harness).last) == Self.request)
        #expect(ran.err.contains("Logged: compass interactions show aaaa0001\n"))
    }

    // N-47: the event is marked before the contact is asked for, and the key is the contact's.
    @Test func theKeyRepeatsAContactThatWasAskedFor() throws {
        let harness = try EventFixture.harness { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.timeout, "away", executed: .unknown)
                : EventFixture.answers(to: call, role: .player)
        }
        harness.prompt = ScriptedPrompt(answers: ["game", "", "1", "Liked the swing", "2"])
        let first = harness.run("events attend Spring", traits: EventFixture.terminal)
        let lost = try #require(changes(harness).last)
        let key = try #require(lost.idempotencyKey)
        #expect(first.code == .unavailable)
        #expect(
            first.err.hasSuffix(
                "The event is marked as attended.\n"
                    + "Repeat safely with: --idempotency-key \(key)\n"), "\(first.err)")
        harness.transport = ScriptedTransport(EventFixture.script)
        harness.prompt = ScriptedPrompt()
        let again = harness.run(
            "events attend Spring --idempotency-key \(key)", traits: EventFixture.terminal)
        #expect(again.code == .success, "\(again.err)")
        #expect(again.err.contains("Sending the stored request of \(key) again.\n"))
        #expect(harness.prompt.questions.isEmpty)
        #expect(changes(harness).map(\.operation) == ["interactions.create"])
        #expect(changes(harness).first?.idempotencyKey == key)
        #expect(changes(harness).first?.payload == lost.payload)
    }

    @Test(arguments: [[""], [], ["^C"], ["game", "^D"]])
    func skippingLeavesItAttended(answers: [String]) throws {
        let harness = try EventFixture.harness()
        harness.prompt = ScriptedPrompt(answers: answers)
        let ran = harness.run("events attend Spring", traits: EventFixture.terminal)
        #expect(ran.code == .success && ran.out.contains("Attended"))
        #expect(changes(harness).map(\.operation) == ["events.attend"])
        #expect(ran.err.contains("Skipped. Log Interaction: compass events log e0e00001\n"))
    }

    // D-35, EV-16: a school that is none is asked for again, or skips the contact.
    @Test(arguments: [("Duke", true), ("", false)])
    func theSchoolIsAskedForUntilItIsOne(school: String, logs: Bool) throws {
        let harness = try EventFixture.harness()
        let answers = ["game", "", "Nowhere", school, "1", "Liked the swing", ""]
        harness.prompt = ScriptedPrompt(answers: logs ? answers : Array(answers.prefix(4)))
        let ran = harness.run("events attend Bare", traits: EventFixture.terminal)
        #expect(ran.code == .success && ran.out.contains("Bare Game"))
        #expect(ran.err.contains("No school of yours is called \"Nowhere\"\n"))
        #expect(
            harness.prompt.questions[2...3].allSatisfy {
                $0 == "School (Event not linked to school, empty: Skip for Now): "
            })
        #expect(
            changes(harness).map(\.operation)
                == ["events.attend"] + (logs ? ["interactions.create"] : []))
        #expect(ran.err.contains("Skipped.") == !logs)
    }

    // N-47: a coach who was there by number or name, or another one of the event's school.
    @Test(arguments: [["1"], ["doyle"], ["Nobody", "2", "Doyle"]])
    func theCoachIsAskedForUntilItIsOne(typed: [String]) throws {
        let harness = try EventFixture.harness()
        harness.prompt = ScriptedPrompt(answers: ["game"] + typed + ["1", "Liked the swing", ""])
        let ran = harness.run("events attend Spring", traits: EventFixture.terminal)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            ran.err.contains("No coach of that school is called \"Nobody\"\n") == (typed.count > 1))
        let sent = EventFixture.payload(changes(harness).last)
        #expect(sent.contains("\"coach_id\":\"\(Fixture.coach.id)\""))
        #expect(sent.contains("\"school_id\":\"\(Fixture.dukeID)\""))
    }

    // N-47, D-02: at an event without a school the coach brings theirs along.
    @Test func aCoachStandsForTheSchool() throws {
        let harness = try EventFixture.harness()
        harness.prompt = ScriptedPrompt(answers: ["game", "Doyle", "1", "Liked the swing", ""])
        let ran = harness.run("events attend Bare", traits: EventFixture.terminal)
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            harness.prompt.questions.prefix(3) == [
                "Type (1 In-Person, 2 Phone, 3 Email, 4 Game, empty: Skip for Now): ",
                "Coach (a name, empty: nobody): ",
                "Direction (1 Coach contacted us, 2 We contacted coach): ",
            ])
        let sent = EventFixture.payload(changes(harness).last)
        #expect(sent.contains("\"coach_id\":\"\(Fixture.coach.id)\""))
        #expect(!sent.contains("school_id"))
    }

    // N-47: the flag names a coach of the event's school.
    @Test(arguments: ["events attend Spring --log", "events log Spring"])
    func theFlagNamesTheCoach(line: String) throws {
        let harness = try EventFixture.harness()
        let words = line.split(separator: " ").map(String.init)
        let contact = ["--direction", "inbound", "--content", "x", "--coach"]
        let ran = harness.run(words: words + contact + ["Pat Doyle"])
        #expect(ran.code == .success, "\(ran.err)")
        let asked = harness.transport.seen.last { $0.operation == "coaches.list" }
        #expect(EventFixture.payload(asked).contains(Fixture.dukeID.text))
        #expect(
            EventFixture.payload(changes(harness).last).contains(
                "\"coach_id\":\"\(Fixture.coach.id)\""))
        let count = changes(harness).count
        let unknown = harness.run(words: words + contact + ["Nobody"])
        #expect(unknown.code == .invalid && changes(harness).count == count)
        #expect(unknown.err.contains("No coach of that school is called \"Nobody\"\n"))
    }

    // D-43: by itself, also after attendance.
    @Test func theQuickLogIsThereByItself() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: ["events", "log"] + Self.line[2...].filter { $0 != "--log" })
        #expect(ran.code == .success)
        #expect(changes(harness).map(\.operation) == ["interactions.create"])
        #expect(EventFixture.payload(changes(harness).last) == Self.request)
    }

    // D-43: the command that a skipped quick log prints asks on a terminal too.
    @Test(arguments: [true, false])
    func theQuickLogAsksOnATerminal(skips: Bool) throws {
        let harness = try EventFixture.harness()
        harness.prompt = ScriptedPrompt(
            answers: skips ? [""] : ["game", "", "1", "Liked the swing", "2"])
        let ran = harness.run("events log Spring", traits: EventFixture.terminal)
        #expect((ran.code == .success) == !skips)
        #expect(ran.err.contains("Nothing was logged") == skips, "\(ran.err)")
        #expect(changes(harness).map(\.operation) == (skips ? [] : ["interactions.create"]))
    }

    @Test func aDryRunRehearsesBoth() throws {
        let harness = try EventFixture.harness()
        let ran = harness.run(words: Self.line + ["--dry-run"])
        #expect(ran.code == .success)
        #expect(ran.err.contains("A contact would be logged too.\n"))
        #expect(changes(harness).allSatisfy { $0.isDryRun && $0.idempotencyKey == nil })
        #expect(changes(harness).contains { $0.operation == "events.attend" })
    }
}
