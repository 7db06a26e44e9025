import CZeroMQ
import Glibc

/// A multipart message, whose frames are moved between sockets without copying.
///
/// A message has one owner at a time. An invalid frame index traps; compare it with `count` first.
@safe
public final class Message {
    /// The most frames of a message. The receiver reads a longer one to its end and discards it.
    public static let framesMax = 32

    private var frames: UnsafeMutablePointer<zmq_msg_t>
    private var capacity: Int
    public private(set) var count = 0
    /// The descriptor of the connection over which a `ServerSocket` received the message.
    public internal(set) var sourceDescriptor: Int32?

    /// Creates a message without frames, with initial capacity for `capacity` frames.
    public init(capacity: Int = 8) {
        self.capacity = max(1, min(capacity, Message.framesMax))
        unsafe frames = .allocate(capacity: self.capacity)
    }

    deinit {
        removeAll()
        unsafe frames.deallocate()
    }

    /// Closes all frames and keeps the capacity.
    public func removeAll() {
        for index in 0..<count {
            _ = unsafe zmq_msg_close(frames + index)
        }
        count = 0
        sourceDescriptor = nil
    }

    /// Appends a frame with a copy of `bytes`.
    public func append(copying bytes: UnsafeRawBufferPointer) throws(ZeroMQError) {
        let size = bytes.count
        try unsafe appendFrame("zmq_msg_init_size") { unsafe zmq_msg_init_size($0, size) }
        guard size > 0, let target = unsafe zmq_msg_data(frames + (count - 1)) else { return }
        unsafe UnsafeMutableRawBufferPointer(start: target, count: size).copyMemory(from: bytes)
    }

    /// The length of frame `index` in bytes.
    public func byteCount(at index: Int) -> Int {
        precondition(index >= 0 && index < count, "no such frame")
        return unsafe zmq_msg_size(frames + index)
    }

    /// Returns the total length in bytes of all frames from `index` on.
    public func byteCount(from index: Int) -> Int {
        var sum = 0
        var next = max(0, index)
        while next < count {
            sum += byteCount(at: next)
            next += 1
        }
        return sum
    }

    /// Calls `body` with the bytes of frame `index`, which are valid during the call only.
    public func withBytes<Result, Failure: Error>(
        at index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(buffer(at: index).span)
    }

    /// Calls `body` with the bytes of frame `index` for writing in place.
    public func withMutableBytes<Result, Failure: Error>(
        at index: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = unsafe buffer(at: index).mutableSpan
        return try body(&span)
    }

    private func buffer(at index: Int) -> UnsafeMutableBufferPointer<UInt8> {
        precondition(index >= 0 && index < count, "no such frame")
        let frame = unsafe frames + index
        return unsafe UnsafeMutableRawBufferPointer(
            start: zmq_msg_data(frame), count: zmq_msg_size(frame)
        ).assumingMemoryBound(to: UInt8.self)
    }

    /// Returns a copy of frame `index`.
    public func bytes(at index: Int) -> [UInt8] {
        withBytes(at: index) { span in
            unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
        }
    }

    /// Appends a frame with a copy of `bytes`.
    public func append(_ bytes: [UInt8]) throws(ZeroMQError) {
        try append(bytes.span)
    }

    /// Appends a frame with a copy of `bytes`.
    public func append(_ bytes: Span<UInt8>) throws(ZeroMQError) {
        try unsafe bytes.withUnsafeBytes { buffer throws(ZeroMQError) in
            try unsafe append(copying: buffer)
        }
    }

    /// Appends a frame with the UTF-8 bytes of `text`.
    public func append(_ text: StaticString) throws(ZeroMQError) {
        try unsafe append(
            copying: UnsafeRawBufferPointer(
                start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a frame of one byte.
    public func append(_ byte: UInt8) throws(ZeroMQError) {
        try unsafe appendFrame("zmq_msg_init_size") { unsafe zmq_msg_init_size($0, 1) }
        let frame = unsafe frames + (count - 1)
        unsafe zmq_msg_data(frame)?.storeBytes(of: byte, as: UInt8.self)
    }

    /// Moves the frames of `other` from `index` on to the end of this message. The earlier frames
    /// stay in `other`.
    public func appendFrames(movedFrom other: Message, from index: Int) throws(ZeroMQError) {
        precondition(other !== self, "a message cannot be moved into itself")
        let first = max(0, index)
        guard first < other.count else { return }
        for position in first..<other.count {
            let source = unsafe other.frames + position
            try unsafe appendFrame("zmq_msg_init") { unsafe zmq_msg_init($0) }
            let target = unsafe frames + (count - 1)
            try require("zmq_msg_move") { unsafe zmq_msg_move(target, source) }
            _ = unsafe zmq_msg_close(source)
        }
        other.count = first
    }

    /// Closes the frames from `length` on.
    func truncate(to length: Int) {
        while count > max(0, length) { dropLast() }
    }

    private func appendFrame(
        _ name: StaticString, _ initialise: (UnsafeMutablePointer<zmq_msg_t>) -> Int32
    ) throws(ZeroMQError) {
        precondition(count < Message.framesMax, "a message has at most framesMax frames")
        if count == capacity { grow() }
        let frame = unsafe frames + count
        try require(name) { unsafe initialise(frame) }
        count += 1
    }

    /// Doubles the capacity. `zmq_msg_t` values must be moved with `zmq_msg_move`.
    private func grow() {
        let larger = min(capacity * 2, Message.framesMax)
        let next = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: larger)
        for index in 0..<count {
            _ = unsafe zmq_msg_init(next + index)
            _ = unsafe zmq_msg_move(next + index, frames + index)
            _ = unsafe zmq_msg_close(frames + index)
        }
        unsafe frames.deallocate()
        unsafe frames = next
        capacity = larger
    }
}

// MARK: For sockets

extension Message {
    /// Appends an uninitialized frame of `byteCount` bytes.
    func appendFrame(byteCount: Int) throws(ZeroMQError) {
        try unsafe appendFrame("zmq_msg_init_size") { unsafe zmq_msg_init_size($0, byteCount) }
    }

    /// Writes into the last frame at `place`; traps if the bytes do not fit.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) {
        let frame = unsafe frames + (count - 1)
        precondition(place >= 0 && place + bytes.count <= (unsafe zmq_msg_size(frame)), "no room")
        guard bytes.count > 0, let start = unsafe zmq_msg_data(frame) else { return }
        unsafe (start + place).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    }

    /// Calls `body` with the bytes of frame `index`, which are valid during the call only.
    func withRawBytes(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        precondition(index >= 0 && index < count, "no such frame")
        let frame = unsafe frames + index
        unsafe body(UnsafeRawBufferPointer(start: zmq_msg_data(frame), count: zmq_msg_size(frame)))
    }

    /// Receives one frame; `more` is true if another frame of the message follows.
    func receiveFrame(
        from socket: UnsafeMutableRawPointer
    ) throws(ZeroMQError) -> (result: CallResult, more: Bool) {
        try unsafe appendFrame("zmq_msg_init") { unsafe zmq_msg_init($0) }
        let frame = unsafe frames + (count - 1)
        do throws(ZeroMQError) {
            let result = try call("zmq_msg_recv") {
                unsafe zmq_msg_recv(frame, socket, ZMQ_DONTWAIT)
            }
            guard case .value = result else {
                dropLast()
                return (result, false)
            }
            return unsafe (result, zmq_msg_more(frame) != 0)
        } catch {
            dropLast()
            throw error
        }
    }

    /// Sends frame `index`; libzmq empties the frame if it accepts it.
    func sendFrame(
        at index: Int, to socket: UnsafeMutableRawPointer
    ) throws(ZeroMQError) -> CallResult {
        let flags = index + 1 < count ? ZMQ_DONTWAIT | ZMQ_SNDMORE : ZMQ_DONTWAIT
        let frame = unsafe frames + index
        return try call("zmq_msg_send") { unsafe zmq_msg_send(frame, socket, flags) }
    }

    private func dropLast() {
        _ = unsafe zmq_msg_close(frames + (count - 1))
        count -= 1
    }
}
