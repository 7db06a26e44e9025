import Glibc
import Support
import Synchronization
import Testing

@testable import Majordomo

/// Brokers and workers that go away, over real sockets.
@Suite(.serialized) struct FaultTests {
    let folder = SocketFolder()

    private func makeBroker() throws -> Broker {
        let broker = try Broker(settings: Broker.Settings(endpoint: folder.endpoint))
        try broker.start()
        return broker
    }

    /// A worker of another program that takes the first call.
    private func takingPeer() throws -> RawPeer {
        let peer = try RawPeer(folder.endpoint)
        try peer.send([Array("MDPW02"), [1], Array("echo"), [0, 0, 0, 4]])
        return peer
    }

    /// The questions within which the broker sees that a connection is closed: far less than the
    /// seconds after which it would take the worker for silent.
    private static let questionsMax = 200

    /// The broker tells the outcome before it answers many questions that came later.
    @Test func aWorkerThatDiesMidRequestIsSeenAtOnce() throws {
        let broker = try makeBroker()
        var peer: RawPeer? = try takingPeer()
        let client = try Client(endpoint: folder.endpoint)
        let result = OneShot<ClientReply>()
        client.call(makeRequest(readOnly: false)) { result.set($0) }
        #expect(try peer?.receive()?.count == 6)
        peer = nil
        for _ in 0..<Self.questionsMax where !result.isSet {
            _ = client.callAndWait(makeRequest(Array("echo"), service: "mmi.service"))
        }
        #expect(result.isSet)
        let reply = result.wait()
        #expect(reply.header.status == .unavailable)
        #expect(reply.header.executed == .unknown)
        client.close()
        broker.stop()
    }

    @Test func aCallThatMayBeRepeatedSurvivesItsWorker() throws {
        let broker = try makeBroker()
        var peer: RawPeer? = try takingPeer()
        let client = try Client(endpoint: folder.endpoint)
        let result = OneShot<ClientReply>()
        client.call(makeRequest(Array("again"), budget: 8_000)) { result.set($0) }
        #expect(try peer?.receive()?.count == 6)
        let attempts = Mutex<[UInt8]>([])
        let worker = try TestWorker(folder.endpoint) { request in
            attempts.withLock { $0.append(request.header.attempt) }
            return request.payload
        }
        #expect(worker.waitUntilRegistered())
        peer = nil
        #expect(result.wait().payload == Array("again"))
        #expect(attempts.withLock { $0 } == [2])
        client.close()
        worker.stop()
        broker.stop()
    }

    /// Calls begin while the connection to the old broker is taken away, and after that.
    @Test func workerAndClientFindARestartedBroker() throws {
        var broker = try makeBroker()
        let worker = try TestWorker(folder.endpoint)
        let client = try Client(endpoint: folder.endpoint)
        for round in 1...20 {
            #expect(
                worker.waitUntilRegistered(times: round),
                "\(worker.notices.withLock { $0 })")
            let payload = Array("\(round)")
            #expect(client.callAndWait(makeRequest(payload, budget: 8_000)).payload == payload)
            broker.stop()
            broker = try makeBroker()
            let reply = client.callAndWait(makeRequest(Array("again"), budget: 8_000))
            #expect(reply.payload == Array("again"))
        }
        client.close()
        worker.stop()
        broker.stop()
    }

    @Test func anAnswerAfterTheBrokerWasLostGoesNowhere() throws {
        var broker = try makeBroker()
        let worker = try TestWorker(folder.endpoint) { _ in nil }
        let client = try Client(endpoint: folder.endpoint)
        client.call(makeRequest(budget: 500, readOnly: false)) { _ in }
        #expect(waitUntil { worker.held.withLock { $0.count } == 1 })
        broker.stop()
        broker = try makeBroker()
        #expect(worker.waitUntilRegistered(times: 2))
        let held = try #require(worker.held.withLock { $0.first })
        worker.worker.reply(
            to: held, header: ReplyHeader(requestID: held.header.requestID), payload: [])
        // A FINAL that answers nothing would have cost the new registration.
        client.call(makeRequest(budget: 3_000)) { _ in }
        #expect(waitUntil { worker.held.withLock { $0.count } == 2 })
        #expect(worker.registrations == 2)
        let second = try #require(worker.held.withLock { $0.last })
        worker.worker.reply(
            to: second, header: ReplyHeader(requestID: second.header.requestID), payload: [])
        client.close()
        worker.stop()
        broker.stop()
    }

    @Test func aSecondBrokerOnTheEndpointIsRefused() throws {
        let broker = try makeBroker()
        let second = try Broker(settings: Broker.Settings(endpoint: folder.endpoint))
        let error = #expect(throws: MajordomoError.self) { try second.start() }
        #expect(error?.code == "address_in_use")
        broker.stop()
        try second.start()
        second.stop()
    }

    @Test func anotherUsersProcessesAreRefused() throws {
        // The broker admits the user next to the one who runs this test.
        let broker = try Broker(
            settings: Broker.Settings(endpoint: folder.endpoint, userID: geteuid() &+ 1))
        try broker.start()
        let peer = try RawPeer(folder.endpoint)
        let client = try SerialClient(endpoint: folder.endpoint)
        let reply = try client.call(makeRequest(service: "mmi.service", budget: 700))
        #expect(reply.header.status == .unavailable)
        #expect(reply.header.executed == .no)
        #expect(try peer.receive(milliseconds: 10) == nil)
        broker.stop()
    }

    /// A client that did not look at the budget would sleep for longer, each time. A busy machine
    /// only makes a call longer, so one of several that ends in time is enough.
    @Test func aBrokerThatIsNotThereCostsTheBudgetOnly() throws {
        let client = try SerialClient(endpoint: folder.endpoint)
        var shortest = Int64.max
        for _ in 0..<20 where shortest >= ClientEngine.sleepMillisecondsMax {
            let begin = MonotonicTime.now()
            let reply = try client.call(makeRequest(budget: 200))
            let time = MonotonicTime.now().milliseconds(since: begin)
            #expect(reply.header.status == .unavailable)
            #expect(reply.header.executed == .no)
            #expect(time >= 200)
            shortest = min(shortest, time)
        }
        #expect(shortest < ClientEngine.sleepMillisecondsMax)
    }

    @Test func tcpEndpointsAreRefusedEverywhere() {
        let place = "tcp://127.0.0.1:5555"
        #expect(throws: MajordomoError.self) { try Client(endpoint: place) }
        #expect(throws: MajordomoError.self) { try SerialClient(endpoint: place) }
        #expect(throws: MajordomoError.self) {
            try Broker(settings: Broker.Settings(endpoint: place))
        }
        #expect(throws: MajordomoError.self) {
            try Worker(
                settings: Worker.Settings(endpoint: place, service: "s", credit: 1),
                handler: { _ in })
        }
    }
}
