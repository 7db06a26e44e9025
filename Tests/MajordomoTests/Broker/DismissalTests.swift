import Testing

@testable import Majordomo

/// RFC 18/MDP: after DISCONNECT, from either side, no further commands to that worker.
@Suite struct DismissalTests {
    let worker = PeerAddress([0, 0, 0, 0, 1])
    let now = MonotonicTime(milliseconds: 1_000)
    var state = BrokerState<Int>(
        epoch: .zero, started: MonotonicTime(milliseconds: 0))
    var actions: [BrokerAction<Int>] = []

    mutating func ready(_ peer: PeerAddress) {
        state.readyReceived(
            from: peer, descriptor: nil, service: "echo", credit: nil, at: now, into: &actions)
    }

    func address(_ number: Int) -> PeerAddress {
        PeerAddress([1, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)])
    }

    var disconnections: Int {
        actions.count { if case .disconnect = $0 { true } else { false } }
    }

    @Test mutating func secondReadyIsAnsweredOnceAndThenNeverAgain() {
        ready(worker)
        for _ in 0..<3 { ready(worker) }
        state.heartbeatReceived(from: worker, credit: nil, at: now, into: &actions)
        state.replyReceived(
            from: worker, client: address(7), requestID: nil, isFinal: true, body: 0, at: now,
            into: &actions)
        #expect(disconnections == 1)
        #expect(actions.count == 1)
        #expect(!state.hasWorker(service: "echo"))
    }

    @Test mutating func workerThatSaidDisconnectHearsNothingMore() {
        ready(worker)
        state.disconnectReceived(from: worker, into: &actions)
        ready(worker)
        state.heartbeatReceived(from: worker, credit: nil, at: now, into: &actions)
        #expect(actions.isEmpty)
        #expect(!state.hasWorker(service: "echo"))
    }

    @Test mutating func newConnectionOfADismissedWorkerRegisters() {
        ready(worker)
        ready(worker)
        ready(address(2))
        #expect(state.hasWorker(service: "echo"))
        #expect(disconnections == 1)
    }

    @Test mutating func reservedNameIsAnsweredByDisconnect() {
        state.readyReceived(
            from: worker, descriptor: nil, service: "mmi.service", credit: nil, at: now,
            into: &actions)
        #expect(disconnections == 1)
    }

    @Test func bookKeepsItsLimitAndForgetsTheOldestOnePastIt() {
        var book = DisconnectedPeers()
        for number in 0..<Limits.dismissedPeersMax { book.insert(address(number)) }
        #expect(book.contains(address(0)))
        book.insert(address(0))  // known already: displaces nobody
        #expect(book.contains(address(1)))
        book.insert(address(Limits.dismissedPeersMax))
        #expect(!book.contains(address(0)))
        #expect(book.contains(address(1)))
        #expect(book.contains(address(Limits.dismissedPeersMax)))
    }

    @Test mutating func workerThatFinishedWaitsBehindThoseThatWaitLonger() {
        let first = address(1)
        let second = address(2)
        ready(first)
        ready(second)
        for number in [UInt8(1), 2] { ask(number) }
        finish(second, client: 2)
        finish(first, client: 1)
        ask(3)
        #expect(lastDispatched == second)
        ask(4)
        #expect(lastDispatched == first)
    }

    mutating func ask(_ client: UInt8) {
        state.requestReceived(
            BrokerRequest(
                client: PeerAddress([9, client]), descriptor: nil, service: "echo", header: nil,
                body: 0, byteCount: 1),
            at: now, into: &actions)
    }

    mutating func finish(_ worker: PeerAddress, client: UInt8) {
        state.replyReceived(
            from: worker, client: PeerAddress([9, client]), requestID: nil, isFinal: true,
            body: 0, at: now, into: &actions)
    }

    var lastDispatched: PeerAddress? {
        for action in actions.reversed() {
            if case .dispatch(let worker, _, _, _, _) = action { return worker }
        }
        return nil
    }
}
