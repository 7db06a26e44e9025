/// One request with its response. Belongs to the server's actor.
final class Exchange {
    enum Phase {
        /// libmicrohttpd may be told to read the body or to send the response.
        case head
        /// The body arrives.
        case body
        /// The request is complete.
        case complete
    }

    let id: UInt64
    var requestID: String
    let began = ContinuousClock.now
    /// The target before libmicrohttpd takes it apart.
    let rawTarget: String
    var phase = Phase.head
    var request: HTTPRequest?
    var failed: FailedRequest
    var origin = RequestOrigin()
    /// Whether the head was looked at.
    var hasBegun = false
    var hasBody = false
    /// Whether nothing that follows on the connection can be trusted.
    var closesAfterResponse = true
    /// Whether the connection is being closed without an answer.
    var isDropped = false
    var route: Route?
    var body = IncomingBody()
    var response: HTTPResponse?
    var isQueued = false
    var stream: OutgoingStream?
    var task: Task<Void, Never>?

    init(id: UInt64, requestID: String, rawTarget: String) {
        self.id = id
        self.requestID = requestID
        self.rawTarget = rawTarget
        failed = FailedRequest(id: requestID, method: nil, target: nil, headers: [:])
    }
}

/// What has arrived of a body and is not read yet.
struct IncomingBody {
    enum Mode {
        /// The request is read from here until the end.
        case collected
        /// The handler reads.
        case streamed
        /// Nobody reads any more.
        case discarded
    }

    var mode = Mode.collected
    var bytes: [UInt8] = []
    /// How many bytes have arrived.
    var count = 0
    var bytesMax = 0
    /// The count at which even a body that nobody reads is cut.
    var discardEnd = 0
    /// Whether the handler has asked for the first chunk.
    var isWanted = false
    var isComplete = false
    var failure: (any Error)?
    var waiter: CheckedContinuation<[UInt8]?, any Error>?

    /// Keeps as much of a piece as there is room for.
    mutating func take(_ piece: Slice<UnsafeRawBufferPointer>) -> Int {
        let room = mode == .collected ? bytesMax - count : RequestBody.bufferBytesMax - bytes.count
        let taken = unsafe piece.prefix(room)
        unsafe bytes.append(contentsOf: taken)
        count += unsafe taken.count
        serve()
        return unsafe taken.count
    }

    /// Gives the waiting reader what there is.
    mutating func serve() {
        guard let waiter else { return }
        if !bytes.isEmpty {
            self.waiter = nil
            let chunk = bytes
            bytes = []
            waiter.resume(returning: chunk)
        } else if let failure {
            self.waiter = nil
            waiter.resume(throwing: failure)
        } else if isComplete {
            self.waiter = nil
            waiter.resume(returning: nil)
        }
    }

    /// Ends the body with an error.
    mutating func fail(_ error: any Error) {
        guard !isComplete, failure == nil else { return }
        failure = error
        serve()
    }
}

/// What a stream has written and the connection has not taken yet.
struct OutgoingStream {
    var bytes: [UInt8] = []
    var start = 0
    var isFinished = false
    var hasFailed = false
    var waiters: [CheckedContinuation<Void, any Error>] = []
    let keepAlive: (bytes: [UInt8], interval: Duration)?
    var lastWrite = ContinuousClock.now

    var waitingCount: Int { bytes.count - start }

    init(keepAlive: (bytes: [UInt8], interval: Duration)?) {
        self.keepAlive = keepAlive
    }

    mutating func append(_ more: [UInt8]) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
        lastWrite = .now
    }

    /// Moves bytes to the connection.
    mutating func take(into target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, waitingCount)
        unsafe bytes[start..<(start + count)].withUnsafeBytes { source in
            unsafe target.copyMemory(from: source)
        }
        start += count
        if start == bytes.count {
            bytes = []
            start = 0
        }
        if waitingCount <= ResponseWriter.bufferBytesMax {
            for waiter in waiters { waiter.resume() }
            waiters = []
        }
        return count
    }

    /// Ends the stream for its writers.
    mutating func fail() {
        hasFailed = true
        for waiter in waiters { waiter.resume(throwing: CancellationError()) }
        waiters = []
    }
}

/// One connection. Belongs to the server's actor.
@safe final class Connection {
    let handle: OpaquePointer
    /// Under which the loop knows it.
    let number: UInt64
    let descriptor: CInt
    let address: String
    var isSuspended = false
    /// Whether the client has closed its side.
    var isPeerGone = false
    /// When the connection is cut unless a head is complete or a handler has answered.
    var deadline: ContinuousClock.Instant?
    var exchange: Exchange?

    /// Whether a head or a body is not complete.
    var awaitsMore: Bool {
        guard let exchange, exchange.hasBegun else { return true }
        return exchange.hasBody && exchange.phase != .complete
    }

    init(handle: OpaquePointer, number: UInt64, descriptor: CInt, address: String) {
        unsafe self.handle = unsafe handle
        self.number = number
        self.descriptor = descriptor
        self.address = address
    }
}
