import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Majordomo

/// A client that an event loop polls, over real sockets.
@Suite(.serialized) struct PolledClientTests {
    let broker: RunningBroker

    init() throws { broker = try RunningBroker() }

    /// Waits for the client's descriptors as an event loop does, and lets it work, until `isOver`.
    private func run(_ client: PolledClient, until isOver: () -> Bool) -> Bool {
        var patience = client.work(isReady: true)
        for _ in 0..<100_000 where !isOver() {
            var waits = client.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = unsafe poll(
                &waits, nfds_t(waits.count), CInt(clamping: patience ?? 10_000))
            // After ten seconds without a signal, the client waits for nothing.
            guard count > 0 || patience != nil else { return isOver() }
            patience = client.work(isReady: true)
        }
        return isOver()
    }

    @Test func callsOfTheLoopAreAnsweredByTheDescriptorsAlone() throws {
        let worker = try TestWorker(broker.endpoint)
        let client = try PolledClient(endpoint: broker.endpoint)
        let answered = Mutex<[[UInt8]]>([])
        for number in 0..<200 {
            client.call(makeRequest(Array("\(number)"))) { reply in
                answered.withLock { $0.append(reply.payload) }
            }
            #expect(client.work(isReady: false) != nil, "the call ends with its budget")
            #expect(run(client) { answered.withLock { $0.count } == number + 1 })
        }
        #expect(answered.withLock { $0 } == (0..<200).map { Array("\($0)") })
        worker.stop()
    }

    @Test func callsOfOtherThreadsWakeTheLoop() throws {
        let worker = try TestWorker(broker.endpoint, credit: 64)
        let client = try PolledClient(endpoint: broker.endpoint)
        let answered = Atomic<Int>(0)
        let threads = (0..<4).map { _ in
            Dispatch.DispatchWorkItem {
                for _ in 0..<100 {
                    client.call(makeRequest()) { reply in
                        if reply.header.status == .ok {
                            answered.add(1, ordering: .sequentiallyConsistent)
                        }
                    }
                }
            }
        }
        for thread in threads { DispatchQueue.global().async(execute: thread) }
        #expect(run(client) { answered.load(ordering: .sequentiallyConsistent) == 400 })
        worker.stop()
    }

    @Test func aCallEndsWithItsBudget() throws {
        let client = try PolledClient(endpoint: broker.endpoint)
        let status = Mutex<Status?>(nil)
        client.call(makeRequest(service: "nobody", budget: 50)) { reply in
            status.withLock { $0 = reply.header.status }
        }
        #expect(run(client) { status.withLock { $0 != nil } })
        #expect(status.withLock { $0 } != .ok)
    }

    @Test func closingEndsEveryCallOnce() throws {
        let worker = try TestWorker(broker.endpoint) { _ in nil }
        let client = try PolledClient(endpoint: broker.endpoint)
        let ends = Mutex<[Status]>([])
        client.call(makeRequest()) { reply in ends.withLock { $0.append(reply.header.status) } }
        client.close()
        client.close()
        client.call(makeRequest()) { reply in ends.withLock { $0.append(reply.header.status) } }
        _ = client.work(isReady: true)
        #expect(ends.withLock { $0 } == [.cancelled, .cancelled])
        worker.stop()
    }

    @Test func aCompletionMayMakeTheNextCall() throws {
        let worker = try TestWorker(broker.endpoint)
        let client = try PolledClient(endpoint: broker.endpoint)
        let isOver = Atomic<Bool>(false)
        client.call(makeRequest()) { _ in
            client.call(makeRequest()) { _ in isOver.store(true, ordering: .releasing) }
        }
        #expect(run(client) { isOver.load(ordering: .acquiring) })
        worker.stop()
    }
}
