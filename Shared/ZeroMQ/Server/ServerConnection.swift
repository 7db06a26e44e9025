/// One peer of a `ServerSocket`: its state, the message arriving from it and the bytes queued for
/// it. Belongs to the socket's thread.
final class ServerConnection {
    /// Greeting → handshake → open → closed. Errors, limits and the peer close it in any phase.
    enum Phase {
        case greeting
        case handshake
        case open
        case closed
    }

    let descriptor: Int32
    /// The sequence number of the connection, from which its routing id is made.
    let number: UInt32
    /// The routing id: a zero byte, which no peer can choose, and the number.
    let routingID: [UInt8]
    /// Whether the peer's user may connect. A refused peer gets an ERROR after its READY.
    let isAdmitted: Bool
    var phase = Phase.greeting

    // Receiving.

    /// The bytes of an incomplete greeting or head.
    var leftover: [UInt8] = []
    var frame: ZMTP.FrameInProgress?
    /// The body of an arriving command.
    var command: [UInt8] = []
    /// The arriving message; its first frame is the routing id.
    var message: Message?
    /// The message's bytes, received or announced.
    var messageBytes = 0
    /// The time at which the message began.
    var messageBegan: Int64 = 0

    // Sending.

    var outgoing = OutgoingQueue()
    /// Whether the connection is in the socket's list of connections with unsent bytes.
    var isDirty = false
    /// When the peer last accepted bytes, or when bytes were first queued for it.
    var lastTaken: Int64
    /// The total number of bytes that the peer accepted.
    var takenBytes: UInt64 = 0

    // Backpressure.

    /// The number of slow peers because of which this connection is not read.
    var holders = 0
    /// The numbers of the connections that are not read because of this one.
    var held: [UInt32] = []
    /// How long senders have been held for this peer since its queue was last empty.
    var heldMilliseconds: Int64 = 0
    /// `takenBytes` at the last check.
    var takenAtCheck: UInt64 = 0
    /// Whether senders no longer wait for this peer, until its queue is empty.
    var isSlow = false

    // Liveness.

    let opened: Int64
    var lastHeard: Int64
    var pinged: Int64?
    /// The events that epoll watches.
    var watchesReading = true
    var watchesWriting = false

    init(descriptor: Int32, number: UInt32, isAdmitted: Bool, at now: Int64) {
        self.descriptor = descriptor
        self.number = number
        routingID = [0] + (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
        self.isAdmitted = isAdmitted
        opened = now
        lastHeard = now
        lastTaken = now
    }

    /// Returns the number in a routing id of this socket.
    static func number(of routingID: Span<UInt8>) -> UInt32? {
        guard routingID.count == 5, routingID[0] == 0 else { return nil }
        var number: UInt32 = 0
        for index in 1..<5 { number = number << 8 | UInt32(routingID[index]) }
        return number
    }
}
