import Glibc
import Majordomo
import ZeroMQ

/// A thread's connection to the broker. Sends are batched into one system call, and everything that
/// arrived is read in one. It must be used on one thread.
final class WireConnection {
    /// The size of the receive buffer in bytes; every reply fits into it.
    static let incomingBytes = 1_048_576
    /// How long the broker may take for its greeting, in milliseconds.
    static let greetingMilliseconds: Int32 = 2_000

    private let descriptor: Int32
    private let alarm: Alarm
    /// The socket and the alarm.
    private var items: [pollfd]
    private var outgoing: [UInt8] = []
    /// The number of bytes of `outgoing` that the kernel has accepted.
    private var written = 0
    private var incoming = [UInt8](repeating: 0, count: incomingBytes)
    /// The unprocessed bytes are `begun..<filled`; the frames before `scanned` are parsed.
    private var begun = 0
    private var filled = 0
    private var scanned = 0
    /// The parsed frames of the message that begins at `begun`.
    private var frames: [Range<Int>] = []
    /// Whether the broker has accepted the connection.
    private var isReady = false

    /// Connects to the broker's socket and exchanges greetings.
    init(endpoint: String, alarm: Alarm) throws {
        let address = try Endpoint(endpoint)
        guard address.path != nil else {
            throw LoadTestFailure(.usage, "\(endpoint) is no socket of this machine")
        }
        self.alarm = alarm
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        items = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard descriptor >= 0, address.connect(descriptor) else {
            throw LoadTestFailure(.away, "Nobody answers at \(endpoint); start it with: make up")
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        outgoing = ZMTP.greeting + ZMTP.ready(socketType: "DEALER")
        try flush()
        guard try isGreeted() else {
            throw LoadTestFailure(.away, "\(endpoint) does not greet as a broker does")
        }
    }

    /// Waits for the broker's greeting and READY. Messages sent earlier would end the connection.
    private func isGreeted() throws -> Bool {
        while filled < ZMTP.greetingByteCount {
            guard try wait(milliseconds: WireConnection.greetingMilliseconds), try fill() else {
                return false
            }
        }
        let greeting = Array(incoming[0..<filled])
        guard ZMTP.isGreeting(greeting.span) else { return false }
        begun = ZMTP.greetingByteCount
        scanned = begun
        while true {
            _ = try takeReplies { _, _, _ in }
            if isReady { return true }
            guard try wait(milliseconds: WireConnection.greetingMilliseconds), try fill() else {
                return false
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    // MARK: Sending

    /// Whether bytes are waiting for the kernel to accept them.
    var hasUnsent: Bool { written < outgoing.count }

    /// Appends bytes to the send buffer.
    func append(_ bytes: [UInt8]) { outgoing.append(contentsOf: bytes) }

    /// Sends as much as the kernel accepts.
    func flush() throws {
        while written < outgoing.count {
            let sent = unsafe outgoing.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0 {
                if errno == EINTR { continue }
                guard errno == EAGAIN else { throw WireConnection.lost }
                return forgetWritten()
            }
            written += sent
        }
        outgoing.removeAll(keepingCapacity: true)
        written = 0
    }

    /// The most sent bytes that are kept before the buffer is compacted.
    private static let writtenBytesMax = 1_048_576

    private func forgetWritten() {
        guard written > WireConnection.writtenBytesMax else { return }
        outgoing.removeFirst(written)
        written = 0
    }

    // MARK: Waiting

    /// Waits until data arrives, the kernel accepts more of the unsent bytes, the alarm fires, or
    /// the timeout passes. Returns whether data arrived.
    func wait(milliseconds: Int32) throws -> Bool {
        items[0].events = Int16(POLLIN) | (hasUnsent ? Int16(POLLOUT) : 0)
        guard unsafe poll(&items, nfds_t(items.count), milliseconds) > 0 else { return false }
        if hasUnsent, items[0].revents & Int16(POLLOUT) != 0 { try flush() }
        return items[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0
    }

    /// Waits for the alarm or the timeout, ignoring arriving data. If bytes are unsent, waits as
    /// `wait` does instead.
    func waitForAlarm(milliseconds: Int32) throws {
        if hasUnsent {
            _ = try wait(milliseconds: milliseconds)
        } else {
            _ = unsafe poll(&items[1], 1, milliseconds)
        }
    }

    // MARK: Receiving

    /// Reads once. Returns whether data arrived.
    func fill() throws -> Bool {
        if begun == filled {
            (begun, filled, scanned) = (0, 0, 0)
        } else if incoming.count - filled < ZMTP.frameBytesMax {
            moveDown()
        }
        let space = filled..<incoming.count
        guard !space.isEmpty else { throw WireConnection.noZMTP }
        let came = unsafe incoming.withUnsafeMutableBytes { buffer in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[space])
            return unsafe recv(descriptor, rest.baseAddress, rest.count, 0)
        }
        if came > 0 {
            filled += came
            return true
        }
        guard came < 0, errno == EAGAIN || errno == EINTR else { throw WireConnection.lost }
        return false
    }

    /// Whether the last read may have left data behind.
    var isFull: Bool { filled == incoming.count }

    private func moveDown() {
        let distance = begun
        guard distance > 0 else { return }
        unsafe incoming.withUnsafeMutableBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[begun..<filled])
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[0...]).copyMemory(from: rest)
        }
        begun = 0
        filled -= distance
        scanned -= distance
        for place in frames.indices {
            let old = frames[place]
            frames[place] = (old.lowerBound - distance)..<(old.upperBound - distance)
        }
    }

    /// Passes each complete reply to `body`: its header, whether it is the last part, and its
    /// payload, which is valid during the call. Returns the number of messages that are not valid
    /// replies.
    func takeReplies(
        _ body: (ReplyHeader, _ isFinal: Bool, _ payload: Span<UInt8>) -> Void
    ) throws -> Int {
        var strays = 0
        while let found = try nextFrame() {
            if found.isCommand {
                try answer(found.body)
                continue
            }
            frames.append(found.body)
            guard frames.count <= ZMTP.framesMax else { throw WireConnection.noZMTP }
            if found.hasMore { continue }
            if !handOver(body) { strays += 1 }
            frames.removeAll(keepingCapacity: true)
            begun = scanned
        }
        return strays
    }

    private func nextFrame() throws -> ZMTP.Found? {
        do throws(ZMTP.Problem) {
            let buffer = incoming
            let bytes = buffer.span.extracting(0..<filled)
            guard let found = try ZMTP.found(in: bytes, at: scanned) else { return nil }
            scanned = found.body.upperBound
            return found
        } catch {
            throw WireConnection.noZMTP
        }
    }

    /// Frames: MDPC02, 02 or 03, service, envelope, payload (docs/protocol.md).
    private func handOver(
        _ body: (ReplyHeader, _ isFinal: Bool, _ payload: Span<UInt8>) -> Void
    ) -> Bool {
        guard frames.count == 4 || frames.count == 5, frames[1].count == 1 else { return false }
        let buffer = incoming
        let bytes = buffer.span
        let command = bytes[frames[1].lowerBound]
        guard command == 2 || command == 3,
            let header = try? ReplyHeader.decode(bytes.extracting(frames[3]))
        else { return false }
        let payload = frames.count == 5 ? frames[4] : 0..<0
        body(header, command == 3, bytes.extracting(payload))
        return true
    }

    /// Handles a ZMTP command: replies to PING, and throws for ERROR.
    private func answer(_ range: Range<Int>) throws {
        let bytes = Array(incoming[range])
        guard let length = bytes.first, bytes.count > Int(length) else { return }
        switch String(decoding: bytes[1...Int(length)], as: UTF8.self) {
        // The name, two bytes of a time to live, and the context.
        case "READY": isReady = true
        case "PING":
            append(ZMTP.pong(Array(bytes.dropFirst(Int(length) + 3))))
            try flush()
        case "ERROR":
            throw LoadTestFailure(.away, "The broker refuses the connection: another user's?")
        default: break
        }
        if frames.isEmpty { begun = scanned }
    }

    private static let lost = LoadTestFailure(
        .away, "The broker closed its connection in the middle of a run")
    private static let noZMTP = LoadTestFailure(
        .other, "What came from the broker is not of the form of ZMTP")
}
