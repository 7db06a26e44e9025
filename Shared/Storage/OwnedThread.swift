internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// A named thread that its owner joins.
final class OwnedThread: @unchecked Sendable {
    // @unchecked: `Thread` is not marked Sendable; after the start it is only compared with
    // `current`.

    /// Enough for SQLite's deepest recursion and a handler's frames; untouched pages cost nothing.
    private static let stackBytes = 1 << 20
    /// The nice increment of database threads (nice(2) is per thread on Linux). The kernel prefers
    /// the message threads, so that they need not wait out a full time slice.
    static let niceness: Int32 = 3

    private let thread: Thread
    private let ended: DispatchSemaphore

    private init(thread: Thread, ended: DispatchSemaphore) {
        self.thread = thread
        self.ended = ended
    }

    /// A running thread and the value that its preparation returned.
    struct Started<Value: Sendable>: Sendable {
        let thread: OwnedThread
        let value: Value
    }

    /// Starts a thread and waits until `prepare` has run on it; rethrows its error. The loop
    /// returned by `prepare` keeps thread-bound objects, such as a connection, on the thread.
    static func start<Value: Sendable>(
        name: String, prepare: @escaping @Sendable () throws -> (Value, () -> Void)
    ) throws -> Started<Value> {
        let ready = WaitingResult<Value>()
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { ended.signal() }
            _ = nice(niceness)
            do {
                let (value, loop) = try prepare()
                ready.put(.success(value))
                loop()
            } catch {
                ready.put(.failure(error))
            }
        }
        thread.name = name
        thread.stackSize = stackBytes
        thread.start()
        let value: Value
        do {
            value = try StorageError.translated { try ready.take() }
        } catch {
            ended.wait()
            throw error
        }
        return Started(thread: OwnedThread(thread: thread, ended: ended), value: value)
    }

    /// Whether the caller runs on this thread.
    var isCurrent: Bool { Thread.current == thread }

    /// Waits for the thread to end. Call it once.
    func join() { ended.wait() }
}

/// A result that another thread delivers.
final class WaitingResult<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    func put(_ value: Result<Value, any Error>) {
        result.withLock { $0 = value }
        arrived.signal()
    }

    /// Waits for the result. Call it once.
    func take() throws -> Value {
        arrived.wait()
        guard let value = result.withLock({ $0 }) else {
            preconditionFailure("a result is taken after it was put")
        }
        return try value.get()
    }
}
