internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// A named thread of ours that can be waited for.
final class OwnedThread: @unchecked Sendable {
    // @unchecked: `Thread` lacks the mark; after the start it is only compared with `current`.

    /// Room for SQLite's deepest recursion and a handler's frames; only touched pages cost.
    private static let stackBytes = 1 << 20
    /// How much nicer than its process such a thread is (nice(2), on Linux of one thread): what
    /// computes stands back behind what carries messages, which then waits for no full time slice.
    static let niceness: Int32 = 3

    private let thread: Thread
    private let ended: DispatchSemaphore

    private init(thread: Thread, ended: DispatchSemaphore) {
        self.thread = thread
        self.ended = ended
    }

    /// What a thread made before its loop began.
    struct Started<Value: Sendable>: Sendable {
        let thread: OwnedThread
        let value: Value
    }

    /// Starts a thread and waits until `prepare` has run on it; what that throws is thrown here.
    /// The loop that it returns keeps what belongs to the thread (a connection) on the thread.
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

    /// True on this thread itself.
    var isCurrent: Bool { Thread.current == thread }

    /// Waits for its end; once only.
    func join() { ended.wait() }
}

/// A result that another thread will bring.
final class WaitingResult<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    func put(_ value: Result<Value, any Error>) {
        result.withLock { $0 = value }
        arrived.signal()
    }

    /// Waits for the result; once only.
    func take() throws -> Value {
        arrived.wait()
        guard let value = result.withLock({ $0 }) else {
            preconditionFailure("a result is taken after it was put")
        }
        return try value.get()
    }
}
