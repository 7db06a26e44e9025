import CommandKit
import Contracts
import ServiceKit
import Synchronization
import Testing

@testable import Gateway

/// `interactions list --watch`, with time in the test's hands.
@Suite struct ListWatchTests {
    /// What the service answers look by look; the last for ever.
    private final class Answers: Sendable {
        private let rest: Mutex<[Outcome]>

        init(_ answers: [Outcome]) { rest = Mutex(answers) }

        func next() -> Outcome {
            rest.withLock { rest in rest.count > 1 ? rest.removeFirst() : rest[0] }
        }
    }

    private static let rows = [Fixture.full, Fixture.bare]
    private static let more = Fixture.interaction(0xcccc_0003) { $0.subject = "New" }

    private static func list(_ rows: [Interaction]) -> Outcome {
        Fixture.answer(Fixture.list(rows))
    }

    /// Runs the command for so many looks.
    private func watch(
        _ words: String = "", answers: [Outcome], looks: Int,
        traits: [TerminalTraits] = [.pipe], screen: @escaping (String) -> Void = { _ in }
    ) throws -> Ran {
        let answers = Answers(answers)
        let harness = try CompassHarness { call in
            call.operation == "interactions.list" ? answers.next() : Fixture.script(call)
        }
        try harness.signIn()
        var ticks = 0
        harness.watching = Console.Watching(
            pause: { time in
                #expect(time == ListWatch.tick)
                ticks += 1
                return ticks < looks * ListWatch.ticks
            },
            begin: { screen($0 ? "taken" : "left alone") }, leaveScreen: { screen("left") },
            traits: { traits[min(ticks / ListWatch.ticks + 1, traits.count - 1)] })
        return harness.run("interactions list --watch \(words)", traits: traits[0])
    }

    @Test func aPipeGetsTheListAndThenWhatEntersIt() throws {
        let lists = [
            Self.list([Fixture.full]), Self.list([Fixture.full]), Self.list(Self.rows),
            Self.list([Fixture.bare]), Self.list([Self.more, Fixture.bare]),
        ]
        let ran = try watch(answers: lists, looks: 6)
        #expect(ran.code == .success)
        let lines = ran.out.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("ID\tDate\t"))
        #expect(
            lines.dropFirst().map { String($0.prefix(36)) }
                == [Fixture.full.id, Fixture.bare.id, Self.more.id].map(\.text))
        #expect(ran.err.split(separator: "\n").filter { $0.hasSuffix("found") }.count == 1)
    }

    @Test func everyFormGoesOn() throws {
        let lists = [Self.list([Fixture.full]), Self.list([Self.more, Fixture.full])]
        func out(_ form: String, _ traits: TerminalTraits = .pipe) throws -> String {
            try watch(form, answers: lists, looks: 3, traits: [traits]).out
        }
        let csv = try out("-o csv")
        #expect(csv.split(separator: "\r\n").count == 3)
        #expect(
            csv.hasSuffix(
                "\r\n\(Self.more.id),2026-02-03T14:00:00.000Z,email,outbound,,New,,,0\r\n"))
        #expect(try out("-o name") == "\(Fixture.full.id)\n\(Self.more.id)\n")
        let json = try out("-o jsonl").split(separator: "\n")
        #expect(json.count == 2)
        #expect(json[1].contains(#""id":"\#(Self.more.id)""#))
        #expect(json[1].hasPrefix("{") && json[1].hasSuffix("}"))
        let card = "\nEmail · Outbound\n  New\n  Feb 3, 2026, 2:00 PM · cccc0003\n"
        #expect(try out("--cards").hasSuffix(card))
        let spoken = try out("", TerminalTraits(isTerminal: true, isAccessible: true))
        #expect(spoken.hasSuffix("\n\nEmail Outbound, New, Feb 3, 2026, 2:00 PM\nID: cccc0003\n"))
    }

    @Test func oneDocumentCannotGoOn() throws {
        for form in ["--json", "-o json"] {
            let ran = try watch(form, answers: [Self.list([])], looks: 1)
            #expect(ran.code == .usage)
            #expect(ran.err.contains("--watch and --output json exclude each other"))
            #expect(ran.err.contains("jsonl"))
        }
    }

    // IL-40, X-29: the text of the first load stands until there is a list.
    @Test func aTerminalIsDrawnAnewWhenSomethingChanged() throws {
        let lists = [Self.list([Fixture.full]), Self.list([Fixture.full]), Self.list(Self.rows)]
        var screen: [String] = []
        let terminal = TerminalTraits(isTerminal: true, columns: 80, rows: 30)
        let ran = try watch(answers: lists, looks: 5, traits: [terminal]) { screen.append($0) }
        #expect(ran.code == .success && ran.err.isEmpty)
        #expect(screen == ["taken", "left"])
        let frames = ran.out.split(separator: "\u{1b}[H").map(String.init)
        #expect(frames.count == 3)
        #expect(frames[0] == "Loading interactions...\u{1b}[K\u{1b}[J")
        #expect(frames[1].hasPrefix("My Interactions\u{1b}[K\nTotal: 1   "))
        #expect(frames[2].contains("Total: 2   "))
        #expect(frames[2].hasSuffix("\nLooks every 2 s, Ctrl-C ends\u{1b}[K\u{1b}[J"))
    }

    @Test func aPageIsCutToTheWindowAndFollowsItsSize() throws {
        let sizes = [
            TerminalTraits(isTerminal: true, columns: 80, rows: 8),
            TerminalTraits(isTerminal: true, columns: 40, rows: 6),
        ]
        let ran = try watch(answers: [Self.list(Self.rows)], looks: 2, traits: sizes)
        let frames = ran.out.split(separator: "\u{1b}[H").map(String.init)
        #expect(frames.count == 3)
        #expect(frames[1].count { $0 == "\n" } == 7)
        #expect(frames[1].contains("\n… 9 more lines\u{1b}[K\nLooks every"))
        #expect(frames[2].count { $0 == "\n" } == 5)
        #expect(frames[2].contains("Total: 2     Outbound: 1\u{1b}[K\n"))
    }

    // IL-43, X-13, X-14: a service that is away for a while does not end the watch.
    @Test func anOutageIsToldOnceAndPasses() throws {
        let away = Fixture.refusal(.timeout, "No answer")
        let lists = [Self.list([Fixture.full]), away, away, Self.list(Self.rows)]
        let ran = try watch(answers: lists, looks: 5)
        #expect(ran.code == .success)
        #expect(ran.err.hasSuffix("Connection timed out; trying again\nBack again\n"))
        #expect(ran.out.contains(Fixture.bare.id.text))
        let terminal = TerminalTraits(isTerminal: true, columns: 80)
        let drawn = try watch(answers: lists, looks: 5, traits: [terminal])
        #expect(drawn.err.isEmpty)
        #expect(drawn.out.contains("\nConnection timed out; trying again\u{1b}[K\u{1b}[J"))
    }

    @Test func whatCannotPassEndsTheWatch() throws {
        let away = Fixture.refusal(.timeout, "No answer")
        #expect(try watch(answers: [away], looks: 3).code == .unavailable)
        var screen: [String] = []
        let terminal = TerminalTraits(isTerminal: true, columns: 80)
        let ended = Fixture.refusal(.forbidden, "You can only see your own interactions")
        let ran = try watch(
            answers: [Self.list(Self.rows), ended], looks: 3, traits: [terminal]
        ) { screen.append($0) }
        #expect(ran.code == .forbidden)
        #expect(ran.err.contains("You can only see your own interactions"))
        // The screen is given back before the refusal is told.
        #expect(screen == ["taken", "left"])
    }
}
