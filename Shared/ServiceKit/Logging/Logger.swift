import Contracts
import Glibc
import Synchronization

/// The severity of a log line.
public enum LogLevel: Int, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error

    /// The word in the log line and in the configuration.
    public var word: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Writes one JSON object per line to standard error: time, level, service, message, then metadata
/// with dotted lower-case keys. Never logs bodies, tokens or user texts.
public struct Logger: Sendable {
    private let service: String
    private let level: LogLevel
    private let clock: ProcessClock
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates a logger for this service; it drops messages below `level`.
    public init(
        service: String, level: LogLevel = .info, clock: ProcessClock = ProcessClock(),
        write: (@Sendable ([UInt8]) -> Void)? = nil
    ) {
        self.service = service
        self.level = level
        self.clock = clock
        self.write = write ?? Logger.writeToStandardError
    }

    /// Logs a detail for debugging.
    public func debug(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.debug, message, metadata)
    }

    /// Logs a normal event.
    public func info(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.info, message, metadata)
    }

    /// Logs a condition that should be temporary.
    public func warning(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.warning, message, metadata)
    }

    /// Logs a failure that needs a person's attention.
    public func error(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.error, message, metadata)
    }

    private func log(
        _ level: LogLevel, _ message: String, _ metadata: KeyValuePairs<String, String>
    ) {
        guard level >= self.level else { return }
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.member("time", clock.now())
        json.member("level", level.word)
        json.member("service.name", service)
        json.member("message", message)
        for (key, value) in metadata {
            json.key(dynamic: key)
            json.string(value)
        }
        let lost = Logger.lostLines.exchange(0, ordering: .relaxed)
        if lost > 0 {
            json.member("log.lost_lines", "\(lost)")
        }
        json.endObject()
        write(json.bytes + [UInt8(ascii: "\n")])
    }

    /// The number of lines that could not be written; reported by the next line that can.
    private static let lostLines = Atomic(0)

    /// The descriptor of the log. The reader of a pipe stops reading while its disk is full. A
    /// non-blocking descriptor of our own keeps the service from blocking with it.
    private static let descriptor: Int32 = {
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            return STDERR_FILENO
        }
        let own = unsafe open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return own >= 0 ? own : STDERR_FILENO
    }()

    private static func writeToStandardError(_ line: [UInt8]) {
        // One system call per line, so that lines of several threads do not mix. A full disk or a
        // closed reader loses the line: logging never blocks a service.
        let written = unsafe line.withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if written != line.count { lostLines.wrappingAdd(1, ordering: .relaxed) }
    }
}
