import Glibc
import Support
import Testing

@testable import ZeroMQ

/// A `DirectDealer` at a `ServerSocket`, on one thread: each step and the clock are the test's.
@Suite(.serialized) struct DirectDealerTests {
    private let harness: ServerHarness
    private let dealer: DirectDealer
    private let message = Message()

    init() throws {
        harness = try ServerHarness()
        dealer = try DirectDealer(Endpoint(harness.folder.endpoint))
    }

    /// Lets both sides say what they have to say.
    private func settle(_ now: Int64 = 0, isExpecting: Bool = false) throws {
        dealer.timePassed(to: now, isExpecting: isExpecting)
        try harness.settle()
        #expect(try dealer.receive(into: message) == .wouldBlock)
        try harness.settle()
    }

    private func connect() throws {
        try settle()
        #expect(dealer.nextEvent() == .connected)
        #expect(dealer.hasRoom)
    }

    private func send(_ frames: [UInt8]...) throws -> Socket.SendResult {
        let sent = Message()
        for frame in frames { try sent.append(frame) }
        return dealer.send(sent)
    }

    /// A dealer that has greeted a peer whose every byte the test writes.
    private func connectToWire() throws -> (DirectDealer, WireListener) {
        let listener = try WireListener()
        let dealer = try DirectDealer(Endpoint(listener.folder.endpoint))
        dealer.timePassed(to: 0, isExpecting: false)
        try listener.accept()
        listener.write(ZMTP.greeting + ZMTP.ready(socketType: "ROUTER"))
        #expect(try dealer.receive(into: message) == .wouldBlock)
        #expect(dealer.nextEvent() == .connected)
        return (dealer, listener)
    }

    /// Whether the dealer receives a message of these bytes.
    private func receive(
        _ bytes: [UInt8], of peer: WireListener, _ dealer: DirectDealer
    ) throws -> Bool {
        var rest = bytes[...]
        while true {
            rest = rest.dropFirst(peer.write(rest.prefix(65_536)))
            if try dealer.receive(into: message) == .received { return true }
            if rest.isEmpty || !dealer.hasRoom { return false }
        }
    }

    private func received() throws -> [[UInt8]]? {
        guard try dealer.receive(into: message) == .received else { return nil }
        return (0..<message.count).map { message.bytes(at: $0) }
    }

    @Test func messagesOfAllSizesArriveWholeOnBothSides() throws {
        try connect()
        for count in [0, 1, 255, 256, 65_536, ZMTP.frameBytesMax] {
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            #expect(try send([1], body, []) == .sent)
            var answer: [[UInt8]]?
            // A long message is written as the other side reads it.
            for _ in 0..<100 where harness.messages.last?.dropFirst() != [[1], body, []] {
                try harness.settle()
                #expect(try received() == nil)
            }
            #expect(harness.messages.last?.dropFirst() == [[1], body, []])
            #expect(try harness.answer([[2], body, body]))
            for _ in 0..<100 where answer == nil {
                harness.server.flush()
                try harness.settle()
                answer = try received()
            }
            #expect(answer == [[2], body, body])
        }
    }

    @Test func nothingIsSentBeforeTheHandshake() throws {
        #expect(try send([1]) == .wouldBlock)
        dealer.timePassed(to: 0, isExpecting: false)
        #expect(try send([1]) == .wouldBlock)
        #expect(!dealer.hasRoom)
        try settle()
        #expect(try send([1]) == .sent)
        try harness.settle()
        #expect(harness.messages.map { $0.dropFirst() } == [[[1]]])
    }

    @Test func aSendBeyondTheQueueWouldBlockUntilThereIsRoom() throws {
        try connect()
        let body = [UInt8](repeating: 5, count: 262_144)
        var sent = 0
        while try send(body) == .sent { sent += 1 }
        #expect(!dealer.hasRoom)
        let queuedMin = DirectDealer.outgoingBytesMax / (body.count + 9)
        #expect(sent > queuedMin)
        for _ in 0..<10_000 where harness.messages.count < sent {
            try harness.settle()
            #expect(try received() == nil)
        }
        #expect(harness.messages.count == sent)
        #expect(dealer.hasRoom)
    }

    @Test func theEndOfTheServerIsToldOnceAndTheNextOneIsFound() throws {
        let folder = SocketFolder()
        let dealer = try DirectDealer(Endpoint(folder.endpoint))
        let stop = try WakeUp()
        func server() throws -> ServerSocket {
            try ServerSocket(
                Endpoint(folder.endpoint), userID: geteuid(),
                signalDescriptor: stop.descriptor, now: 0)
        }
        func settle(_ server: ServerSocket?, _ now: Int64) throws {
            dealer.timePassed(to: now, isExpecting: false)
            for _ in 0..<8 {
                try server?.wait(milliseconds: 0)
                while let came = server?.receive() { server?.recycle(came) }
                _ = server?.takeClosed()
                #expect(try dealer.receive(into: message) == .wouldBlock)
            }
        }
        // Attempts without a server are no events.
        try settle(nil, 0)
        #expect(dealer.nextEvent() == nil)
        #expect(dealer.nextDeadline == 50)
        var first: ServerSocket? = try server()
        try settle(first, 50)
        #expect(dealer.nextEvent() == .connected)
        #expect(dealer.nextDeadline == nil)
        first?.finish(lingerMilliseconds: 0)
        first = nil
        try settle(nil, 60)
        #expect(dealer.nextEvent() == .disconnected)
        #expect(dealer.nextEvent() == nil)
        #expect(!dealer.hasRoom)
        #expect(dealer.nextDeadline == 110)
        let second = try server()
        try settle(second, 109)
        #expect(dealer.nextEvent() == nil, "the pause is not over")
        try settle(second, 110)
        #expect(dealer.nextEvent() == .connected)
    }

    @Test func pausesGrowToTheirLimit() throws {
        var settings = SocketSettings()
        settings.reconnectMillisecondsMax = 300
        let dealer = try DirectDealer(Endpoint(SocketFolder().endpoint), settings: settings)
        var (now, pauses): (Int64, [Int64]) = (0, [])
        for _ in 0..<5 {
            dealer.timePassed(to: now, isExpecting: false)
            let next = try #require(dealer.nextDeadline)
            pauses.append(next - now)
            now = next
        }
        #expect(pauses == [50, 100, 200, 300, 300])
    }

    @Test func aPingIsAnswered() throws {
        try connect()
        try harness.pass(ServerLimits().heartbeatMilliseconds)
        try settle()
        try harness.pass(ServerLimits().heartbeatTimeoutMilliseconds)
        try settle()
        #expect(dealer.nextEvent() == nil)
        #expect(try send([1]) == .sent)
        try harness.settle()
        #expect(harness.messages.last?.dropFirst() == [[1]])
    }

    @Test func aSilentPeerIsAskedOnlyWhileAnAnswerIsExpectedAndThenGivenUp() throws {
        let settings = SocketSettings()
        let (beat, patience) = (
            Int64(settings.heartbeatMilliseconds), Int64(settings.heartbeatTimeoutMilliseconds)
        )
        try connect()
        #expect(dealer.nextDeadline == nil)
        dealer.timePassed(to: 10_000, isExpecting: true)
        #expect(dealer.nextDeadline == 10_000 + beat)
        dealer.timePassed(to: 10_000 + beat - 1, isExpecting: true)
        #expect(dealer.nextDeadline == 10_000 + beat, "nothing was sent")
        dealer.timePassed(to: 10_000 + beat, isExpecting: true)
        #expect(dealer.nextDeadline == 10_000 + beat + patience)
        // The PONG comes, and the silence begins anew.
        try settle(10_000 + beat + patience - 1, isExpecting: true)
        #expect(dealer.nextDeadline == 10_000 + beat + patience - 1 + beat)
        let pinged = 10_000 + beat + patience - 1 + beat
        dealer.timePassed(to: pinged, isExpecting: true)
        dealer.timePassed(to: pinged + patience - 1, isExpecting: true)
        #expect(dealer.nextEvent() == nil)
        dealer.timePassed(to: pinged + patience, isExpecting: true)
        #expect(dealer.nextEvent() == .disconnected)
    }

    @Test func aPeerThatDoesNotGreetIsLeft() throws {
        let listener = SocketFolder()
        // It accepts, and says nothing.
        let silent = try Socket(.router, in: Context())
        try silent.bind(Endpoint(listener.endpoint))
        let dealer = try DirectDealer(Endpoint(listener.endpoint))
        dealer.timePassed(to: 0, isExpecting: false)
        #expect(dealer.nextDeadline == DirectDealer.handshakeMilliseconds)
        dealer.timePassed(to: DirectDealer.handshakeMilliseconds, isExpecting: false)
        #expect(dealer.nextDeadline == DirectDealer.handshakeMilliseconds + 50)
        #expect(dealer.nextEvent() == nil)
    }

    /// A frame or a message of the longest size is received, and one byte more ends the connection.
    @Test(arguments: [0, 1])
    func aFrameBeyondItsLimitEndsTheConnection(excess: Int) throws {
        let (dealer, peer) = try connectToWire()
        let body = [UInt8](repeating: 4, count: ZMTP.frameBytesMax + excess)
        #expect(try receive(ZMTP.frame(body), of: peer, dealer) == (excess == 0))
        #expect(dealer.nextEvent() == (excess == 0 ? nil : .disconnected))
    }

    @Test(arguments: [0, 1])
    func aMessageBeyondItsLimitEndsTheConnection(excess: Int) throws {
        let (dealer, peer) = try connectToWire()
        var bytes: [UInt8] = []
        var left = DirectDealer.messageBytesMax + excess
        while left > 0 {
            let count = min(left - 9, ZMTP.frameBytesMax)
            left -= count + 9
            // No rest is too short for a head of nine bytes.
            let isLast = left < 512
            let body = [UInt8](repeating: 4, count: count + (isLast ? left : 0))
            if isLast { left = 0 }
            bytes += ZMTP.frame(body, flags: isLast ? 0 : ZMTP.moreFlag)
        }
        #expect(bytes.count == DirectDealer.messageBytesMax + excess)
        #expect(try receive(bytes, of: peer, dealer) == (excess == 0))
        #expect(dealer.nextEvent() == (excess == 0 ? nil : .disconnected))
    }

    @Test(arguments: [0, 1])
    func aMessageOfTooManyFramesEndsTheConnection(excess: Int) throws {
        let (dealer, peer) = try connectToWire()
        let count = Message.framesMax + excess
        let bytes = (1...count).flatMap {
            ZMTP.frame([1], flags: $0 < count ? ZMTP.moreFlag : 0)
        }
        #expect(try receive(bytes, of: peer, dealer) == (excess == 0))
    }

    @Test func anEndpointWithoutAPathIsRefused() throws {
        #expect(throws: ZeroMQError.self) { try DirectDealer(Endpoint("inproc://here")) }
    }
}
