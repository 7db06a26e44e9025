import Contracts
import Glibc

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
        json.endObject()
        write(json.octets + [UInt8(ascii: "\n")])
    }

    private static func writeToStandardError(_ line: [UInt8]) {
        // One call a line, so that lines of several threads do not mix. A full disk or a closed
        // reader loses the line: logging never stops a service.
        _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
    }
}
