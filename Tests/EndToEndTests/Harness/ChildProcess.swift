import Foundation
import Glibc
import Synchronization

/// A process started by a test. The thread that started it must wait for it; any thread may signal
/// it. A signal never reaches another process that was later given the same id.
final class ChildProcess: Sendable {
    /// How a process ended, as reported by `waitpid`.
    enum Ending: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    /// The reason why a process did not start.
    struct SpawnFailure: Error, CustomStringConvertible {
        let description: String
    }

    let processID: pid_t
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program with exactly this environment. `descriptors` maps descriptors of the child
    /// to ours; all others are closed in the child.
    init(
        _ program: String, _ arguments: [String], environment: [String: String],
        descriptors: [Int32: Int32]
    ) throws {
        // The child must end if the tests are killed.
        let guardian = "/usr/bin/setpriv"
        let isGuarded = FileManager.default.isExecutableFile(atPath: guardian)
        processID = try Self.spawn(
            isGuarded
                ? [guardian, "--pdeathsig", "KILL", program] + arguments : [program] + arguments,
            environment.map { "\($0)=\($1)" }, descriptors)
    }

    /// Sends a signal, unless the process has been waited for.
    func send(_ signal: Int32) {
        ending.withLock { ending in
            if ending == nil { _ = kill(processID, signal) }
        }
    }

    /// Waits for the process to end.
    @discardableResult
    func wait() -> Ending {
        if let known = ending.withLock({ $0 }) { return known }
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0,
            errno == EINTR
        {}
        return ending.withLock { ending in
            if let known = ending { return known }
            var status: Int32 = 0
            while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let found: Ending = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
            ending = found
            return found
        }
    }

    /// A pipe that no process started here inherits by accident.
    static func makePipe() -> (reading: Int32, writing: Int32)? {
        spawning.withLock { _ in
            var ends: [Int32] = [0, 0]
            guard unsafe pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return (ends[0], ends[1])
        }
    }

    /// Held while a process is started or a pipe created.
    private static let spawning = Mutex(())

    private static func spawn(
        _ words: [String], _ environment: [String], _ descriptors: [Int32: Int32]
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (theirs, ours) in descriptors.sorted(by: { $0.key < $1.key }) {
            unsafe posix_spawn_file_actions_adddup2(&actions, ours, theirs)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        unsafe sigemptyset(&nothing)
        var everything = sigset_t()
        unsafe sigfillset(&everything)
        unsafe posix_spawnattr_setsigmask(&attributes, &nothing)
        unsafe posix_spawnattr_setsigdefault(&attributes, &everything)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let code = spawning.withLock { _ in
            unsafe posix_spawn(
                &processID, words[0], &actions, &attributes, arguments, variables)
        }
        guard code == 0 else {
            throw SpawnFailure(
                description: "\(words[0]): \(unsafe String(cString: strerror(code)))")
        }
        return processID
    }
}
