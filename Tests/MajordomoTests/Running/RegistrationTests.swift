import Glibc
import Support
import Synchronization
import Testing

@testable import Majordomo

/// A worker offers only what it is admitted for.
@Suite(.serialized) struct RegistrationTests {
    let folder = SocketFolder()
    private let seen = Noted()

    /// What the broker asked and told.
    private final class Noted: Sendable {
        let registrations = Mutex<[WorkerRegistration]>([])
        let notices = Mutex<[BrokerNotice]>([])
    }

    /// A number that several threads count up.
    private final class Counted: Sendable {
        private let number = Mutex<Int>(0)
        func add() { number.withLock { $0 += 1 } }
        var value: Int { number.withLock { $0 } }
    }

    /// A broker that admits whoever "signs" by appending a zero to the statement.
    private func makeBroker() throws -> Broker {
        var settings = Broker.Settings(endpoint: folder.endpoint)
        let seen = seen
        settings.admits = { registration in
            seen.registrations.withLock { $0.append(registration) }
            let statement = WorkerRegistration.statement(
                service: registration.service, challenge: registration.challenge)
            return registration.service == "open" || registration.proof == statement + [0]
        }
        settings.notice = { notice in seen.notices.withLock { $0.append(notice) } }
        let broker = try Broker(settings: settings)
        try broker.start()
        return broker
    }

    private func makeWorker(
        _ service: String, proof: (@Sendable ([UInt8]) -> [UInt8]?)?
    ) throws -> (Worker, Counted) {
        var settings = Worker.Settings(endpoint: folder.endpoint, service: service, credit: 4)
        settings.proof = proof
        let lost = Counted()
        let box = WeakReference<Worker>()
        let worker = try Worker(
            settings: settings,
            handler: { request in
                box.value?.reply(
                    to: request, header: ReplyHeader(requestID: request.header.requestID),
                    payload: request.payload)
            },
            notice: { if $0 == .lost { lost.add() } })
        box.value = worker
        try worker.start()
        return (worker, lost)
    }

    private func isAnswered(_ service: String) throws -> Bool {
        let client = try SerialClient(endpoint: folder.endpoint)
        return try client.call(makeRequest(service: service, budget: 300)).header.status == .ok
    }

    @Test func aWorkerWithTheKeyIsAdmittedAndOneWithoutIsNot() throws {
        let broker = try makeBroker()
        defer { broker.stop() }
        let (rogue, lost) = try makeWorker("secret", proof: { $0 + [1] })
        let (plain, lostPlain) = try makeWorker("secret", proof: nil)
        #expect(waitUntil { lost.value > 0 && lostPlain.value > 0 })
        #expect(try !isAnswered("secret"))
        let (right, _) = try makeWorker("secret", proof: { $0 + [0] })
        #expect(waitUntil { (try? isAnswered("secret")) == true })
        for worker in [rogue, plain, right] {
            worker.drain()
            worker.waitUntilStopped()
        }
        // Each connection was given another text to sign.
        let challenges = seen.registrations.withLock { $0.map(\.challenge) }
        #expect(Set(challenges).count == challenges.count)
        let notice = try #require(seen.notices.withLock { $0.first })
        #expect(notice.registrationsRefused > 0)
        #expect(notice.refusedService == "secret")
        #expect(seen.notices.withLock { $0.count } == 1)
    }

    @Test func aForeignWorkerOffersWhatNeedsNoKey() throws {
        let broker = try makeBroker()
        defer { broker.stop() }
        let worker = try RawPeer(folder.endpoint)
        try worker.send([Array("MDPW02"), [1], Array("open")])
        #expect(waitUntil { seen.registrations.withLock { !$0.isEmpty } })
        #expect(seen.registrations.withLock { $0.first?.proof } == nil)
        let client = try RawPeer(folder.endpoint)
        try client.send([Array("MDPC02"), [1], Array("open"), Array("word")])
        #expect(try worker.receive()?.last == Array("word"))
    }

    @Test func aProofOfAnotherConnectionIsWorthNothing() throws {
        let broker = try makeBroker()
        defer { broker.stop() }
        func challenge(_ peer: RawPeer) throws -> String {
            try peer.send([Array("MDPC02"), [1], Array("mmi.broker"), []])
            let answer = try #require(try peer.receive()?.last)
            return try #require(
                BrokerIntroduction.challenge(in: String(decoding: answer, as: UTF8.self)))
        }
        let first = try RawPeer(folder.endpoint)
        let second = try RawPeer(folder.endpoint)
        let proof =
            WorkerRegistration.statement(service: "secret", challenge: try challenge(first)) + [0]
        _ = try challenge(second)
        let ready: [[UInt8]] = [Array("MDPW02"), [1], Array("secret"), [0, 0, 0, 1], proof]
        try second.send(ready)
        #expect(try second.receive() == [Array("MDPW02"), [6]])
        try first.send(ready)
        let client = try RawPeer(folder.endpoint)
        try client.send([Array("MDPC02"), [1], Array("secret"), Array("word")])
        #expect(try first.receive()?.last == Array("word"))
    }
}
