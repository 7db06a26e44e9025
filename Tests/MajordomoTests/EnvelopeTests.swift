import Foundation
import Support
import Testing

@testable import Majordomo

@Suite struct EnvelopeTests {
    @Test func theVectorsAreThere() {
        #expect(Vectors.all.envelopes.count >= 17)
        #expect(Vectors.all.invalid.count >= 35)
    }

    @Test(arguments: Vectors.all.envelopes.filter { $0.kind == "request" })
    func requestVectorsAreRead(_ vector: Vectors.Valid) throws {
        let (header, passport) = try RequestHeader.decode(bytes(vector.hex).span)
        #expect(header.requestID.bytes == bytes(vector.requestID))
        #expect(header.budgetMilliseconds == vector.budget)
        #expect(header.operation == vector.operation)
        #expect(header.attempt == vector.attempt)
        #expect(header.idempotencyKey?.bytes == vector.idempotencyKey.map(bytes))
        #expect(header.familyID?.bytes == vector.familyID.map(bytes))
        #expect(header.traceID?.bytes == vector.traceID.map(bytes))
        #expect(header.isDryRun == vector.isDryRun)
        #expect(passport == bytes(vector.passport))
        guard !vector.name.contains("extension"), !vector.name.contains("1104") else { return }
        #expect(header.envelope(passport: passport) == bytes(vector.hex))
    }

    @Test(arguments: Vectors.all.envelopes.filter { $0.kind == "reply" })
    func replyVectorsAreReadAndWritten(_ vector: Vectors.Valid) throws {
        let header = try ReplyHeader.decode(bytes(vector.hex).span)
        #expect(header.requestID.bytes == bytes(vector.requestID))
        #expect("\(header.status)".uppercased() == vector.status?.replacing("_", with: ""))
        #expect("\(header.executed)" == vector.executed)
        #expect(header.retryAfterMilliseconds == vector.retryAfter)
        #expect(header.isReplayed == vector.isReplayed)
        #expect(header.slice == vector.slice)
        #expect(header.envelope() == bytes(vector.hex))
    }

    @Test(arguments: Vectors.all.invalid)
    func refusedVectorsAreRefusedForTheirReason(_ vector: Vectors.Invalid) {
        let bytes = bytes(vector.hex)
        let problem = #expect(throws: EnvelopeProblem.self) { try EnvelopeScan(bytes.span) }
        switch vector.error {
        case "absent": #expect(problem == .absent)
        case "malformed": #expect(problem == .malformed)
        default:
            guard case .version? = problem else {
                Issue.record("\(vector.name) is not refused for its version")
                return
            }
        }
    }

    @Test func headersOverTheLimitsAreNotWritten() {
        var header = RequestHeader(operation: "a.b", budgetMilliseconds: 600_000)
        #expect(header.envelope(passport: Array(repeating: 1, count: 512)) != nil)
        #expect(header.envelope(passport: Array(repeating: 1, count: 513)) == nil)
        header.budgetMilliseconds = 600_001
        #expect(header.envelope(passport: []) == nil)
        header.budgetMilliseconds = 1
        header.operation = String(repeating: "a", count: 64)
        #expect(header.envelope(passport: []) != nil)
        header.operation += "a"
        #expect(header.envelope(passport: []) == nil)
        header.operation = "a b"
        #expect(header.envelope(passport: []) == nil)
        header.operation = "a.b"
        header.requestID = .zero
        #expect(header.envelope(passport: []) == nil)
    }

    @Test func theBudgetLiesWhereTheBrokerLowersIt() throws {
        let header = RequestHeader(
            operation: "schools.list", budgetMilliseconds: 0x0001_0203, attempt: 3,
            idempotencyKey: .random(), familyID: .random(), traceID: .random(), isDryRun: true)
        let bytes = try #require(header.envelope(passport: [1, 2, 3]))
        #expect(bytes.span.bigEndian(at: Envelope.budgetOffset, as: UInt32.self) == 0x0001_0203)
    }

    @Test func anyDamageIsReadOrRefusedButNeverTraps() {
        var generator = SeededNumbers(seed: 7)
        let seeds = Vectors.all.envelopes.map { bytes($0.hex) }
        let count = 60_000
        var refused = 0
        for _ in 0..<count {
            var bytes = seeds.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damage(&bytes, using: &generator)
            }
            do {
                _ = try EnvelopeScan(bytes.span)
            } catch {
                refused += 1
            }
        }
        #expect(refused > count / 6)
        #expect(refused < count)
    }
}

/// Changes, removes or inserts a byte, or cuts the rest off.
func damage(_ bytes: inout [UInt8], using generator: inout SeededNumbers) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    default: bytes.removeLast(bytes.count - place)
    }
}
