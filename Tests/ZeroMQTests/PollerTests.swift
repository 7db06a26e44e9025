import Testing
import Support

@testable import ZeroMQ

/// A `Poller` sees each message, though it asks a socket only after a signal.
@Suite(.serialized) struct PollerTests {
    private static let patience = 5_000
    let folder = SocketFolder()
    private let router: Socket
    private let dealer: Socket
    /// The address under which the router knows the dealer.
    private let address: [UInt8]

    init() throws {
        let context = try Context()
        router = try Socket(.router, in: context)
        try router.bind(Endpoint(folder.endpoint))
        dealer = try Socket(.dealer, in: context)
        try dealer.connect(Endpoint(folder.endpoint))
        try Self.wait(for: dealer, .writable)
        try Self.send([[0]], from: dealer)
        try Self.wait(for: router, .readable)
        let first = Message()
        #expect(try router.receive(into: first) == .received)
        address = first.bytes(at: 0)
    }

    private static func wait(for socket: Socket, _ interest: Poller.Interest) throws {
        let poller = Poller()
        try poller.add(socket, for: interest)
        #expect(try poller.wait(milliseconds: patience) == 1)
    }

    private static func send(_ frames: [[UInt8]], from socket: Socket) throws {
        let message = Message()
        for frame in frames { try message.append(frame) }
        #expect(try socket.send(message) == .sent)
    }

    private func sendToDealer(_ number: UInt8) throws {
        try Self.send([address, [number]], from: router)
    }

    /// Receives all messages of the dealer.
    private func numbers() throws -> [UInt8] {
        var numbers: [UInt8] = []
        let message = Message()
        while try dealer.receive(into: message) == .received {
            numbers.append(message.bytes(at: 0)[0])
        }
        return numbers
    }

    @Test func eachMessageAfterAnEmptySocketIsSeen() throws {
        let poller = Poller()
        try poller.add(dealer, for: .readable)
        for number in UInt8.min..<100 {
            #expect(try numbers() == [])
            #expect(try poller.wait(milliseconds: 0) == 0)
            try sendToDealer(number)
            #expect(try poller.wait(milliseconds: Self.patience) == 1)
            #expect(try numbers() == [number])
        }
    }

    @Test func aMessageThatIsNotReceivedStaysReadable() throws {
        let poller = Poller()
        try poller.add(dealer, for: .readable)
        try sendToDealer(7)
        for _ in 0..<3 { #expect(try poller.wait(milliseconds: Self.patience) == 1) }
        #expect(poller.isReadable(0))
        #expect(try numbers() == [7])
        #expect(try poller.wait(milliseconds: 0) == 0)
        #expect(!poller.isReadable(0))
    }

    /// zmq_getsockopt(3), ZMQ_FD: a send may take the signal of a message that has arrived.
    @Test func aMessageWhoseSignalASendHasTakenIsSeen() throws {
        let signal = Poller()
        signal.add(descriptor: try dealer.descriptor, for: .readable)
        let poller = Poller()
        try poller.add(dealer, for: .readable)
        for number in UInt8.min..<100 {
            #expect(try numbers() == [])
            try sendToDealer(number)
            #expect(try signal.wait(milliseconds: Self.patience) == 1)
            // The number of sends after which libzmq looks for signals is its own affair.
            try Self.send([[1]], from: dealer)
            _ = try dealer.events()
            #expect(try poller.wait(milliseconds: Self.patience) == 1)
            #expect(try numbers() == [number])
        }
    }

    @Test func aSocketWithRoomIsWritableAtEachWait() throws {
        let poller = Poller()
        try poller.add(dealer, for: [.readable, .writable])
        #expect(try numbers() == [])
        for _ in 0..<3 {
            #expect(try poller.wait(milliseconds: 0) == 1)
            #expect(poller.isWritable(0))
            #expect(!poller.isReadable(0))
        }
    }

    /// The descriptor of a ROUTER is readable when a peer comes.
    @Test func aSignalWithoutAMessageDoesNotEndAWait() throws {
        let poller = Poller()
        try poller.add(router, for: .readable)
        #expect(try router.receive(into: Message()) == .wouldBlock)
        let second = try Socket(.dealer, in: Context())
        try second.connect(Endpoint(folder.endpoint))
        try Self.wait(for: second, .writable)
        #expect(try poller.wait(milliseconds: 20) == 0)
        try Self.send([[9]], from: second)
        #expect(try poller.wait(milliseconds: Self.patience) == 1)
    }
}
