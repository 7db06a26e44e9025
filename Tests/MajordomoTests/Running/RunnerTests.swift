import Glibc
import Synchronization
import Testing

@testable import Majordomo

@Suite(.serialized) struct RunnerTests {
    let folder = SocketFolder()

    @Test func aCallGoesThroughTheBrokerAndBack() throws {
        let broker = try Broker(settings: Broker.Settings(endpoint: folder.endpoint))
        try broker.start()
        let worker = try TestWorker(folder.endpoint)
        let client = try Client(endpoint: folder.endpoint)
        let reply = client.callAndWait(makeRequest(Array("{\"a\":1}".utf8)))
        #expect(reply.header.status == .ok)
        #expect(reply.payload == Array("{\"a\":1}".utf8))
        #expect(worker.notices.withLock { $0 } == [.registered(hasCredit: true)])
        client.close()
        worker.stop()
        broker.stop()
    }

    @Test func aSerialClientNeedsNoThread() throws {
        let broker = try Broker(settings: Broker.Settings(endpoint: folder.endpoint))
        try broker.start()
        let worker = try TestWorker(folder.endpoint)
        let client = try SerialClient(endpoint: folder.endpoint)
        for number in 0..<200 {
            let reply = try client.call(makeRequest(Array("\(number)".utf8)))
            #expect(reply.payload == Array("\(number)".utf8))
        }
        worker.stop()
        broker.stop()
    }
}
