import Glibc
import Support
import Testing

@testable import ZeroMQ

@Suite(.serialized) struct SocketTests {
    let folder = SocketFolder()

    /// A bound ROUTER and a connected DEALER.
    private func makePair(
        _ settings: SocketSettings = SocketSettings()
    ) throws -> (router: Socket, dealer: Socket) {
        let context = try Context()
        let router = try Socket(.router, in: context, settings: settings)
        try router.bind(Endpoint(folder.endpoint))
        let dealer = try Socket(.dealer, in: context, settings: settings)
        try dealer.connect(Endpoint(folder.endpoint))
        return (router, dealer)
    }

    private func wait(_ socket: Socket, _ interest: Poller.Interest) throws -> Bool {
        let poller = Poller()
        try poller.add(socket, for: interest)
        return try poller.wait(milliseconds: 5_000) == 1
    }

    private func message(_ frames: [UInt8]...) throws -> Message {
        let message = Message()
        for frame in frames { try message.append(frame) }
        return message
    }

    @Test func framesArriveInOrderAndAreMovedOut() throws {
        let (router, dealer) = try makePair()
        #expect(try wait(dealer, .writable))
        let sent = try message([1], [], [UInt8](repeating: 3, count: 5_000))
        #expect(try dealer.send(sent) == .sent)
        #expect(sent.count == 0)
        #expect(try wait(router, .readable))
        let received = Message(capacity: 1)
        #expect(try router.receive(into: received) == .received)
        #expect(received.count == 4)
        #expect(received.bytes(at: 1) == [1])
        #expect(received.byteCount(at: 2) == 0)
        #expect(received.byteCount(from: 1) == 5_001)
        let body = Message()
        try body.appendFrames(movedFrom: received, from: 2)
        #expect(received.count == 2)
        #expect(body.count == 2)
        #expect(body.bytes(at: 1) == [UInt8](repeating: 3, count: 5_000))
    }

    @Test func receivingWithoutAMessageWouldBlock() throws {
        let (router, _) = try makePair()
        #expect(try router.receive(into: Message()) == .wouldBlock)
    }

    @Test func sendingWithoutAPeerWouldBlockAndKeepsTheMessage() throws {
        let dealer = try Socket(.dealer, in: Context())
        try dealer.connect(Endpoint(folder.endpoint))
        let kept = try message([1], [2])
        #expect(try dealer.send(kept) == .wouldBlock)
        #expect(kept.count == 2)
    }

    @Test func anUnknownAddressIsUnroutable() throws {
        let (router, _) = try makePair()
        #expect(try router.send(message([9, 9], [1])) == .unroutable)
    }

    @Test func aMessageOf32FramesIsTakenAndALongerOneThrownAway() throws {
        let (router, dealer) = try makePair()
        #expect(try wait(dealer, .writable))
        let long = Message(capacity: 32)
        for number in 0..<UInt8(Message.framesMax) { try long.append([number]) }
        _ = try dealer.send(long)
        _ = try dealer.send(message([77]))
        #expect(try wait(router, .readable))
        let received = Message()
        // With the address it has 33 frames.
        #expect(try router.receive(into: received) == .oversized)
        #expect(received.count == 1)
        #expect(try wait(router, .readable))
        #expect(try router.receive(into: received) == .received)
        #expect(received.bytes(at: 1) == [77])
        for number in 1..<UInt8(Message.framesMax) { try long.append([number]) }
        _ = try dealer.send(long)
        #expect(try wait(router, .readable))
        #expect(try router.receive(into: received) == .received)
        #expect(received.count == Message.framesMax)
    }

    @Test func aFrameOverTheLimitClosesItsConnection() throws {
        let (router, dealer) = try makePair()
        let monitor = try dealer.makeMonitor()
        #expect(try wait(dealer, .writable))
        let limit = Int(SocketSettings().frameBytesMax)
        _ = try dealer.send(message([UInt8](repeating: 1, count: limit)))
        #expect(try wait(router, .readable))
        let received = Message()
        #expect(try router.receive(into: received) == .received)
        #expect(received.byteCount(at: 1) == limit)
        _ = try dealer.send(message([UInt8](repeating: 1, count: limit + 1)))
        #expect(try next(.disconnected, monitor))
    }

    @Test func theMonitorTellsOfPeersThatComeAndGo() throws {
        let context = try Context()
        let router = try Socket(.router, in: context)
        let monitor = try router.makeMonitor()
        try router.bind(Endpoint(folder.endpoint))
        var dealer: Socket? = try Socket(.dealer, in: Context())
        try dealer?.connect(Endpoint(folder.endpoint))
        #expect(try next(.accepted, monitor))
        #expect(try next(.handshakeSucceeded, monitor))
        dealer = nil
        #expect(try next(.disconnected, monitor))
    }

    @Test func aMonitorThatClosesNeverStopsTheOtherSockets() throws {
        // The dealers share a context, whose I/O thread an event without a reader would block.
        let router = try Socket(.router, in: Context())
        try router.bind(Endpoint(folder.endpoint))
        let context = try Context()
        for number in 0..<40 {
            let dealer = try Socket(.dealer, in: context)
            let monitor = try dealer.makeMonitor()
            try dealer.connect(Endpoint(folder.endpoint))
            #expect(try wait(dealer, .writable), "dealer \(number) gets no connection")
            #expect(try next(.connected, monitor))
        }
    }

    @Test func anEndpointThatIsTakenIsNamed() throws {
        let context = try Context()
        let first = try Socket(.pair, in: context)
        try first.bind(Endpoint("inproc://taken"))
        let second = try Socket(.pair, in: context)
        let error = #expect(throws: ZeroMQError.self) {
            try second.bind(Endpoint("inproc://taken"))
        }
        #expect(error?.code == .addressInUse)
        #expect(error?.call == "zmq_bind")
        #expect(error?.number == EADDRINUSE)
    }

    @Test func aWakeUpIsSeenOnceAndCanBeCleared() throws {
        let wakeUp = try WakeUp()
        let poller = Poller()
        poller.add(descriptor: wakeUp.descriptor, for: .readable)
        #expect(try poller.wait(milliseconds: 0) == 0)
        wakeUp.signal()
        wakeUp.signal()
        #expect(try poller.wait(milliseconds: 0) == 1)
        #expect(poller.isReadable(0))
        wakeUp.clear()
        #expect(try poller.wait(milliseconds: 0) == 0)
    }

    @Test func bytesAreChangedInPlace() throws {
        let changed = try message([1, 2, 3])
        changed.withMutableBytes(at: 0) { $0[1] = 9 }
        #expect(changed.bytes(at: 0) == [1, 9, 3])
    }

    private func next(_ kind: MonitorEvent.Kind, _ monitor: Monitor) throws -> Bool {
        for _ in 0..<100 {
            while let event = try monitor.next() {
                if event.kind == kind { return true }
            }
            guard try wait(monitor.socket, .readable) else { return false }
        }
        return false
    }
}
