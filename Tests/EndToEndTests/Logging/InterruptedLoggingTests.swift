import Contracts
import Foundation
import Glibc
import Support
import Testing

/// `interactions add` in scripts, killed at random times: repeating its key completes it.
@Suite(.onePerCore) struct InterruptedLoggingTests {
    /// Kills the process after this time, unless it has ended.
    private func killer(after milliseconds: Int) -> (ChildProcess) -> Void {
        { child in
            Thread {
                Waiting.pass(.milliseconds(milliseconds))
                child.send(SIGKILL)
            }.start()
        }
    }

    /// Kills the process once this many interactions are stored.
    private func killer(_ family: LoggingFamily, at count: Int) -> (ChildProcess) -> Void {
        { child in
            Thread {
                _ = try? family.waitForInteractions(count)
                child.send(SIGKILL)
            }.start()
        }
    }

    private static func words(_ coach: String) -> [String] {
        [
            "interactions", "add", "--type", "text", "--school", "ash", "--new-coach", coach,
            "--subject", coach,
        ]
    }

    // IA-50, IA-63: one command makes two keyed calls; wherever it is killed, both take effect
    // once.
    @Test func aNewCoachAndItsInteractionAreThereOnce() throws {
        let family = try LoggingFamily()
        var generator = SeededNumbers(seed: 7)
        var kills = 0
        var between = 0
        // The time of the shortest undisturbed run determines when to kill. The machine may stand
        // still during any of them, so there are more rounds until enough were killed.
        var began = ContinuousClock.now
        _ = try family.system.compass(Self.words("Coach First"), as: LoggingFamily.player)
        var usual = max((ContinuousClock.now - began).milliseconds, 5)
        var names = ["Coach First"]
        for round in 0..<200 where round < 24 || kills <= 4 {
            let name = "Coach Number\(round)"
            let known = family.storedKeys
            let words = Self.words(name)
            began = ContinuousClock.now
            let result = try family.system.compass(
                words, as: LoggingFamily.player,
                started: killer(after: .random(in: usual / 4...usual, using: &generator)))
            if result.ending == .signal(SIGKILL) {
                kills += 1
            } else {
                usual = max(min(usual, (ContinuousClock.now - began).milliseconds), 5)
            }
            guard let key = family.storedKeys.subtracting(known).first else {
                // Killed before anything was sent.
                #expect(result.ending == .signal(SIGKILL))
                continue
            }
            let hasCoach = try family.coaches.contains { $0.fullName == name }
            let hasInteraction = try family.interactions.contains { $0.subject == name }
            if hasCoach, !hasInteraction { between += 1 }
            let again = try family.system.compass(
                ["interactions", "add", "--idempotency-key", key, "--json"],
                as: LoggingFamily.player)
            #expect(again.ending == .exit(0), "\(again.errors)")
            names.append(name)
        }
        print("new coach: \(kills) kills, \(between) between the two calls")
        #expect(kills > 4)
        let coaches = try family.coaches.map(\.fullName).filter { $0 != "Pat Doyle" }
        #expect(coaches.sorted() == names.sorted())
        let logged = try family.interactions
        #expect(logged.compactMap(\.subject).sorted() == names.sorted())
        #expect(logged.allSatisfy { $0.coachName == $0.subject })
    }

    /// The process is killed right after the coach's commit, before the interaction is sent.
    @Test func aDeathBetweenTheTwoCallsLosesNothing() throws {
        let family = try LoggingFamily()
        let interactions = try #require(family.system.processes[.interactions])
        let known = family.storedKeys
        // The service is stopped once it has answered the dry run, so that only the coach is added.
        let result = try family.system.compass(
            [
                "interactions", "add", "--type", "text", "--school", "ash", "--new-coach",
                "Ann Lee", "--timeout", "20s",
            ], as: LoggingFamily.player
        ) { child in
            Thread {
                _ = Waiting.until(every: .microseconds(500)) {
                    !family.storedKeys.subtracting(known).isEmpty
                }
                interactions.send(SIGSTOP)
                _ = Waiting.until { (try? family.coaches.count) == 2 }
                child.send(SIGKILL)
                interactions.send(SIGCONT)
            }.start()
        }
        let key = try #require(family.storedKeys.subtracting(known).first)
        let again = try family.system.compass(
            ["interactions", "add", "--idempotency-key", key], as: LoggingFamily.player)
        #expect(again.ending == .exit(0), "\(result.ending) \(again.errors)")
        #expect(try family.coaches.map(\.fullName).sorted() == ["Ann Lee", "Pat Doyle"])
        #expect(try family.interactions.map(\.coachName) == ["Ann Lee"])
    }

    // IA-50: 400 lines on standard input, killed twice on the way, repeated with the key.
    @Test func linesAreLoggedOnceHoweverOftenTheRunIsKilled() throws {
        let family = try LoggingFamily()
        let lines = (0..<400).map { number in
            #"{"school_id":"\#(family.school)","type":"email","direction":"outbound","#
                + #""occurred_at":"2026-02-10T12:00:00Z","subject":"line \#(number)"}"#
        }.joined(separator: "\n")
        let words = ["interactions", "add", "--from", "-", "-o", "jsonl"]
        let first = try family.system.compass(
            words, as: LoggingFamily.player, input: lines, started: killer(family, at: 50))
        let key = try #require(
            first.errors.split(separator: "\n").first?.split(separator: " ").last)
        let repeated = words + ["--idempotency-key", String(key)]
        let second = try family.system.compass(
            repeated, as: LoggingFamily.player, input: lines,
            started: killer(family, at: 200))
        let third = try family.system.compass(
            repeated, as: LoggingFamily.player, input: lines)
        print("lines: \(first.ending), \(second.ending), \(third.ending)")
        // Without a kill the run proves nothing.
        #expect([first, second].contains { $0.ending == .signal(SIGKILL) })
        #expect(third.ending == .exit(0))
        #expect(third.errors.hasSuffix("400 logged, 0 refused\n"))
        let verdicts = String(decoding: third.output, as: UTF8.self).split(separator: "\n")
        #expect(verdicts.count == 400)
        #expect(verdicts.first?.contains(#""replayed":true"#) == true)
        let logged = try family.interactions
        #expect(logged.count == 400)
        #expect(Set(logged.compactMap(\.subject)).count == 400)
        // The results printed before the kill name existing records.
        let ids = Set(logged.map(\.id.text))
        for line in String(decoding: first.output, as: UTF8.self).split(separator: "\n") {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let id = (object as? [String: Any])?["id"] as? String else { continue }
            #expect(ids.contains(id))
        }
    }

    /// A bad line in a long input is reported and the others are logged; memory is bounded by the
    /// line.
    @Test func aBadLineHoldsUpNoOther() throws {
        let family = try LoggingFamily()
        let good =
            #"{"school_id":"\#(family.school)","type":"email","direction":"inbound","#
            + #""occurred_at":"2026-02-10T12:00:00Z"}"#
        let input = [
            good, #"{"school_id":"\#(family.school)","type":"letter","direction":"up"}"#,
            "not JSON", good.replacing("}", with: #","colour":"red"}"#), good,
        ].joined(separator: "\n")
        let words = ["interactions", "add", "--from", "-", "--json"]
        let rehearsed = try family.system.compass(
            words + ["--dry-run"], as: LoggingFamily.player, input: input)
        #expect(rehearsed.ending == .exit(3))
        #expect(try rehearsed.object["accepted"] as? Int == 2)
        #expect(try family.interactions.isEmpty)
        let result = try family.system.compass(
            words, as: LoggingFamily.player, input: input)
        #expect(result.ending == .exit(3))
        let verdicts = try #require(try result.object["lines"] as? [[String: Any]])
        #expect(
            verdicts.map { $0["status"] as? String } == [
                "logged", "refused", "refused", "refused", "logged",
            ])
        let error = try #require(verdicts[1]["error"] as? [String: Any])
        #expect(
            error["errors"] as? [String: String] == [
                "type": "Please select an interaction type",
                "direction": "Please select a direction",
                "occurred_at": "Please select a date and time",
            ])
        #expect(try family.interactions.count == 2)
    }
}
