import Contracts
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// How soon a coach's figures show a logged interaction while 200 are logged per second: from the
/// acknowledgement to the end of the list request that shows it. Every interaction is measured.
enum FreshnessBenchmark {
    private static let perSecond = 200
    private static let seconds = 20
    private static let coachCount = 50
    /// The limit: times the p99 of logging an interaction.
    private static let limit = 10.0
    /// The pause between two lists, in seconds.
    private static let pause = 0.001
    /// How long to wait for the last interactions.
    private static let patience = Duration.seconds(10)

    /// An acknowledged interaction that no list has shown yet.
    private struct Pending {
        let coach: CoachID
        let occurredAt: Instant
        let acknowledged: ContinuousClock.Instant
    }

    private struct State {
        var pending: [Pending] = []
        var answered = 0
        var failed = 0
    }

    static func run(_ report: Report) throws {
        report.begin("figures of coaches, \(perSecond) interactions logged a second")
        let system = try BenchmarkSystem()
        try system.startServices()
        let transport = try BrokerTransport(endpoint: system.home.brokerEndpoint)
        defer { transport.stop(by: .now) }
        let options = try system.options()
        let caller = Caller(transport: transport, clock: ProcessClock())
        let coaches = try addCoaches(caller, options)
        let state = SharedState()
        let logger = Thread { log(coaches, transport, options, state) }
        logger.start()
        let delays = try watch(caller, options, state)
        let create = try system.times(of: CreateInteraction.self, at: .interactions, caller)
        let sorted = delays.sorted()
        let p99 = sorted[sorted.count * 99 / 100]
        report.atMost(
            "p99 until a list shows it / p99 of interactions.create",
            p99 * 1_000 / Double(create.p99Microseconds), limit: limit, unit: "x",
            "(\(Int(p99)) ms, p50 \(Int(median(sorted))) ms, longest \(Int(sorted.last ?? 0)) ms, "
                + "\(sorted.count) looked at)")
        report.note(
            "interactions.create meanwhile",
            "p50 \(create.p50Microseconds) µs, p99 \(create.p99Microseconds) µs")
    }

    /// The state shared by the logging and the watching thread.
    private final class SharedState: Sendable {
        private let state = Mutex(State())

        func with<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
            state.withLock(body)
        }
    }

    private static func addCoaches(
        _ caller: Caller, _ options: Caller.Options
    ) throws -> [CoachID] {
        try (0..<coachCount).map { number in
            return try caller.call(
                AddCoach.self, CoachForm(firstName: "C", lastName: "\(number)"),
                options: options.keyed
            ).coach.id
        }
    }

    /// Sends interactions at a constant rate, independent of the answers.
    private static func log(
        _ coaches: [CoachID], _ transport: BrokerTransport, _ options: Caller.Options,
        _ state: SharedState
    ) {
        let began = ContinuousClock.now
        let start = ProcessClock().now().milliseconds - 3_600_000
        for number in 0..<perSecond * seconds {
            let due = began + .seconds(Double(number) / Double(perSecond))
            let wait = (due - .now) / .seconds(1)
            if wait > 0 { Thread.sleep(forTimeInterval: wait) }
            let coach = coaches[number % coaches.count]
            let occurredAt = Instant(milliseconds: start + Int64(number))
            var form = CreateInteraction.Request(
                type: "email", direction: number % 3 == 0 ? "inbound" : "outbound",
                occurredAt: occurredAt.text)
            form.coachID = FormField(coach.text)
            form.subject = "Spring schedule and visit"
            let now = ProcessClock().now()
            let call = OutgoingCall(
                service: ServiceName.interactions.rawValue, operation: CreateInteraction.name,
                requestID: .make(at: now), family: options.family, idempotencyKey: .make(at: now),
                passport: options.passport, payload: (try? JSONCoding.encode(form)) ?? [],
                budget: .seconds(30), isReadOnly: false)
            transport.send(call) { outcome in
                state.with { state in
                    state.answered += 1
                    if case .failure = outcome {
                        state.failed += 1
                        return
                    }
                    state.pending.append(
                        Pending(coach: coach, occurredAt: occurredAt, acknowledged: .now))
                }
            }
        }
    }

    /// Requests lists until every interaction was acknowledged and shown. Returns the delays in
    /// milliseconds.
    private static func watch(
        _ caller: Caller, _ options: Caller.Options, _ state: SharedState
    ) throws -> [Double] {
        let total = perSecond * seconds
        let end = ContinuousClock.now + .seconds(seconds) + patience
        var delays: [Double] = []
        while delays.count < total {
            guard ContinuousClock.now < end, state.with({ $0.failed }) == 0 else {
                throw BenchmarkFailure(description: "\(delays.count) of \(total) were shown")
            }
            let page = try caller.call(ListCoaches.self, .init(), options: options)
            let shown = Dictionary(
                uniqueKeysWithValues: page.coaches.map { ($0.id, $0.lastContactDate) })
            let seen = ContinuousClock.now
            delays += state.with { state in
                let isShown = { (pending: Pending) in
                    (shown[pending.coach].flatMap(\.self) ?? .earliest) >= pending.occurredAt
                }
                let found = state.pending.filter(isShown)
                state.pending.removeAll(where: isShown)
                return found.map { max(.zero, seen - $0.acknowledged) / .milliseconds(1) }
            }
            Thread.sleep(forTimeInterval: pause)
        }
        return delays
    }
}
