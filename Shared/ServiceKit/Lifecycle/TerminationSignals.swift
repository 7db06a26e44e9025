import Glibc

/// Lets one thread wait for SIGTERM and SIGINT. Create it before any other thread starts, because
/// it blocks the signals in all of them.
final class TerminationSignals: Sendable {
    private let set: sigset_t

    /// Blocks the signals in this thread and in all threads it starts.
    init() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        // Writing to a closed pipe or socket must return an error, not end the process.
        signal(SIGPIPE, SIG_IGN)
        // The same applies to a file at its size limit (RLIMIT_FSIZE).
        signal(SIGXFSZ, SIG_IGN)
        self.set = set
    }

    /// Whether one of the signals is pending.
    var isPending: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return unsafe sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1
    }

    /// Waits for one of the signals and returns its number.
    func wait() -> Int32 {
        var set = set
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }

    /// Ends the process with exit code 1 on the next signal or after `limit`, in whole seconds, so
    /// that a component that does not stop cannot block the others.
    func exitOnNextSignal(orAfter limit: Duration) {
        signal(SIGTERM) { _ in _exit(1) }
        signal(SIGINT) { _ in _exit(1) }
        signal(SIGALRM) { _ in _exit(1) }
        alarm(UInt32(clamping: max(1, limit.components.seconds)))
        var set = set
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
