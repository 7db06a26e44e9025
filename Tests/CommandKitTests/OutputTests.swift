import Glibc
import Testing

@testable import CommandKit

/// The ends of a new pipe: the one to read from, and the one to write to.
private func pipeEnds() throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    return ends
}

@Suite struct OutputProblemTests {
    @Test func aFullDiskIsAProblem() throws {
        let descriptor = unsafe open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let channel = OutputChannel(descriptor: descriptor)
        channel.write("text")
        channel.flush()
        #expect(channel.isClosed)
        #expect(channel.problem == "No space left on device")
    }

    @Test func aReaderThatWentAwayIsNone() throws {
        OutputChannel.ignoreBrokenPipes()
        let ends = try pipeEnds()
        close(ends[0])
        defer { close(ends[1]) }
        let channel = OutputChannel(descriptor: ends[1])
        channel.write("text")
        channel.flush()
        #expect(channel.isClosed)
        #expect(channel.problem == nil)
    }
}

@Suite struct JSONBytesTests {
    static let source = Array(#"{"b":[1.50,{"x":"a, \"b\": {"}],"a":{},"n":[],"big":1e400}"#.utf8)

    @Test func prettyKeepsOrderAndDigits() {
        #expect(
            String(decoding: JSONBytes.pretty(Self.source), as: UTF8.self) == #"""
                {
                  "b": [
                    1.50,
                    {
                      "x": "a, \"b\": {"
                    }
                  ],
                  "a": {},
                  "n": [],
                  "big": 1e400
                }
                """#)
    }

    @Test func membersAndElementsAreCutOut() {
        let rows = JSONBytes.member("b", of: Self.source)
        #expect(
            rows.map { JSONBytes.elements(of: $0).map { String(decoding: $0, as: UTF8.self) } }
                == ["1.50", #"{"x":"a, \"b\": {"}"#])
        #expect(JSONBytes.member("missing", of: Self.source) == nil)
        #expect(JSONBytes.elements(of: Array("[]".utf8)).isEmpty)
        #expect(JSONBytes.elements(of: Array("{}".utf8)).isEmpty)
        #expect(JSONBytes.member("x", of: Array("".utf8)) == nil)
    }

    @Test func brokenJSONIsPassedOnWithoutATrap() {
        for text in ["}", "]]]", "{", "\"", "{\"a\":", "\\", ",,:", "[1}"] {
            _ = JSONBytes.pretty(Array(text.utf8))
            _ = JSONBytes.elements(of: Array(text.utf8))
            #expect(JSONBytes.compact(Array(text.utf8)) == Array(text.utf8))
        }
    }

    @Test func onATerminalNoCharacterSteersIt() {
        let json = Array("{\"a\":\"é\u{9b}2J\u{7f}\u{202e}…日\"}".utf8)
        #expect(
            String(decoding: JSONBytes.safeForTerminal(json), as: UTF8.self)
                == #"{"a":"é\u009b2J\u007f\u202e…日"}"#)
        #expect(JSONBytes.safeForTerminal(Self.source) == Self.source)
    }

    @Test func writtenTextsAreEscaped() {
        let value = JSONValue.object([("k\"", .string("\u{1}\n\t\\é")), ("n", .null)])
        #expect(value.text == #"{"k\"":"\u0001\n\t\\é","n":null}"#)
    }
}

@Suite struct CardTests {
    static func sample() -> Card {
        var card = Card()
        card.heading("A subject that is long enough to need a second line")
        card.chips([
            ("Type", .init("email", shown: "Email", .blue)),
            ("Direction", .init("inbound", shown: "Inbound", .green)),
        ])
        card.field("School", "Duke")
        card.field("Coach", nil)
        card.text("two\n  lines\u{1b}")
        return card
    }

    @Test func aTerminalGetsAlignedLabels() {
        #expect(
            Self.sample().text(TerminalTraits(isTerminal: true, columns: 40)) == """
                A subject that is long enough to need a
                second line
                Email · Inbound
                School  Duke
                Coach   —
                two
                  lines\u{fffd}

                """)
    }

    // ID-30: what the words beside each other mean is said where tables are not drawn.
    @Test func anAccessibleTerminalIsToldWhatChipsMean() {
        var card = Card()
        card.chips([("Type", .init("email")), ("To", .init("us"))], announced: "Email to us")
        card.section("Content", pipe: nil)
        card.text("  shown", full: "\n  shown")
        card.section("Files (2)", pipe: ("Files", "2"))
        card.footer("Created", .init("2026-02-03T14:00:00.000Z", shown: "Feb 3"))
        let accessible = TerminalTraits(isTerminal: true, columns: 80, isAccessible: true)
        #expect(
            card.text(accessible) == "Email to us\nContent\n  shown\nFiles (2)\nCreated: Feb 3\n")
        #expect(
            card.text(TerminalTraits(isTerminal: true, columns: 80)).hasPrefix("email · us\n"))
        #expect(
            card.text(.pipe) == """
                Type\temail
                To\tus
                Content\t\\n  shown
                Files\t2
                Created\t2026-02-03T14:00:00.000Z

                """)
    }

    @Test func aValueThatDoesNotFitGoesOnBelowItself() {
        var card = Card()
        card.field("School", "University of North Carolina at Chapel Hill", .blue)
        card.field("Coach", "Pat")
        #expect(
            card.text(TerminalTraits(isTerminal: true, columns: 30, usesColour: true)) == """
                School  \u{1b}[34mUniversity of North\u{1b}[0m
                        \u{1b}[34mCarolina at Chapel\u{1b}[0m
                        \u{1b}[34mHill\u{1b}[0m
                Coach   Pat

                """)
    }

    @Test func aPipeGetsLabelAndFullValue() {
        #expect(
            Self.sample().text(.pipe) == """
                Title\tA subject that is long enough to need a second line
                Type\temail
                Direction\tinbound
                School\tDuke
                Coach\t
                Content\ttwo\\n  lines\u{1b}

                """)
    }
}

@Suite struct TerminalTraitsTests {
    @Test(arguments: [
        ([:], true, 120), (["NO_COLOR": "1"], false, 120), (["NO_COLOR": ""], true, 120),
        (["TERM": "dumb"], false, 120), (["COLUMNS": "44"], true, 44),
        (["COLUMNS": "0"], true, 120),
        (["COMPASS_ACCESSIBLE": "1"], false, 120),
    ])
    func theEnvironmentDecides(environment: [String: String], colour: Bool, columns: Int) {
        let traits = TerminalTraits.of(terminalColumns: 120, environment: environment)
        #expect(traits.usesColour == colour)
        #expect(traits.columns == columns)
        #expect(traits.isAccessible == (environment["COMPASS_ACCESSIBLE"] == "1"))
    }

    @Test func aTerminalWithoutAWidthIsEightyColumnsWide() {
        #expect(TerminalTraits.of(terminalColumns: 0, environment: [:]).columns == 80)
    }
}

@Suite struct OutputChannelTests {
    @Test func writesEverythingInOrder() throws {
        let ends = try pipeEnds()
        let channel = OutputChannel(descriptor: ends[1])
        channel.line("one")
        channel.write("two")
        channel.flush()
        close(ends[1])
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(ends[0], &buffer, 64)
        #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "one\ntwo")
        close(ends[0])
    }

    @Test func aReaderThatWentAwayEndsTheOutputQuietly() throws {
        OutputChannel.ignoreBrokenPipes()
        let ends = try pipeEnds()
        close(ends[0])
        let channel = OutputChannel(descriptor: ends[1])
        channel.line("nobody reads this")
        channel.flush()
        #expect(channel.isClosed)
        close(ends[1])
    }
}

@Suite struct SecretLineTests {
    private func type(_ bytes: [UInt8]) -> SecretLine.Step {
        var line = SecretLine()
        var step = SecretLine.Step.more
        for byte in bytes {
            step = line.take(byte)
            if step != .more { break }
        }
        return step
    }

    @Test func rubOutTakesWholeCharactersAndCtrlUTheLine() {
        #expect(type(Array("aé".utf8) + [0x7f] + Array("b\n".utf8)) == .done(Array("ab".utf8)))
        #expect(
            type(Array("wrong".utf8) + [0x15] + Array("right\r".utf8)) == .done(Array("right".utf8))
        )
        #expect(type([0x7f, 0x7f] + Array("x\n".utf8)) == .done(Array("x".utf8)))
    }

    @Test func ctrlCInterruptsAndCtrlDEnds() {
        #expect(type(Array("half".utf8) + [0x03]) == .interrupted)
        #expect(type([0x04]) == .ended)
    }

    @Test func theLongestLineIsKeptAndTheNextByteDropped() {
        let full = [UInt8](repeating: 0x61, count: TerminalPrompt.answerBytesMax)
        #expect(type(full + [0x0a]) == .done(full))
        #expect(type(full + [0x62, 0x0a]) == .done(full))
    }
}

@Suite struct TerminalPromptTests {
    @Test func readsOneLineOfAPipe() throws {
        let ends = try pipeEnds()
        let source = OutputChannel(descriptor: ends[1])
        source.write("pass word\r\nrest")
        source.flush()
        close(ends[1])
        let prompt = TerminalPrompt(input: ends[0], output: STDERR_FILENO)
        #expect(try prompt.firstLineOfInput() == Array("pass word".utf8))
        #expect(!prompt.isTerminal)
        #expect(throws: TerminalPrompt.Failure.noTerminal) { try prompt.secret("Password: ") }
        #expect(throws: TerminalPrompt.Failure.noTerminal) { try prompt.confirmed("Sure?") }
        close(ends[0])
    }
}
