import Contracts
import Glibc
import Synchronization

/// How much a log line matters.
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

    /// Debug matters least.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Writes one JSON object a line to standard error: time, level, service, message, then metadata
/// with dotted keys in lower case. Bodies, tokens and texts of users never go into it.
public struct Logger: Sendable {
    private let service: String
    private let level: LogLevel
    private let clock: ProcessClock
    private let write: @Sendable ([UInt8]) -> Void

    /// A log of this service at this level and above.
    public init(
        service: String, level: LogLevel = .info, clock: ProcessClock = ProcessClock(),
        write: (@Sendable ([UInt8]) -> Void)? = nil
    ) {
        self.service = service
        self.level = level
        self.clock = clock
        self.write = write ?? Logger.writeToStandardError
    }

    /// Something that matters only while looking for a fault.
    public func debug(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.debug, message, metadata)
    }

    /// Something worth knowing.
    public func info(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.info, message, metadata)
    }

    /// Something that should not last.
    public func warning(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.warning, message, metadata)
    }

    /// Something that needs a person.
    public func error(_ message: String, _ metadata: KeyValuePairs<String, String> = [:]) {
        log(.error, message, metadata)
    }

    private func log(
        _ level: LogLevel, _ message: String, _ metadata: KeyValuePairs<String, String>
    ) {
        guard level >= self.level else { return }
        var json = JSONWriter(capacity: 256)
        json.beginObject()
        json.key("time")
        json.instant(clock.now())
        json.key("level")
        json.string(level.word)
        json.key("service.name")
        json.string(service)
        json.key("message")
        json.string(message)
        for (key, value) in metadata {
            json.key(dynamic: key)
            json.string(value)
        }
        let lost = Logger.lostLines.exchange(0, ordering: .relaxed)
        if lost > 0 {
            json.key("log.lost_lines")
            json.string("\(lost)")
        }
        json.endObject()
        write(json.bytes + [UInt8(ascii: "\n")])
    }

    /// Lines that could not be written; the next one that can says how many.
    private static let lostLines = Atomic(0)

    /// Where lines go. The reader of a pipe stops reading while the disk of its files is full: an
    /// open file of our own that never waits keeps the service from stopping with it.
    private static let descriptor: Int32 = {
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            return STDERR_FILENO
        }
        let own = unsafe open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return own >= 0 ? own : STDERR_FILENO
    }()

    private static func writeToStandardError(_ line: [UInt8]) {
        // One call a line, so that lines of several threads do not mix. A full disk or a closed
        // reader loses the line: logging never stops a service.
        let written = unsafe line.withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if written != line.count { lostLines.wrappingAdd(1, ordering: .relaxed) }
    }
}
