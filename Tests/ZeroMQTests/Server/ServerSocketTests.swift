import Glibc
import Support
import Testing

@testable import ZeroMQ

/// The broker's end of connections, held against libzmq and against peers that break the rules.
@Suite(.serialized) struct ServerSocketTests {
    // MARK: Messages

    @Test func messagesOfLibzmqArriveAndAreAnswered() throws {
        let harness = try ServerHarness()
        let dealer = try Socket(.dealer, in: Context())
        try dealer.connect(Endpoint(harness.folder.endpoint))
        let poller = Poller()
        try poller.add(dealer, for: .writable)
        for _ in 0..<500 where !poller.isWritable(0) {
            try harness.round()
            _ = try poller.wait(milliseconds: 10)
        }
        let bodies: [[UInt8]] = [[], [1], [UInt8](repeating: 2, count: 255)]
        let long = [UInt8](repeating: 3, count: ZMTP.frameBytesMax)
        let sent = Message()
        for body in bodies + [long] { try sent.append(body) }
        #expect(try dealer.send(sent) == .sent)
        for _ in 0..<500 where harness.messages.isEmpty {
            try harness.server.wait(milliseconds: 10)
            try harness.round()
        }
        let message = try #require(harness.messages.first)
        #expect(Array(message.dropFirst()) == bodies + [long])
        #expect(message[0].count == 5)
        #expect(message[0][0] == 0)
        #expect(try harness.answer([[9], long, []]))
        poller.setInterest(.readable, at: 0)
        let received = Message()
        for _ in 0..<500 where received.count == 0 {
            try harness.round()
            _ = try poller.wait(milliseconds: 10)
            _ = try dealer.receive(into: received)
        }
        #expect((0..<received.count).map { received.bytes(at: $0) } == [[9], long, []])
    }

    @Test(arguments: [1, 2, 3, 7, 64, 65])
    func bytesMayComeInAnyPieces(_ size: Int) throws {
        let harness = try ServerHarness()
        let peer = try WirePeer(harness.folder.endpoint)
        let long = [UInt8](repeating: 5, count: 300)
        let bytes =
            ZMTP.greeting + ZMTP.ready(socketType: "DEALER")
            + ZMTP.frame([1, 2, 3], flags: ZMTP.moreFlag) + ZMTP.frame([], flags: ZMTP.moreFlag)
            + ZMTP.frame(long) + ZMTP.frame([4])
        var place = 0
        while place < bytes.count {
            #expect(peer.write(bytes[place...].prefix(size)) != nil)
            try harness.round()
            place += size
        }
        try harness.settle()
        #expect(harness.messages.map { Array($0.dropFirst()) } == [[[1, 2, 3], [], long], [[4]]])
        #expect(harness.server.figures.incomingBytes == 0)
    }

    @Test func anAddressThatIsGoneIsNotReached() throws {
        let harness = try ServerHarness()
        var peer: WirePeer? = try harness.makePeer()
        try harness.hear(#require(peer))
        let source = try #require(harness.sources.last)
        peer = nil
        try harness.server.wait(milliseconds: 0)
        #expect(harness.server.receive() == nil)
        #expect(harness.server.takeClosed() == [source])
        #expect(try !harness.answer([[1]]))
        // The next peer may get its descriptor, but not its address.
        let next = try harness.makePeer()
        let old = harness.messages.last?[0]
        try harness.hear(next)
        #expect(harness.messages.last?[0] != old)
    }

    @Test func theSignalEndsAWaitAndIsTold() throws {
        let harness = try ServerHarness()
        #expect(!harness.server.isSignalled)
        harness.signal()
        try harness.server.wait(milliseconds: 5_000)
        #expect(harness.server.receive() == nil)
        #expect(harness.server.isSignalled)
    }

    @Test func aServerThatEndsLeavesTheNextOnesSocketAlone() throws {
        let folder = SocketFolder()
        let stop = try WakeUp()
        func make() throws -> ServerSocket {
            try ServerSocket(
                Endpoint(folder.endpoint), userID: geteuid(), signalDescriptor: stop.descriptor,
                now: 0)
        }
        var first: ServerSocket? = try make()
        #expect(folder.mode(of: "a.ipc") != 0)
        first?.finish(lingerMilliseconds: 0)
        #expect(folder.mode(of: "a.ipc") == 0)
        let next = try make()
        first = nil
        #expect(folder.mode(of: "a.ipc") != 0)
        #expect(next.figures.connections == 0)
    }

    // MARK: Handshake

    @Test func aPeerIsGreetedAsARouterWould() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        let ready = try #require(try peer.nextFrame())
        #expect(ready.isCommand)
        #expect(ZMTP.socketType(inReady: ready.body) == "ROUTER")
    }

    @Test(arguments: ["DEALER", "REQ", "ROUTER", "PUB", "PULL", ""])
    func onlyPeersOfARouterAreTaken(_ type: String) throws {
        let harness = try ServerHarness()
        let peer = try WirePeer(harness.folder.endpoint)
        #expect(peer.write(ZMTP.greeting + ZMTP.ready(socketType: type)) != nil)
        try harness.settle()
        let isTaken = ["DEALER", "REQ", "ROUTER"].contains(type)
        #expect(peer.read() == isTaken)
        #expect(harness.server.figures.connections == (isTaken ? 1 : 0))
    }

    /// The kernel's word on the peer's user decides, whatever the peer says.
    @Test func anotherUserIsToldSoAndClosed() throws {
        let harness = try ServerHarness(userID: geteuid() &+ 1)
        let peer = try WirePeer(harness.folder.endpoint)
        let bytes = ZMTP.greeting + ZMTP.ready(socketType: "DEALER") + ZMTP.frame([1])
        #expect(peer.write(bytes) != nil)
        try harness.settle()
        #expect(!peer.read())
        #expect(peer.takesGreeting())
        #expect(try peer.nextFrame()?.body == Array("\u{5}ERROR\u{3}400".utf8))
        #expect(harness.messages.isEmpty)
        #expect(harness.server.figures.peersRefused == 1)
        #expect(harness.server.figures.connections == 0)
    }

    @Test func whoeverDoesNotFinishTheHandshakeIsClosed() throws {
        let harness = try ServerHarness { $0.handshakeMilliseconds = 500 }
        let peer = try WirePeer(harness.folder.endpoint)
        #expect(peer.write(ZMTP.greeting) != nil)
        try harness.settle()
        try harness.pass(499)
        #expect(peer.read())
        try harness.pass(251)
        #expect(!peer.read())
    }

    // MARK: Broken rules

    /// What breaks ZMTP closes its connection before anything of it is kept.
    @Test(
        arguments: [
            [8, 0],  // a reserved flag
            [ZMTP.commandFlag | ZMTP.moreFlag, 0],  // a command that goes on
            [ZMTP.longFlag, 0, 0, 0, 0, 0, 4, 64, 1],  // one byte over 272 KiB
            [ZMTP.longFlag, 255, 255, 255, 255, 255, 255, 255, 255],
            [ZMTP.longFlag | ZMTP.commandFlag, 0, 0, 0, 0, 0, 0, 32, 1],  // a command over 8 KiB
        ] as [[UInt8]])
    func aBrokenFrameClosesItsConnection(_ bytes: [UInt8]) throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        #expect(try !harness.push(bytes, from: peer).isOpen)
        #expect(harness.server.figures.connectionsCut == 1)
        #expect(harness.server.figures.incomingBytes == 0)
    }

    @Test(arguments: [
        [0], Array(ZMTP.greeting.prefix(10)) + [2], [UInt8](repeating: 65, count: 64),
    ])
    func anotherGreetingClosesItsConnection(_ bytes: [UInt8]) throws {
        let harness = try ServerHarness()
        let peer = try WirePeer(harness.folder.endpoint)
        #expect(peer.write(bytes) != nil)
        try harness.settle()
        #expect(!peer.read())
    }

    @Test func aFrameBeforeREADYClosesItsConnection() throws {
        let harness = try ServerHarness()
        let peer = try WirePeer(harness.folder.endpoint)
        #expect(peer.write(ZMTP.greeting + ZMTP.frame([1])) != nil)
        try harness.settle()
        #expect(!peer.read())
        #expect(harness.messages.isEmpty)
    }

    @Test func aMessageOf31FramesAndItsAddressIsTakenAndALongerOneIsNot() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        let more = ZMTP.frame([1], flags: ZMTP.moreFlag)
        let most = Array([[UInt8]](repeating: more, count: 30).joined()) + ZMTP.frame([2])
        #expect(try harness.push(most, from: peer).isOpen)
        #expect(harness.messages.last?.count == Message.framesMax)
        #expect(try !harness.push(more + most, from: peer).isOpen)
        #expect(harness.messages.count == 1)
    }
}
