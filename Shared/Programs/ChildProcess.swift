internal import CSystem
import Glibc

/// A process that this one has started, without a shell. The thread that started it waits for its
/// end: programs that end with their parent take that thread for the parent.
public struct ChildProcess: Sendable {
    private let processID: Int32

    /// Starts a program with exactly these variables and, as its stdin, stdout and stderr, these
    /// descriptors; nil for this process's own. It inherits no other descriptor, and no key that
    /// interrupts this process reaches it.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String], input: CInt?,
        output: CInt?, errors: CInt?
    ) throws(SiblingProgram.Problem) {
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var started: Int32 = 0
        let descriptors = [input ?? -1, output ?? -1, errors ?? -1]
        let code = unsafe compass_start(&started, path, words, variables, descriptors)
        guard code == 0 else { throw SiblingProgram.Problem(errno: code) }
        processID = started
    }

    /// Kills it. To be called only before the end has been waited for.
    public func kill() { _ = Glibc.kill(processID, SIGKILL) }

    /// Asks it to end. To be called only before the end has been waited for.
    public func terminate() { _ = Glibc.kill(processID, SIGTERM) }

    /// Waits for its end. Returns the exit code, or the negative signal that ended it. After the
    /// deadline it is killed.
    public func end(by deadline: ContinuousClock.Instant? = nil) -> CInt {
        var status: CInt = 0
        if let deadline {
            while unsafe waitpid(processID, &status, WNOHANG) == 0 {
                guard ContinuousClock.now < deadline else {
                    kill()
                    return end()
                }
                // POSIX has no wait with a limit, and SIGCHLD belongs to whoever hosts this module.
                usleep(Self.pauseMicroseconds)
            }
        } else {
            while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
        }
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : -signal
    }

    /// Runs a program that reads this process's own stdin or `input`, and whose output nobody
    /// reads. Returns its exit code, the negative signal that ended it, or nil if it was killed
    /// because it did not end within the limit.
    public static func run(
        _ path: String, _ arguments: [String], environment: [String: String], input: CInt? = nil,
        timeLimit: Duration? = nil
    ) throws(SiblingProgram.Problem) -> CInt? {
        let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { throw SiblingProgram.Problem(errno: errno) }
        defer { close(nowhere) }
        let deadline = timeLimit.map { ContinuousClock.now + $0 }
        let process = try ChildProcess(
            path, arguments, environment: environment, input: input, output: nowhere,
            errors: nowhere)
        let code = process.end(by: deadline)
        if let deadline, code == -SIGKILL, ContinuousClock.now >= deadline { return nil }
        return code
    }

    /// The pause between two looks at a process that has a time limit, in microseconds.
    private static let pauseMicroseconds: useconds_t = 2_000
}

/// A pipe to or from a process that is started. No other process inherits an end of it.
final class ProcessPipe {
    private(set) var reading: CInt
    private(set) var writing: CInt

    init() throws(SiblingProgram.Problem) {
        var ends: [CInt] = [-1, -1]
        guard unsafe compass_pipe(&ends) == 0 else {
            throw SiblingProgram.Problem(errno: errno)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        closeReading()
        closeWriting()
    }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Reads what there is. Returns false at the end.
    func read(into bytes: inout [UInt8], buffer: inout [UInt8]) -> Bool {
        let count = unsafe buffer.withUnsafeMutableBytes { space in
            unsafe Glibc.read(reading, space.baseAddress, space.count)
        }
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes += buffer.prefix(count)
        return count > 0
    }

    /// Writes what the pipe takes. Returns false if nobody reads it any more.
    func write(from bytes: inout ArraySlice<UInt8>) -> Bool {
        let count = unsafe bytes.withUnsafeBytes { rest in
            unsafe Glibc.write(writing, rest.baseAddress, rest.count)
        }
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes = bytes.dropFirst(count)
        return true
    }
}
