import Contracts
import Foundation
import Support
import Synchronization
import Testing

@testable import ServiceKit

private enum Echo: Contracts.Operation {
    static let definition = OperationDefinition(
        "test.echo", of: .coaches, .read, .everyone, "Echo")

    struct Request: OperationRequest {
        var text: String
        static let fieldNames = ["text"]
    }
    struct Response: Codable, Sendable {
        var text: String
    }
}

private enum Failing: Contracts.Operation {
    static let definition = OperationDefinition(
        "test.fail", of: .coaches, .read, .everyone, "Fail", failureText: "Failed to fail")

    typealias Response = Echo.Response
}

@Suite("ServiceHost")
struct ServiceHostTests {
    private let folder: TemporaryFolder
    private let now = Instant(text: "2026-02-10T12:00:00Z")!

    init() throws { folder = try TemporaryFolder() }

    private func makeHost(
        log: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) -> ServiceHost {
        let clock = ProcessClock(fixed: now)
        return ServiceHost(
            name: "coaches", clock: clock,
            verifier: PassportVerifier(
                keys: KeyStore(folder: folder.url.path), revocations: RevocationList()),
            logger: Logger(service: "coaches", clock: clock, write: log))
    }

    private func makeCaller(_ host: ServiceHost) -> Caller {
        Caller(transport: LocalTransport([host]), clock: ProcessClock(fixed: now))
    }

    @Test
    func callReachesItsHandlerAndBack() throws {
        let host = makeHost()
        host.register(Echo.self) { call, responder in
            do throws(ServiceError) {
                responder.succeed(.init(text: try call.input().text.uppercased()))
            } catch {
                responder.fail(error)
            }
        }
        let answer = try makeCaller(host).call(Echo.self, .init(text: "hi"))
        #expect(answer.text == "HI")
    }

    // ID-24: an operation may name its failure; the log keeps what happened.
    @Test
    func operationNamesItsFailure() {
        let host = makeHost()
        host.register(Failing.self) { _, responder in
            responder.fail(ServiceError(.internal, "SELECT secret FROM path"))
        }
        let failure = #expect(throws: Caller.Failure.self) {
            try makeCaller(host).answer(Failing.self, EmptyRequest())
        }
        #expect(failure?.error.message == "Failed to fail")
    }

    @Test
    func unknownOperationIsUnimplemented() {
        let failure = #expect(throws: Caller.Failure.self) {
            try makeCaller(makeHost()).answer(Echo.self, .init(text: ""))
        }
        #expect(failure?.error.code == .unimplemented)
    }

    @Test
    func secondAnswerIsDropped() throws {
        let host = makeHost()
        host.register(Echo.self) { _, responder in
            responder.succeed(.init(text: "first"))
            responder.succeed(.init(text: "second"))
            responder.fail(ServiceError(.internal, "third"))
        }
        #expect(try makeCaller(host).call(Echo.self, .init(text: "")).text == "first")
        let statistics = try statistics(of: host)
        #expect(statistics.operations.first { $0.name == Echo.name }?.requests == 1)
        #expect(statistics.inFlight == 1)  // the question for the figures itself
    }

    @Test
    func timesOfAnOperationAddUp() throws {
        let host = makeHost()
        host.register(Echo.self) { [unowned host] call, responder in
            // A handler that had to wait for its thread for an hour.
            let context = CallContext(
                requestID: call.context.requestID, traceID: call.context.traceID,
                principal: .anonymous, family: nil, idempotencyKey: nil,
                deadline: call.context.deadline, now: now,
                arrivedAt: call.context.arrivedAt - .seconds(3_600))
            host.measured(Echo.name, context) {}
            responder.succeed(.init(text: ""))
        }
        let elapsed = try ContinuousClock().measure {
            for _ in 1...3 { _ = try makeCaller(host).call(Echo.self, .init(text: "")) }
        }
        let figures = try statistics(of: host).operations.first { $0.name == Echo.name }
        let echo = try #require(figures)
        // Besides the hours, both are parts of the time that the calls took.
        let hours = Duration.seconds(3 * 3_600)
        #expect(.microseconds(echo.queueMicroseconds) >= hours)
        #expect(.microseconds(echo.queueMicroseconds) <= hours + elapsed)
        #expect(echo.workMicroseconds <= echo.totalMicroseconds)
        #expect(.microseconds(echo.totalMicroseconds) <= elapsed)
    }

    @Test
    func operationsThatNobodyServesShareOneRowOfTheFigures() throws {
        let host = makeHost()
        let transport = LocalTransport([host])
        for number in 1...100 {
            transport.send(
                OutgoingCall(
                    service: "coaches", operation: "made.up\(number)", requestID: .make(at: now),
                    payload: [], budget: .seconds(1), isReadOnly: true)
            ) { _ in }
        }
        let rows = try statistics(of: host).operations
        #expect(rows.map(\.name) == [ServiceHost.unknownOperation])
        #expect(rows.first?.requests == 100)
    }

    /// Errors never show SQL, path or stack.
    @Test(arguments: [ErrorCode.internal, .dataLoss])
    func faultIsToldToTheLogAndNotToTheCaller(code: ErrorCode) {
        let lines = Mutex("")
        let host = makeHost { line in
            lines.withLock { $0 += String(decoding: line, as: UTF8.self) }
        }
        host.register(Echo.self) { _, responder in
            responder.fail(ServiceError(code, "no such column; SQL: SELECT x FROM /data/y"))
        }
        let failure = #expect(throws: Caller.Failure.self) {
            try makeCaller(host).answer(Echo.self, .init(text: ""))
        }
        #expect(failure?.error.code == code)
        #expect(failure?.error.message.contains("SELECT") == false)
        #expect(lines.withLock { $0.contains("SELECT x") })
    }

    private func statistics(of host: ServiceHost) throws -> ServiceStatistics.Response {
        let keys = KeyStore(folder: folder.url.path)
        let source = ServicePassportSource(
            subject: .operator, key: try keys.signingKey(of: .operator),
            clock: ProcessClock(fixed: now))
        return try makeCaller(host).call(
            ServiceStatistics.self, .init(), at: .coaches,
            options: .init(passport: try source.passport()))
    }

    @Test
    func deadlineThatHasPassedIsRefusedBeforeTheHandler() {
        let host = makeHost()
        let handled = Mutex(false)
        host.register(Echo.self) { _, responder in
            handled.withLock { $0 = true }
            responder.succeed(.init(text: ""))
        }
        let failure = #expect(throws: Caller.Failure.self) {
            try makeCaller(host).answer(
                Echo.self, .init(text: ""), options: .init(budget: .zero))
        }
        #expect(failure?.error.code == .timeout)
        #expect(!handled.withLock { $0 })
    }

    @Test
    func infoListsTheOperations() throws {
        let host = makeHost()
        host.register(Echo.self) { _, responder in responder.succeed(.init(text: "")) }
        let info = try makeCaller(host).call(DescribeService.self, .init(), at: .coaches)
        #expect(
            info.operations.map(\.name) == [
                "$srv.info", "$srv.ping", "$srv.schema", "$srv.stats", "test.echo",
            ])
    }

    @Test
    func schemaIsTheContractOfTheService() throws {
        let contract = try makeCaller(makeHost()).call(ShowContract.self, .init(), at: .coaches)
        #expect(contract == (try OperationCatalogue.contract(of: .coaches)))
    }

    @Test
    func figuresAreForOperatorsOnly() {
        let failure = #expect(throws: Caller.Failure.self) {
            try makeCaller(makeHost()).answer(ServiceStatistics.self, .init(), at: .coaches)
        }
        #expect(failure?.error.code == .unauthenticated)
    }

    @Test
    func deniedCallIsLoggedWithoutItsBody() throws {
        let lines = Mutex<[String]>([])
        let host = makeHost { line in
            lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        }
        _ = try? makeCaller(host).answer(
            ServiceStatistics.self, payload: Array(#"{"secret":"canary"}"#.utf8), at: .coaches)
        let text = lines.withLock { $0.joined() }
        #expect(text.contains("call denied"))
        #expect(text.contains("$srv.stats"))
        #expect(!text.contains("canary"))
    }
}

@Suite("LatencyHistogram")
struct LatencyHistogramTests {
    @Test
    func percentilesAreRightToOnePercent() {
        var histogram = LatencyHistogram()
        for value in 1...100_000 { histogram.record(microseconds: value) }
        for (share, exact) in [(0.5, 50_000), (0.95, 95_000), (0.99, 99_000)] {
            let found = histogram.percentile(share)
            #expect(found >= exact)
            #expect(Double(found) <= Double(exact) * 1.01)
        }
        #expect(histogram.percentile(1) == 100_000)
    }

    @Test
    func smallValuesAreExactAndExtremesAreHeld() {
        var histogram = LatencyHistogram()
        for value in 0..<256 { histogram.record(microseconds: value) }
        #expect(histogram.percentile(0.5) == 127)
        histogram.record(microseconds: Int.max)
        histogram.record(microseconds: -1)
        #expect(histogram.max == LatencyHistogram.maxMicroseconds)
        #expect(LatencyHistogram().percentile(0.99) == 0)
    }
}
