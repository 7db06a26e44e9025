/// One peer of a `ServerSocket`: what is known of it, what has begun to arrive from it and what
/// waits for it. Belongs to the socket's thread.
final class ServerConnection {
    /// Greeting → READY → open → closed; a fault, the limits or the peer close it from anywhere.
    enum Phase {
        case greeting
        case handshake
        case open
        case closed
    }

    /// A frame whose head is known and whose body is still arriving.
    struct FrameInProgress {
        let head: ZMTP.Head
        /// Bytes of the body that are here.
        var filled = 0
    }

    /// The longest command that is read, in bytes; READY may carry properties of the peer's own.
    static let commandBytesMax = 8_192

    let descriptor: Int32
    /// Counts the connections of the socket; its routing id is made of it.
    let number: UInt32
    /// Whether the peer's user may connect. One that may not is told so after its READY.
    let isAdmitted: Bool
    var phase = Phase.greeting

    // Arriving.

    /// Bytes of a greeting or a head that is not all there.
    var leftover: [UInt8] = []
    var frame: FrameInProgress?
    /// The body of a command that is arriving.
    var command: [UInt8] = []
    /// The message that is arriving, its routing id first.
    var message: Message?
    /// The bytes that it has, or has announced.
    var messageBytes = 0
    /// When it began.
    var messageBegan: Int64 = 0

    // Leaving.

    var outgoing = OutgoingQueue()
    /// Whether it is listed among those that have something to send.
    var isDirty = false
    /// When the peer last took something, or something began to wait for it.
    var lastTaken: Int64
    /// Bytes that the peer took in all.
    var takenBytes: UInt64 = 0

    // Held back.

    /// Peers for whose sake this one is not read.
    var holders = 0
    /// Numbers of those that are not read for the sake of this one.
    var held: [UInt32] = []
    /// How long senders were held for it since it last took everything.
    var heldMilliseconds: Int64 = 0
    /// `takenBytes` at the last look.
    var takenAtCheck: UInt64 = 0
    /// Whether it is waited for no more until it has taken everything.
    var isSlow = false

    // Living.

    let opened: Int64
    var lastHeard: Int64
    var pinged: Int64?
    /// What epoll is told to watch.
    var watchesReading = true
    var watchesWriting = false

    init(descriptor: Int32, number: UInt32, isAdmitted: Bool, at now: Int64) {
        self.descriptor = descriptor
        self.number = number
        self.isAdmitted = isAdmitted
        opened = now
        lastHeard = now
        lastTaken = now
    }

    /// The routing id: a zero, which no peer can choose, and the number.
    var routingID: [UInt8] {
        [0] + (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
    }

    /// The number that a routing id of this socket was made of.
    static func number(of routingID: Span<UInt8>) -> UInt32? {
        guard routingID.count == 5, routingID[0] == 0 else { return nil }
        var number: UInt32 = 0
        for index in 1..<5 { number = number << 8 | UInt32(routingID[index]) }
        return number
    }
}
