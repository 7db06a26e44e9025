import Glibc

/// Buffered output to a descriptor. If the reader goes away the output ends silently: `compass
/// interactions list | head -1` is not an error.
public final class OutputChannel {
    /// The number of buffered bytes that triggers a write.
    static let bufferBytesMax = 64 * 1_024

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Whether the reader has gone away.
    public private(set) var isClosed = false

    /// The system's error if the output failed (a full disk, a closed descriptor); nil otherwise,
    /// and if the reader of a pipe has gone away.
    public private(set) var problem: String?

    /// Creates a channel on a descriptor, which stays open. The process must ignore SIGPIPE (see
    /// `ignoreBrokenPipes`).
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Makes a write to a closed pipe return an error instead of ending the process.
    public static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Occupies the descriptors 0 to 2 if the process was started without them, so that no socket
    /// or file gets these numbers and output cannot reach the broker. Writes to them then fail.
    public static func reserveStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the missing one.
            _ = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
    }

    /// Waits for `time` or until the reader goes away, even if nothing is written. Returns whether
    /// there is still a reader.
    public func isRead(after time: Duration) -> Bool {
        // poll always reports a closed pipe as an error on its writing end.
        var end = pollfd(fd: descriptor, events: 0, revents: 0)
        _ = unsafe poll(&end, 1, Int32(clamping: Int64(time / .milliseconds(1))))
        return !isClosed && end.revents & Int16(POLLERR | POLLHUP) == 0
    }

    /// Appends a text.
    public func write(_ text: String) { write(Array(text.utf8)) }

    /// Appends bytes.
    public func write(_ bytes: [UInt8]) {
        buffer += bytes
        if buffer.count >= Self.bufferBytesMax { flush() }
    }

    /// Appends a line with its end.
    public func line(_ text: String) { write(text + "\n") }

    /// Writes the buffered bytes.
    public func flush() {
        var offset = 0
        while offset < buffer.count, !isClosed {
            let written = unsafe buffer.withUnsafeBytes { bytes in
                unsafe Glibc.write(
                    descriptor, bytes.baseAddress?.advanced(by: offset), buffer.count - offset)
            }
            if written > 0 {
                offset += written
                continue
            }
            let code = errno
            if code == EINTR { continue }
            isClosed = true
            if code != EPIPE { problem = unsafe String(cString: strerror(code)) }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
