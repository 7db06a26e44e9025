import Glibc
import ZeroMQ

/// A named POSIX thread that its owner joins.
final class OwnedThread: @unchecked Sendable {
    // Written once before the thread is shared; joined by one caller at a time (see `join`).
    private var handle = pthread_t()

    private final class Start {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread; nil if the system refuses one.
    init?(named name: String, _ body: @escaping @Sendable () -> Void) {
        let start = Start(name: name, body: body)
        let context = unsafe Unmanaged.passRetained(start)
        let result = unsafe pthread_create(
            &handle, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                ThreadName.set(start.name)
                start.body()
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            unsafe context.release()
            return nil
        }
    }

    /// Whether the caller runs on this thread.
    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Waits for the thread to end. Call it once, from another thread.
    func join() {
        pthread_join(handle, nil)
    }
}

/// The clock of all runners: CLOCK_MONOTONIC.
enum MonotonicClock {
    static func now() -> MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(
            milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns how long a poll may sleep: until `deadline`, at most `most`; 0 if the deadline has
    /// passed.
    static func sleep(until deadline: MonotonicTime?, from now: MonotonicTime, most: Int) -> Int {
        guard let deadline else { return most }
        return Int(min(deadline.milliseconds(since: now), Int64(most)))
    }
}
