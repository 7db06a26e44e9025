import Glibc

/// SIGTERM and SIGINT as something that one thread waits for. Make it before any other thread
/// starts: the signals are blocked in all of them.
final class TerminationSignals: Sendable {
    private let set: sigset_t

    /// Blocks the signals in this thread and in all that it starts.
    init() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        // A peer that closes its end is an error value, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more (RLIMIT_FSIZE).
        signal(SIGXFSZ, SIG_IGN)
        self.set = set
    }

    /// Whether one of the signals has arrived and waits to be taken.
    var isPending: Bool {
        var pending = sigset_t()
        unsafe sigpending(&pending)
        return unsafe sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1
    }

    /// Waits for one of the signals and answers its number.
    func wait() -> Int32 {
        var set = set
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }

    /// From now on a further signal ends the process at once, with exit code 1, and so does the
    /// end of the limit, in whole seconds: a part that does not end must not keep the others.
    func exitOnNextSignal(orAfter limit: Duration) {
        signal(SIGTERM) { _ in _exit(1) }
        signal(SIGINT) { _ in _exit(1) }
        signal(SIGALRM) { _ in _exit(1) }
        alarm(UInt32(clamping: max(1, limit.components.seconds)))
        var set = set
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
