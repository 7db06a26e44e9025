import Foundation
import Glibc

/// Programs that this one starts for work that needs libraries of its own.
public enum SiblingProgram {
    /// Where one lies: `COMPASS_BIN` names another folder of programs; else it is this program's
    /// own.
    public static func path(of name: String, _ environment: [String: String]) -> String {
        if let folder = environment["COMPASS_BIN"], !folder.isEmpty { return "\(folder)/\(name)" }
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: own ?? CommandLine.arguments.first ?? "")
        return folder.deletingLastPathComponent().appending(path: name).path
    }

    /// How a program ended, and what it wrote.
    public struct Ending: Sendable {
        public let output: [UInt8]
        /// What it wrote to stderr, if that was asked for.
        public let errors: [UInt8]
        public let isSuccess: Bool
    }

    /// Why a program did not run.
    public enum Problem: Error {
        /// There is none where it should be.
        case missing(path: String)
        /// This process has as many files open as it may.
        case tooManyFiles(limit: Int)
        /// The system did not start it, for this reason.
        case notStarted(String)

        init(errno code: CInt) {
            if code == EMFILE || code == ENFILE {
                self = .tooManyFiles(limit: Self.filesMax)
            } else {
                self = .notStarted(unsafe String(cString: strerror(code)))
            }
        }

        /// Why, in a sentence without its end.
        public var text: String {
            switch self {
            case .missing(let path): "There is no program at \(path)"
            case .tooManyFiles(let limit): String(Self.reason(ofLimit: limit).dropLast())
            case .notStarted(let reason): reason
            }
        }

        /// The most files that this process may have open (RLIMIT_NOFILE).
        private static var filesMax: Int {
            var limit = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            return Int(clamping: limit.rlim_cur)
        }

        /// What to say of the limit of open files.
        public static func reason(ofLimit limit: Int) -> String {
            "Too many files are open: the limit is \(limit) (ulimit -n)."
        }
        /// What to do about it.
        public static let limitRemedy = "Raise it with ulimit -n 1024, or try again later."
    }

    /// The bytes that are read from a program at once.
    private static let chunkBytes = 65_536

    /// Runs a program with `input` as its stdin and waits for its end. Its stderr is this program's
    /// unless `readsErrors`. After `timeLimit`, it is killed.
    public static func run(
        _ name: String, _ arguments: [String] = [], input: [UInt8], environment: [String: String],
        readsErrors: Bool = false, timeLimit: Duration? = nil
    ) throws(Problem) -> Ending {
        let path = path(of: name, environment)
        guard unsafe access(path, X_OK) == 0 else { throw .missing(path: path) }
        let deadline = timeLimit.map { ContinuousClock.now + $0 }
        let (order, report) = (try ProcessPipe(), try ProcessPipe())
        let errors = readsErrors ? try ProcessPipe() : nil
        let process = try ChildProcess(
            path, arguments, environment: environment, input: order.reading,
            output: report.writing, errors: errors?.writing)
        order.closeReading()
        report.closeWriting()
        errors?.closeWriting()
        let written = exchange(input, order, [report, errors].compactMap { $0 }, deadline) {
            process.kill()
        }
        let code = process.end(by: deadline)
        return Ending(
            output: written[0], errors: readsErrors ? written[1] : [], isSuccess: code == 0)
    }

    /// Writes the order and reads the reports at once, so that neither side waits for the other.
    /// Returns what was read from each.
    private static func exchange(
        _ input: [UInt8], _ order: ProcessPipe, _ reports: [ProcessPipe],
        _ deadline: ContinuousClock.Instant?, overdue: () -> Void
    ) -> [[UInt8]] {
        var rest = input[...]
        var read = reports.map { _ in [UInt8]() }
        var buffer = [UInt8](repeating: 0, count: chunkBytes)
        _ = fcntl(order.writing, F_SETFL, O_NONBLOCK)
        if rest.isEmpty { order.closeWriting() }
        var deadline = deadline
        while order.writing >= 0 || reports.contains(where: { $0.reading >= 0 }) {
            // A descriptor of -1 is passed over.
            var waited = [pollfd(fd: order.writing, events: Int16(POLLOUT), revents: 0)]
            waited += reports.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
            let patience = deadline.map { max(.zero, $0 - .now) / .milliseconds(1) } ?? -1
            let count = unsafe poll(&waited, nfds_t(waited.count), CInt(patience.rounded(.up)))
            guard count != 0 else {
                // It is dead soon, and its pipes end.
                overdue()
                deadline = nil
                continue
            }
            guard count > 0 else {
                if errno == EINTR { continue }
                break
            }
            // Writing fails if the program ended early; what it reports says why.
            if waited[0].revents != 0, !order.write(from: &rest) || rest.isEmpty {
                order.closeWriting()
            }
            for (place, report) in reports.enumerated() where waited[place + 1].revents != 0 {
                if !report.read(into: &read[place], buffer: &buffer) { report.closeReading() }
            }
        }
        return read
    }
}
