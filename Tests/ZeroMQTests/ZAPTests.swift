import Glibc
import Testing

@testable import ZeroMQ

/// S3: over ipc only the configured user may connect.
@Suite(.serialized) struct ZAPTests {
    let folder = SocketFolder()

    @Test(arguments: ["localhost:1000:1000:4711", ":1000:0:1", "h:1000:1000:4294967295"])
    func theUserIsAdmitted(_ address: String) {
        #expect(ZAPPolicy(userID: 1_000).admits(mechanism: "NULL", address: address))
    }

    @Test(arguments: [
        "localhost:1001:1000:4711", "localhost:0:1000:1000", "localhost:1000", "", "1000",
        "127.0.0.1", "localhost:+1000:1:1", "localhost:1000:1:1:1", "localhost:1000:x:1",
        "localhost:-1:1:1", "localhost: 1000:1:1", "localhost:4294968296:1:1", "localhost::1:1",
    ])
    func everybodyElseIsRefused(_ address: String) {
        #expect(!ZAPPolicy(userID: 1_000).admits(mechanism: "NULL", address: address))
    }

    @Test func otherMechanismsAreRefused() {
        let policy = ZAPPolicy(userID: 1_000)
        #expect(!policy.admits(mechanism: "PLAIN", address: "localhost:1000:1000:4711"))
        #expect(!policy.admits(mechanism: "", address: "localhost:1000:1000:4711"))
    }

    /// Whether this process gets a message to a ROUTER that admits `userID`.
    private func connects(admitting userID: UInt32) throws -> (Bool, UInt64, String?) {
        let context = try Context()
        let handler = try ZAPHandler(in: context, policy: ZAPPolicy(userID: userID))
        var settings = SocketSettings()
        settings.zapDomain = "test"
        let router = try Socket(.router, in: context, settings: settings)
        try router.bind(Endpoint(folder.endpoint))
        let dealer = try Socket(.dealer, in: Context())
        try dealer.connect(Endpoint(folder.endpoint))
        let poller = Poller()
        poller.add(handler.socket, for: .readable)
        poller.add(router, for: .readable)
        poller.add(dealer, for: .writable)
        let received = Message()
        for _ in 0..<20 {
            _ = try poller.wait(milliseconds: 50)
            try handler.answerPending()
            if poller.isWritable(2) {
                let message = Message()
                try message.append("hello")
                _ = try dealer.send(message)
                poller.setInterest([], at: 2)
            }
            if try router.receive(into: received) == .received {
                return (true, handler.refusedCount, received.userID)
            }
        }
        return (false, handler.refusedCount, nil)
    }

    @Test func theKernelsWordDecides() throws {
        let own = try connects(admitting: geteuid())
        #expect(own.0)
        #expect(own.1 == 0)
        #expect(own.2 == "\(geteuid())")
        let foreign = try connects(admitting: geteuid() &+ 1)
        #expect(!foreign.0)
        #expect(foreign.1 > 0)
    }

    @Test func withoutAHandlerNobodyIsAdmitted() throws {
        let context = try Context()
        var settings = SocketSettings()
        settings.zapDomain = "test"
        let router = try Socket(.router, in: context, settings: settings)
        try router.bind(Endpoint(folder.endpoint))
        let dealer = try Socket(.dealer, in: Context())
        try dealer.connect(Endpoint(folder.endpoint))
        let poller = Poller()
        poller.add(dealer, for: .writable)
        #expect(try poller.wait(milliseconds: 300) == 0)
    }
}
