import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Majordomo

/// Broker, workers and clients over real sockets.
@Suite(.serialized) struct RunnerTests {
    let broker: RunningBroker

    init() throws { broker = try RunningBroker() }

    @Test func aCallGoesThroughTheBrokerAndBack() throws {
        let worker = try TestWorker(broker.endpoint)
        let client = try Client(endpoint: broker.endpoint)
        let reply = client.callAndWait(makeRequest(Array("{\"a\":1}")))
        #expect(reply.header.status == .ok)
        #expect(reply.payload == Array("{\"a\":1}"))
        #expect(worker.notices.withLock { $0 } == [.registered(hasCredit: true)])
        client.close()
        worker.stop()
    }

    @Test func aSerialClientMakesManyCalls() throws {
        let worker = try TestWorker(broker.endpoint)
        let client = try SerialClient(endpoint: broker.endpoint)
        for number in 0..<200 {
            let reply = try client.call(makeRequest(Array("\(number)")))
            #expect(reply.payload == Array("\(number)"))
        }
        worker.stop()
    }

    @Test func manyThreadsShareOneClient() throws {
        let worker = try TestWorker(broker.endpoint, credit: 64)
        let client = try Client(endpoint: broker.endpoint)
        let right = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { lane in
            for number in 0..<100 {
                let payload = Array("\(lane)-\(number)")
                if client.callAndWait(makeRequest(payload)).payload == payload {
                    right.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(right.load(ordering: .relaxed) == 800)
        client.close()
        worker.stop()
    }

    @Test func theWorkerSeesHeaderPassportAndWhatIsLeftOfTheBudget() throws {
        let seen = Mutex<WorkerRequest?>(nil)
        let worker = try TestWorker(broker.endpoint) { request in
            seen.withLock { $0 = request }
            return []
        }
        let client = try SerialClient(endpoint: broker.endpoint)
        var request = makeRequest(budget: 4_000)
        request.passport = Array("who")
        request.header.familyID = .random()
        request.header.idempotencyKey = .random()
        request.header.isDryRun = true
        #expect(try client.call(request).payload == [])
        let got = try #require(seen.withLock { $0 })
        #expect(got.passport == Array("who"))
        #expect(got.header.familyID == request.header.familyID)
        #expect(got.header.idempotencyKey == request.header.idempotencyKey)
        #expect(got.header.isDryRun)
        #expect(got.header.budgetMilliseconds <= 4_000)
        #expect(got.remainingMilliseconds(at: got.received) == got.header.budgetMilliseconds)
        #expect(got.remainingMilliseconds(at: got.deadline) == 0)
        worker.stop()
    }

    @Test func theWorkerIsToldWhetherMoreMessagesWait() throws {
        let seen = Mutex<[Bool]>([])
        let (entered, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let worker = try TestWorker(broker.endpoint) { request in
            seen.withLock { $0.append(request.isAlone) }
            if request.payload == Array("wait") {
                entered.signal()
                goesOn.wait()
            }
            return []
        }
        let other = try TestWorker(broker.endpoint, service: "other")
        let client = try Client(endpoint: broker.endpoint)
        // A heartbeat may come at the same moment.
        #expect(
            waitUntil {
                _ = client.callAndWait(makeRequest())
                return seen.withLock { $0.last == true }
            })
        seen.withLock { $0 = [] }
        let done = DispatchSemaphore(value: 0)
        client.call(makeRequest(Array("wait"))) { _ in done.signal() }
        entered.wait()
        for _ in 0..<7 { client.call(makeRequest()) { _ in done.signal() } }
        // The broker has passed them on by the time when it has served another worker's requests.
        for _ in 0..<4 { _ = client.callAndWait(makeRequest(service: "other")) }
        goesOn.signal()
        for _ in 0..<8 { done.wait() }
        #expect(seen.withLock { $0.count == 8 && $0.dropFirst().contains(false) })
        client.close()
        worker.stop()
        other.stop()
    }

    @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 1_000_000, 5_000_000])
    func longAnswersComeWhole(_ size: Int) throws {
        // Made beforehand: a worker that is busy for long sends no heartbeats and is given up.
        let answer = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let worker = try TestWorker(broker.endpoint) { _ in answer }
        let client = try SerialClient(endpoint: broker.endpoint)
        let reply = try client.call(makeRequest())
        #expect(reply.header.status == .ok)
        // Compared outside `#expect`, which would look for the differences for hours.
        let isWhole = reply.payload == answer
        #expect(isWhole)
        worker.stop()
    }

    @Test(arguments: [262_144, 262_145, 1_048_576])
    func requestsUpToOneMebibyteArriveWhole(_ size: Int) throws {
        let sum = Mutex<Int>(0)
        let worker = try TestWorker(broker.endpoint) { request in
            let total = request.withPayload { $0.count }
            sum.withLock { $0 = total }
            return []
        }
        let client = try SerialClient(endpoint: broker.endpoint)
        let payload = [UInt8](repeating: 7, count: size)
        #expect(try client.call(makeRequest(payload)).header.status == .ok)
        #expect(sum.withLock { $0 } == size)
        worker.stop()
    }

    @Test func oneByteOverOneMebibyteIsTooLarge() throws {
        let client = try SerialClient(endpoint: broker.endpoint)
        let payload = [UInt8](repeating: 7, count: Limits.requestBytesMax + 1)
        let reply = try client.call(makeRequest(payload))
        #expect(reply.header.status == .tooLarge)
        #expect(reply.header.executed == .no)
    }

    @Test func anAnswerOver64MebibytesIsTooLarge() throws {
        let worker = try TestWorker(broker.endpoint) { _ in
            [UInt8](repeating: 32, count: Limits.replyBytesMax + 1)
        }
        let client = try SerialClient(endpoint: broker.endpoint)
        let reply = try client.call(makeRequest(budget: 20_000))
        #expect(reply.header.status == .tooLarge)
        #expect(String(decoding: reply.payload, as: UTF8.self).contains("\"too_large\""))
        worker.stop()
    }

    /// A call with a longer budget, made before, still waits.
    @Test func withoutAWorkerTheCallEndsWithItsBudget() throws {
        let patient = try Client(endpoint: broker.endpoint)
        defer { patient.close() }
        let later = OneShot<ClientReply>()
        patient.call(makeRequest(budget: 60_000)) { later.set($0) }
        let client = try SerialClient(endpoint: broker.endpoint)
        let reply = try client.call(makeRequest(budget: 300))
        #expect(!later.isSet)
        #expect([.unavailable, .deadline].contains(reply.header.status))
        #expect(String(decoding: reply.payload, as: UTF8.self).contains("\"retryable\":true"))
    }

    @Test func aWorkerThatComesLateAnswersWhatIsQueued() throws {
        let client = try Client(endpoint: broker.endpoint)
        let result = OneShot<ClientReply>()
        client.call(makeRequest(Array("1"))) { result.set($0) }
        // Long enough for the request to be queued; the test holds without it too.
        usleep(100_000)
        let worker = try TestWorker(broker.endpoint)
        #expect(result.wait().payload == Array("1"))
        client.close()
        worker.stop()
    }

    @Test func aDrainAnswersWhatIsHeldAndTakesNothingNew() throws {
        let worker = try TestWorker(broker.endpoint) { _ in nil }
        let client = try Client(endpoint: broker.endpoint)
        let result = OneShot<ClientReply>()
        client.call(makeRequest(Array("1"))) { result.set($0) }
        #expect(waitUntil { worker.held.withLock { $0.count } == 1 })
        worker.worker.drain()
        let next = try TestWorker(broker.endpoint) { _ in Array("next") }
        #expect(next.waitUntilRegistered())
        #expect(client.callAndWait(makeRequest()).payload == Array("next"))
        let held = try #require(worker.held.withLock { $0.first })
        worker.worker.reply(
            to: held, header: ReplyHeader(requestID: held.header.requestID),
            payload: Array("held"))
        #expect(result.wait().payload == Array("held"))
        worker.worker.waitUntilStopped()
        #expect(worker.notices.withLock { $0.last } == .stopped(failure: nil))
        client.close()
        next.stop()
    }

    @Test func creditZeroFromTheStartTakesNoRequest() throws {
        let worker = try TestWorker(broker.endpoint, credit: 0) { _ in nil }
        #expect(worker.waitUntilRegistered())
        let other = try TestWorker(broker.endpoint, service: "other")
        #expect(other.waitUntilRegistered())
        let client = try Client(endpoint: broker.endpoint)
        for _ in 0..<2 { client.call(makeRequest(budget: 60_000)) { _ in } }
        // The broker takes what one client sends in its order: the first two were seen before.
        let later = client.callAndWait(makeRequest(service: "other", budget: 60_000))
        #expect(later.header.status == .ok)
        #expect(worker.held.withLock { $0.isEmpty })
        for credit in 1...2 {
            worker.worker.setCredit(UInt32(credit))
            #expect(waitUntil { worker.held.withLock { $0.count } == credit })
        }
        client.close()
        for request in worker.held.withLock({ $0 }) {
            worker.worker.reply(
                to: request, header: ReplyHeader(requestID: request.header.requestID),
                payload: [])
        }
        worker.stop()
        other.stop()
    }

    @Test func aClosedClientEndsItsCalls() throws {
        let client = try Client(endpoint: broker.endpoint)
        let result = OneShot<ClientReply>()
        client.call(makeRequest()) { result.set($0) }
        client.close()
        #expect(result.wait().header.status == .cancelled)
        #expect(client.callAndWait(makeRequest()).header.status == .cancelled)
    }
}
