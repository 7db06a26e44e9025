import Contracts
import ServiceKit
import Synchronization

/// Asks the broker and all services the same question, side by side.
struct ServicePoll: Sendable {
    /// The broker's name beside those of the services.
    static let broker = "broker"
    /// Everything that is asked, in the order of `deploy/services.tsv`.
    static let names = [broker] + ServiceName.allCases.map(\.rawValue)

    let transport: any CallTransport
    let clock: ProcessClock
    /// Returns after a time; earlier if its task is cancelled.
    var pause: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

    /// Returns the successful answers that arrive within a time, by name.
    func answers(
        to operation: String, passport: [UInt8] = [], within limit: Duration
    ) async -> [String: [UInt8]] {
        let arrivals = Arrivals(Self.names.count)
        for name in Self.names {
            let call = OutgoingCall(
                // The broker answers questions as if they were services.
                service: name == Self.broker ? operation : name, operation: operation,
                requestID: .make(at: clock.now()), passport: name == Self.broker ? [] : passport,
                payload: Array("{}".utf8), budget: limit, isReadOnly: true)
            transport.send(call) { arrivals.add($0, of: name) }
        }
        let pause = pause
        let timer = Task {
            await pause(limit)
            arrivals.end()
        }
        defer { timer.cancel() }
        return await arrivals.all()
    }
}

/// Answers that one task awaits together.
private final class Arrivals: Sendable {
    private typealias Waiter = CheckedContinuation<[String: [UInt8]], Never>

    private struct State {
        var answers: [String: [UInt8]] = [:]
        /// How many outcomes are missing.
        var missing: Int
        var waiter: Waiter?
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(missing: count)) }

    func add(_ outcome: Outcome, of name: String) {
        wake { state in
            if case .success(let json, _) = outcome { state.answers[name] = json }
            state.missing -= 1
        }
    }

    /// Gives up on what is missing.
    func end() { wake { $0.missing = 0 } }

    func all() async -> [String: [UInt8]] {
        await withCheckedContinuation { continuation in
            wake { $0.waiter = continuation }
        }
    }

    private func wake(after change: (inout State) -> Void) {
        let (waiter, answers) = state.withLock { state -> (Waiter?, [String: [UInt8]]) in
            change(&state)
            guard state.missing <= 0 else { return (nil, [:]) }
            defer { state.waiter = nil }
            return (state.waiter, state.answers)
        }
        waiter?.resume(returning: answers)
    }
}
