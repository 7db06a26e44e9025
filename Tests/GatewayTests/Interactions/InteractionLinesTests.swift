import CommandKit
import Contracts
import Foundation
import Imports
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `interactions add --from FILE`: one interaction a line.
@Suite struct InteractionLinesTests {
    private static let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"

    /// Refuses lines with `"type":"bad"`, as the service does.
    private static let script: ScriptedTransport.Script = { call in
        guard call.operation == "interactions.create" else { return Fixture.script(call) }
        let text = String(decoding: call.payload, as: UTF8.self)
        if text.contains("\"away\"") { return Fixture.refusal(.unavailable, "away") }
        if text.contains("\"twice\"") { return Fixture.refusal(.conflict, "taken") }
        guard text.contains("\"bad\"") else { return Fixture.script(call) }
        return Fixture.refusal(
            .validationFailed, "2 fields need your attention",
            errors: ["type": "Please select an interaction type", "school_id": "No\tschool"])
    }

    private func harness(
        _ lines: String, _ script: @escaping ScriptedTransport.Script = script
    ) throws -> CompassHarness {
        let harness = try CompassHarness.signedIn(script)
        try Data(lines.utf8).write(to: harness.folder.url.appendingPathComponent("in.jsonl"))
        return harness
    }

    private func run(_ harness: CompassHarness, _ words: String...) -> Ran {
        harness.run(
            words: ["interactions", "add", "--from", harness.folder.path("in.jsonl")] + words)
    }

    private func creates(_ harness: CompassHarness) -> [OutgoingCall] {
        harness.transport.seen.filter { $0.operation == "interactions.create" }
    }

    @Test func everyLineGetsItsVerdict() throws {
        let harness = try harness("{\"a\":1}\n\n{\"type\":\"bad\"}\r\n  \n{\"b\":2}")
        let ran = run(harness, "--idempotency-key", Self.key)
        #expect(ran.code == .invalid)
        #expect(
            ran.out == """
                LINE\tSTATUS\tID\tMESSAGE
                1\tlogged\t\(Fixture.full.id)\t
                3\trefused\t\tschool_id: No\\tschool; type: Please select an interaction type
                5\tlogged\t\(Fixture.full.id)\t

                """)
        #expect(
            ran.err == """
                Repeat safely with: --idempotency-key \(Self.key)
                2 logged, 1 refused

                """)
        // Lines go out as they are.
        #expect(
            creates(harness).map { String(decoding: $0.payload, as: UTF8.self) } == [
                "{\"a\":1}", "{\"type\":\"bad\"}\r", "{\"b\":2}",
            ])
    }

    @Test func theOtherFormsOfOutput() throws {
        let harness = try harness("{\"a\":1}\n{\"type\":\"bad\"}\n")
        let json = run(harness, "--json", "--idempotency-key", Self.key)
        let requestID = try #require(creates(harness).last).requestID
        let logged =
            #"{"line":1,"status":"logged","id":"\#(Fixture.full.id)","replayed":false,"#
            + #""warnings":[]}"#
        let refused =
            #"{"line":2,"status":"refused","error":{"code":"validation_failed","#
            + #""message":"2 fields need your attention","errors":{"school_id":"No\tschool","#
            + #""type":"Please select an interaction type"},"request_id":"\#(requestID)","#
            + #""retryable":false}}"#
        #expect(
            json.out == #"{"key":"\#(Self.key)","lines":[\#(logged),\#(refused)],"logged":1,"#
                + #""accepted":0,"refused":1}"# + "\n")
        let lines = run(harness, "-o", "jsonl")
        #expect(lines.out.hasPrefix(logged + "\n"))
        #expect(run(harness, "-o", "name").out == "\(Fixture.full.id)\n")
        #expect(
            run(harness, "-o", "csv").out.hasPrefix(
                "line,status,id,message\r\n1,logged,\(Fixture.full.id),\r\n2,refused,,"))
        let terminal = harness.run(
            words: ["interactions", "add", "--from", harness.folder.path("in.jsonl")],
            traits: TerminalTraits(isTerminal: true))
        #expect(
            terminal.out == """
                     1  logged    aaaa0001
                     2  refused   school_id: No school; type: Please select an interaction type

                """)
    }

    @Test func aDryRunJudgesAndStoresNothing() throws {
        let harness = try harness("{\"a\":1}\n{\"type\":\"bad\"}\n")
        let ran = run(harness, "--dry-run", "-o", "jsonl")
        #expect(ran.code == .invalid)
        #expect(ran.out.hasPrefix(#"{"line":1,"status":"accepted","warnings":[]}"# + "\n"))
        #expect(ran.err == "1 would be logged, 1 refused\n")
        #expect(creates(harness).allSatisfy { $0.isDryRun && $0.idempotencyKey == nil })
        #expect(!FileManager.default.fileExists(atPath: harness.folder.path("home/cli/pending")))
    }

    // IA-50: the run's random key and the number of the line make the key of the line.
    @Test func aRepetitionHasTheSameKeysLineByLine() throws {
        let harness = try harness("{\"a\":1}\n\n{\"a\":1}\n")
        let first = run(harness)
        let key = try #require(
            first.err.split(separator: "\n").first?.split(separator: " ").last)
        let keys = creates(harness).map(\.idempotencyKey)
        #expect(Set(keys).count == 2)
        #expect(!keys.contains(IdempotencyKey(text: key)))
        _ = run(harness, "--idempotency-key", String(key))
        #expect(creates(harness).suffix(2).map(\.idempotencyKey) == keys)
        _ = run(harness)
        #expect(Set(creates(harness).map(\.idempotencyKey)).count == 4)
    }

    @Test func keysOfNeighbouringRunsAndLinesAreAllDifferent() {
        var keys: Set<IdempotencyKey> = []
        for run: UInt64 in 1...20 {
            for line in 1...200 {
                keys.insert(
                    InteractionLines.key(of: line, in: IdempotencyKey(high: 1, low: run)))
                keys.insert(
                    InteractionLines.key(of: line, in: IdempotencyKey(high: run + 1, low: 1)))
            }
        }
        #expect(keys.count == 2 * 20 * 200)
    }

    @Test func aRunsKeyIsNoKeyOfAnInteraction() throws {
        let harness = try harness("{\"a\":1}\n")
        _ = run(harness, "--idempotency-key", Self.key)
        let ran = harness.run(
            "interactions add --type email --school duke --idempotency-key \(Self.key)")
        #expect(ran.code == .usage)
        #expect(ran.err.contains("It was used for interactions.create.lines."))
        let other = "7f9619ff-8b86-4d01-b42d-00c04fc964ff"
        _ = harness.run("interactions add --type email --school duke --idempotency-key \(other)")
        let lines = run(harness, "--idempotency-key", other)
        #expect(lines.code == .usage)
    }

    /// A service that is away is away for the next line too.
    @Test func aRunStopsWhereItCannotGoOn() throws {
        let harness = try harness("{\"a\":1}\n{\"x\":\"away\"}\n{\"b\":2}\n")
        let ran = run(harness, "--json", "--idempotency-key", Self.key)
        #expect(ran.code == .unavailable)
        #expect(creates(harness).count == 2)
        #expect(ran.out.hasSuffix(#"],"logged":1,"accepted":0,"refused":1}"# + "\n"))
        #expect(ran.err.hasSuffix("Continue with: --idempotency-key \(Self.key)\n"))
    }

    /// The gravest verdict is the command's.
    @Test func theExitCodeIsThatOfTheWorstLine() throws {
        #expect(run(try harness("{}\n{}\n")).code == .success)
        #expect(run(try harness("")).code == .success)
        #expect(run(try harness("{\"type\":\"bad\"}\n{\"x\":\"twice\"}\n{}")).code == .conflict)
        #expect(run(try harness("{\"x\":\"twice\"}\n{\"type\":\"bad\"}")).code == .conflict)
        #expect(run(try harness("{\"type\":\"bad\"}\n{\"x\":\"away\"}")).code == .unavailable)
    }

    @Test func aParentIsRefusedOnceNotLineByLine() throws {
        let harness = try harness("{}\n{}\n{}\n") { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.forbidden, "Only players can create interactions")
                : Fixture.parentScript(call)
        }
        let ran = run(harness)
        #expect(ran.code == .forbidden)
        #expect(ran.out.contains("1\trefused\t\tOnly players can create interactions\n"))
        #expect(creates(harness).count == 1)
    }

    @Test func aLineAtTheLimitIsSentAndOneByteMoreIsRefused() throws {
        let max = InteractionLines.lineBytesMax
        let body = { (count: Int) in "{\"a\":\"" + String(repeating: "x", count: count - 8) + "\"}"
        }
        let harness = try harness(body(max) + "\n" + body(max + 1) + "\n{}\n")
        let ran = run(harness)
        #expect(creates(harness).map(\.payload.count) == [max, 2])
        #expect(ran.code == .invalid)
        #expect(ran.out.contains("\n2\trefused\t\tThe line is longer than \(max) bytes"))
        #expect(ran.out.contains("\n3\tlogged"))
    }

    @Test func fieldsOfFlagsBesideLinesAreAUsageError() throws {
        let harness = try harness("{}\n")
        let ran = run(harness, "--type", "email")
        #expect(ran.code == .usage)
        #expect(ran.err.hasPrefix("compass: --type and --from "))
        #expect(run(harness, "--wizard").code == .usage)
        #expect(harness.transport.seen.isEmpty)
    }

    @Test func aFileThatIsNotThereNamesTheField() throws {
        let harness = try harness("")
        let ran = harness.run("interactions add --from nowhere.jsonl --json")
        #expect(ran.code == .invalid)
        #expect(ran.out.contains(#""errors":{"from":"#))
        #expect(
            ran.err.hasPrefix(
                "compass: --from: \"nowhere.jsonl\" cannot be read: No such file or directory\n"))
        #expect(harness.run("interactions add --from /tmp").code == .failure)
    }
}

@Suite struct LineReaderTests {
    private func lines(_ text: [UInt8], max: Int = 8) throws -> [FileLine] {
        var ends: [Int32] = [0, 0]
        #expect(unsafe pipe(&ends) == 0)
        let bytes = text
        let (reading, writing) = (ends[0], ends[1])
        Thread {
            var offset = 0
            while offset < bytes.count {
                let count = unsafe bytes[offset...].withUnsafeBytes {
                    unsafe write(writing, $0.baseAddress, min($0.count, 4_096))
                }
                if count <= 0 { break }
                offset += count
            }
            close(writing)
        }.start()
        defer { close(reading) }
        var reader = LineReader(descriptor: reading, lineBytesMax: max)
        var found: [FileLine] = []
        while let line = try reader.next() { found.append(line) }
        return found
    }

    private func texts(_ text: String, max: Int = 8) throws -> [String?] {
        try lines(Array(text.utf8), max: max).map {
            $0.isTooLong ? nil : String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    @Test func linesEndWithALineFeedOrWithTheInput() throws {
        #expect(try texts("a\nb") == ["a", "b"])
        #expect(try texts("a\n\nb\n") == ["a", "", "b"])
        #expect(try texts("") == [])
        #expect(try texts("\u{feff}a\n\u{feff}b") == ["a", "\u{feff}b"])
    }

    @Test func aLineOverTheLimitIsLeftOutAndTheNextIsRead() throws {
        #expect(try texts("12345678\n123456789\n12\n") == ["12345678", nil, "12"])
        #expect(try lines(Array("x\ny".utf8)).map(\.number) == [1, 2])
    }

    /// Lines that cross the chunks that are read.
    @Test func longLinesAreWhole() throws {
        let long = String(repeating: "z", count: LineReader<ReadFailure>.chunkBytes * 2 + 5)
        #expect(try texts("a\n\(long)\nb", max: long.utf8.count) == ["a", long, "b"])
        #expect(try texts("a\n\(long)\nb", max: long.utf8.count - 1) == ["a", nil, "b"])
    }
}
