@testable import Majordomo

/// Drives a `BrokerState` whose bodies are numbers, and writes its actions as short texts.
struct BrokerHarness {
    var state = BrokerState<Int>(
        epoch: WireID(high: 1, low: 2), started: MonotonicTime(milliseconds: 0))
    var now = MonotonicTime(milliseconds: 0)

    static func peer(_ name: String) -> PeerAddress { PeerAddress(Array(name.utf8)) }
    static func id(_ number: UInt64) -> WireID { WireID(high: 0, low: number) }

    mutating func wait(_ milliseconds: Int64) {
        now = now.advanced(byMilliseconds: milliseconds)
    }

    mutating func act(
        _ body: (inout BrokerState<Int>, MonotonicTime, inout [BrokerAction<Int>]) -> Void
    ) -> [String] {
        var actions: [BrokerAction<Int>] = []
        body(&state, now, &actions)
        return actions.map(BrokerHarness.text)
    }

    /// `id` 0 is a request without our header.
    mutating func request(
        _ client: String, id: UInt64 = 0, budget: UInt32 = 1_000, service: String = "s",
        body: Int = 1, bytes: Int = 10, descriptor: Int32? = nil
    ) -> [String] {
        let header =
            id == 0
            ? nil
            : BrokerRequestHeader(
                requestID: BrokerHarness.id(id), budgetMilliseconds: budget)
        let request = BrokerRequest(
            client: BrokerHarness.peer(client), descriptor: descriptor, service: service,
            header: header, body: body, byteCount: bytes)
        return act { $0.requestReceived(request, at: $1, into: &$2) }
    }

    mutating func ready(
        _ worker: String, service: String = "s", credit: UInt32? = nil, descriptor: Int32? = nil
    ) -> [String] {
        act {
            $0.readyReceived(
                from: BrokerHarness.peer(worker), descriptor: descriptor, service: service,
                credit: credit, at: $1, into: &$2)
        }
    }

    mutating func heartbeat(_ worker: String, credit: UInt32? = nil) -> [String] {
        act {
            $0.heartbeatReceived(
                from: BrokerHarness.peer(worker), credit: credit, at: $1, into: &$2)
        }
    }

    mutating func reply(
        _ worker: String, to client: String, id: UInt64? = nil, isFinal: Bool = true,
        body: Int = 9
    ) -> [String] {
        act {
            $0.replyReceived(
                from: BrokerHarness.peer(worker), client: BrokerHarness.peer(client),
                requestID: id.map(BrokerHarness.id), isFinal: isFinal, body: body, at: $1,
                into: &$2)
        }
    }

    mutating func disconnect(_ worker: String) -> [String] {
        act { state, _, actions in
            state.disconnectReceived(from: BrokerHarness.peer(worker), into: &actions)
        }
    }

    mutating func malformed(_ peer: String, descriptor: Int32? = nil) -> [String] {
        act {
            $0.malformedReceived(
                from: BrokerHarness.peer(peer), descriptor: descriptor, at: $1, into: &$2)
        }
    }

    mutating func refuses(_ peer: String) -> Bool {
        state.refuses(BrokerHarness.peer(peer), at: now)
    }

    mutating func closed(_ descriptor: Int32) -> [String] {
        act { state, _, actions in
            state.connectionClosed(descriptor: descriptor, into: &actions)
        }
    }

    /// Lets time pass; looks at the clock every second, as the broker's loop does.
    mutating func pass(_ milliseconds: Int64) -> [String] {
        var actions: [String] = []
        var left = milliseconds
        repeat {
            let step = min(left, Limits.heartbeatMilliseconds)
            actions += wake(after: step)
            left -= step
        } while left > 0
        return actions
    }

    /// Lets time pass without a look at the clock before its end.
    mutating func wake(after milliseconds: Int64) -> [String] {
        wait(milliseconds)
        return act { $0.timePassed(to: $1, into: &$2) }
    }

    mutating func question(_ service: String, _ text: String = "", id: UInt64? = nil) -> [String] {
        act {
            $0.questionReceived(
                from: BrokerHarness.peer("c"), service: service,
                requestID: id.map(BrokerHarness.id), question: Array(text.utf8), at: $1,
                into: &$2)
        }
    }

    private static func text(_ action: BrokerAction<Int>) -> String {
        func name(_ peer: PeerAddress) -> String { String(decoding: peer.bytes, as: UTF8.self) }
        switch action {
        case .dispatch(let worker, let client, _, let body, let waited):
            return "dispatch \(body) of \(name(client)) to \(name(worker)) after \(waited)"
        case .forward(let client, let service, let isFinal, let body):
            return "\(isFinal ? "final" : "partial") \(body) of \(service) to \(name(client))"
        case .refuse(let client, _, let requestID, let refusal):
            return "refuse \(requestID.low) of \(name(client)): "
                + "\(refusal.status) executed \(refusal.executed)"
        case .answer(let client, _, let requestID, let payload):
            return "answer \(name(client))\(requestID == nil ? "" : " with header"): "
                + String(decoding: payload, as: UTF8.self)
        case .heartbeat(let worker, let credit):
            return "heartbeat \(name(worker))" + (credit.map { " credit \($0)" } ?? "")
        case .disconnect(let worker): return "disconnect \(name(worker))"
        }
    }
}
