import Glibc

/// A descriptor that text is collected for and written to. A reader that went away ends the output
/// quietly: `compass interactions list | head -1` is no failure.
public final class OutputChannel {
    /// Text is written when this much has come together, in bytes.
    static let bufferBytesMax = 64 * 1_024

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Whether nobody reads any more.
    public private(set) var isClosed = false

    /// What the system says when it could not take the output (a full disk, a closed descriptor);
    /// nil as long as it does, and when a pipe's reader went away.
    public private(set) var problem: String?

    /// A channel on a descriptor that stays open. The process must ignore SIGPIPE: see
    /// `ignoreBrokenPipes`.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Makes writing to a closed pipe an answer instead of the end of the process.
    public static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Keeps the numbers 0 to 2 from being given to sockets and files when a process is started
    /// without them: what is written there must not reach the broker. Writing fails then.
    public static func reserveStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that was missing.
            _ = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
    }

    /// Waits so long, or until nobody reads any more, also when nothing is written meanwhile;
    /// whether somebody still reads.
    public func isRead(after time: Duration) -> Bool {
        // A closed pipe is an error on its writing end, which is told without being asked for.
        var end = pollfd(fd: descriptor, events: 0, revents: 0)
        _ = unsafe poll(&end, 1, Int32(clamping: Int64(time / .milliseconds(1))))
        return !isClosed && end.revents & Int16(POLLERR | POLLHUP) == 0
    }

    /// Adds a text.
    public func write(_ text: String) { write(Array(text.utf8)) }

    /// Adds bytes.
    public func write(_ bytes: [UInt8]) {
        buffer += bytes
        if buffer.count >= Self.bufferBytesMax { flush() }
    }

    /// Adds a line with its end.
    public func line(_ text: String) { write(text + "\n") }

    /// Writes what has come together.
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
