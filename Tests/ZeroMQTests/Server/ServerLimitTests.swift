import Testing
import Support

@testable import ZeroMQ

/// What a peer can make the server hold is bounded in bytes, and given back.
@Suite(.serialized) struct ServerLimitTests {
    private let piece = [UInt8](repeating: 7, count: 32_768)

    // MARK: Messages that arrive

    @Test func aMessageOfTheLimitIsTakenAndALongerOneClosesItsConnection() throws {
        let harness = try ServerHarness { $0.messageBytesMax = 1_000 }
        let peer = try harness.makePeer()
        let half = ZMTP.frame([UInt8](repeating: 1, count: 491), flags: ZMTP.moreFlag)
        #expect(half.count == 500)
        let rest = [UInt8](repeating: 2, count: 491)
        #expect(try harness.push(half + ZMTP.frame(rest), from: peer).isOpen)
        #expect(harness.messages.count == 1)
        // The head alone is enough: the body never comes.
        let longer = half + ZMTP.frame(rest + [2]).prefix(9)
        #expect(try !harness.push(longer, from: peer).isOpen)
        #expect(harness.messages.count == 1)
        #expect(harness.server.figures.incomingBytes == 0)
    }

    @Test func aMessageWithoutAnEndIsCutAtTheLimit() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        let frame = ZMTP.frame(
            [UInt8](repeating: 0, count: ZMTP.frameBytesMax), flags: ZMTP.moreFlag)
        var written = 0
        for _ in 0..<40 {
            let result = try harness.push(frame, from: peer)
            written += result.written
            #expect(harness.server.figures.incomingBytes <= ServerLimits().messageBytesMax)
            if !result.isOpen { break }
        }
        // What the socket itself holds comes on top.
        #expect(written <= ServerLimits().messageBytesMax + 1_048_576)
        #expect(!peer.read())
        #expect(harness.server.figures.incomingBytes == 0)
        #expect(harness.server.figures.connectionsCut == 1)
    }

    @Test func ofTooManyBegunMessagesTheOldestGoes() throws {
        let harness = try ServerHarness { $0.incomingBytesTotalMax = 3_000 }
        let begun = ZMTP.frame([UInt8](repeating: 1, count: 991), flags: ZMTP.moreFlag)
        #expect(begun.count == 1_000)
        var peers: [WirePeer] = []
        for _ in 0..<3 {
            peers.append(try harness.makePeer())
            harness.server.now += 1
            #expect(try harness.push(begun, from: peers[peers.count - 1]).isOpen)
        }
        #expect(harness.server.figures.incomingBytes == 3_000)
        // The first one's message began earliest, though it goes on only now.
        #expect(try harness.push([0], from: peers[0]).isOpen)
        #expect(try harness.push([0], from: peers[2]).isOpen)
        #expect(try harness.push([0], from: peers[2]).isOpen)
        #expect(harness.server.figures.incomingBytes == 1_000)
        #expect(!peers[0].read())
        #expect(peers[1].read())
        #expect(harness.messages.count == 1)
    }

    @Test func whatAClosedPeerHadBegunIsGivenBack() throws {
        let harness = try ServerHarness()
        var peer: WirePeer? = try harness.makePeer()
        let begun = ZMTP.frame(piece, flags: ZMTP.moreFlag)
        #expect(try harness.push(begun, from: #require(peer)).isOpen)
        #expect(harness.server.figures.incomingBytes == begun.count)
        peer = nil
        try harness.settle()
        #expect(harness.server.figures.incomingBytes == 0)
        #expect(harness.server.figures.connectionsCut == 0)
    }

    @Test func connectionsAreCounted() throws {
        let harness = try ServerHarness { $0.connectionsMax = 2 }
        var peers = [try harness.makePeer(), try harness.makePeer()]
        let third = try WirePeer(harness.folder.endpoint)
        try harness.settle()
        #expect(!third.read())
        #expect(harness.server.figures.connections == 2)
        peers.removeLast()
        try harness.settle()
        peers.append(try harness.makePeer())
        #expect(harness.server.figures.connections == 2)
    }

    // MARK: Messages that leave

    /// Sends to the peer that was heard last until something waits for it; how much that is.
    private func fillSocket(_ harness: ServerHarness) throws -> Int {
        let before = harness.server.figures.outgoingBytes
        while harness.server.figures.outgoingBytes == before {
            #expect(try harness.answer([piece]))
            harness.server.flush()
        }
        return harness.server.figures.outgoingBytes - before
    }

    /// Sends one frame so that so many bytes more wait, head included.
    private func send(_ size: Int, _ harness: ServerHarness, from source: Int32? = nil) throws
        -> Bool
    {
        try harness.answer([[UInt8](repeating: 8, count: size - 9)], from: source)
    }

    @Test func aPeerThatNeverReadsIsClosedPastTheLimit() throws {
        let harness = try ServerHarness { $0.outgoingBytesMax = 100_000 }
        let peer = try harness.makePeer()
        try harness.hear(peer)
        let waiting = try fillSocket(harness)
        #expect(try send(100_000 - waiting, harness))
        #expect(harness.server.figures.outgoingBytes == 100_000)
        #expect(try !harness.answer([[]]))
        #expect(harness.server.figures.outgoingBytes == 0)
        #expect(harness.server.figures.connectionsCut == 1)
        try harness.settle()
        // What the kernel had is still delivered, and then the end.
        #expect(!peer.read())
    }

    @Test func ofAllThatWaitsTheSlowestPeersPartGoes() throws {
        let harness = try ServerHarness { $0.outgoingBytesTotalMax = 100_000 }
        let slow = try harness.makePeer()
        let good = try harness.makePeer()
        try harness.hear(slow)
        _ = try fillSocket(harness)
        harness.server.now += 10
        try harness.hear(good)
        _ = try fillSocket(harness)
        let waiting = harness.server.figures.outgoingBytes
        #expect(waiting < 100_000)
        #expect(try send(100_000 - waiting, harness))
        #expect(harness.server.figures.connections == 2)
        #expect(try harness.answer([[]]))
        #expect(!slow.read())
        #expect(good.read())
        #expect(harness.server.figures.connections == 1)
    }

    @Test func aPeerThatReadsGetsEverythingInOrder() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        try harness.hear(peer)
        for number in 0..<200 {
            let frame = [UInt8](repeating: UInt8(number), count: 20_000)
            #expect(try harness.answer([[UInt8(number)], frame]))
        }
        #expect(peer.read())
        _ = try peer.nextFrame()
        for number in 0..<200 {
            for size in [1, 20_000] {
                var found = try peer.nextFrame()
                while found == nil {
                    try harness.round()
                    #expect(peer.read())
                    found = try peer.nextFrame()
                }
                #expect(found?.body == [UInt8](repeating: UInt8(number), count: size))
            }
        }
        #expect(harness.server.figures.outgoingBytes == 0)
    }

    // MARK: Holding senders

    private func holdingLimits() -> ServerLimits {
        var limits = ServerLimits()
        limits.outgoingBytesHold = 50_000
        limits.holdCheckBytesMin = 20_000
        return limits
    }

    /// A sender that was heard over `source`, and a receiver that was heard last.
    private func senderAndReceiver(
        _ harness: ServerHarness
    ) throws -> (sender: WirePeer, receiver: WirePeer, source: Int32) {
        let sender = try harness.makePeer()
        let receiver = try harness.makePeer()
        try harness.hear(sender)
        let source = try #require(harness.sources.last)
        try harness.hear(receiver)
        return (sender, receiver, source)
    }

    @Test func aSenderIsNotReadWhileItsReceiverLagsBehind() throws {
        let harness = try ServerHarness(holdingLimits())
        let peers = try senderAndReceiver(harness)
        let waiting = try fillSocket(harness)
        #expect(try send(50_000 - waiting, harness, from: peers.source))
        #expect(harness.server.heldDescriptors == [])
        #expect(try harness.answer([[]], from: peers.source))
        #expect(harness.server.heldDescriptors == [peers.source])
        #expect(peers.sender.write(ZMTP.frame([1])) != nil)
        try harness.settle()
        #expect(harness.messages.count == 2)
        // The receiver catches up, and the sender is read on.
        #expect(peers.receiver.read())
        try harness.settle()
        #expect(harness.server.heldDescriptors == [])
        #expect(harness.messages.count == 3)
    }

    @Test func aReceiverThatTakesTooLittleIsWaitedForNoMore() throws {
        let harness = try ServerHarness(holdingLimits())
        let peers = try senderAndReceiver(harness)
        _ = try fillSocket(harness)
        #expect(try send(60_000, harness, from: peers.source))
        #expect(harness.server.heldDescriptors == [peers.source])
        try harness.pass(99)
        #expect(harness.server.heldDescriptors == [peers.source])
        try harness.pass(1)
        #expect(harness.server.heldDescriptors == [])
        // Until it has taken everything it holds nobody up again.
        #expect(try send(60_000, harness, from: peers.source))
        #expect(harness.server.heldDescriptors == [])
        #expect(peers.sender.write(ZMTP.frame([1])) != nil)
        try harness.settle()
        #expect(harness.messages.count == 3)
    }

    @Test func aHeldSenderIsNotTakenForDead() throws {
        var limits = holdingLimits()
        limits.holdCheckMilliseconds = 100_000
        let harness = try ServerHarness(limits)
        let peers = try senderAndReceiver(harness)
        _ = try fillSocket(harness)
        #expect(try send(60_000, harness, from: peers.source))
        for _ in 0..<5 { try harness.pass(1_000) }
        #expect(peers.sender.read())
        #expect(harness.server.heldDescriptors == [])
        // The receiver, which answered no PING, is closed; that releases the sender.
        #expect(harness.server.figures.connections == 1)
    }

    // MARK: Signs of life

    @Test func aSilentPeerIsAskedAndThenClosed() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        _ = try peer.nextFrame()
        try harness.pass(500)
        #expect(peer.read())
        let ping = try #require(try peer.nextFrame())
        #expect(ZMTP.context(ofPing: ping.body) == [])
        try harness.pass(1_499)
        #expect(peer.read())
        try harness.pass(250)
        #expect(!peer.read())
        // That is no fault: the peer may only have gone without a word.
        #expect(harness.server.figures.connectionsCut == 0)
    }

    @Test func anyByteIsASignOfLife() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        for _ in 0..<10 {
            try harness.pass(600)
            #expect(peer.write(ZMTP.pong([])) != nil)
        }
        #expect(peer.read())
    }

    @Test func aPingIsAnsweredWithItsContext() throws {
        let harness = try ServerHarness()
        let peer = try harness.makePeer()
        _ = try peer.nextFrame()
        let context = Array("context of 16 by".utf8)
        let ping = ZMTP.frame(Array("\u{4}PING".utf8) + [0, 9] + context, flags: ZMTP.commandFlag)
        #expect(peer.write(ping) != nil)
        try harness.settle()
        #expect(peer.read())
        #expect(try peer.nextFrame()?.body == Array("\u{4}PONG".utf8) + context)
    }
}
