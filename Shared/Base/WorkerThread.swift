internal import CSystem
internal import Glibc

/// A named thread that its owner joins.
public final class WorkerThread: Sendable {
    /// The stack, in bytes: enough for SQLite's deepest recursion and a handler's frames. Untouched
    /// pages cost nothing.
    public static let stackBytes = 1 << 20
    /// The longest name in bytes; the kernel truncates longer ones (prctl(2), PR_SET_NAME).
    public static let nameBytesMax = 15

    private let handle: pthread_t
    private let ended: OneShot<Void>

    /// Starts a thread.
    ///
    /// - Parameter niceness: The increment of the nice value, which is per thread on Linux
    ///   (nice(2)): the kernel prefers threads with a lower one.
    /// - Throws: `ThreadError` if the system refuses a thread.
    public init(
        named name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void
    ) throws(ThreadError) {
        let ended = OneShot<Void>()
        let start = Start {
            unsafe compass_set_thread_name(name)
            if niceness != 0 { _ = nice(niceness) }
            body()
            ended.set(())
        }
        handle = try start.run(stackBytes: Self.stackBytes)
        self.ended = ended
    }

    /// Whether the caller runs on this thread.
    public var isCurrent: Bool {
        // The system may give the handle of a thread that has ended to another one.
        !ended.isSet && pthread_equal(handle, pthread_self()) != 0
    }

    /// Waits for the thread to end. Must not be called on the thread itself.
    public func join() { ended.wait() }

    /// Waits for the thread to end, until the deadline at the latest; returns whether it has.
    @discardableResult
    public func join(until deadline: ContinuousClock.Instant) -> Bool {
        ended.wait(until: deadline) != nil
    }
}

/// The system's refusal of a thread.
public struct ThreadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number of pthread_create(3).
    public let number: Int32

    /// The cause and the remedy.
    public var description: String {
        "no thread could be started; raise the limit of processes (ulimit -u)"
    }
}

/// What a thread runs, on its way to it.
private final class Start: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Starts a detached thread and returns its handle.
    func run(stackBytes: Int) throws(ThreadError) -> pthread_t {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { unsafe attributes.deallocate() }
        unsafe pthread_attr_init(attributes)
        defer { unsafe pthread_attr_destroy(attributes) }
        unsafe pthread_attr_setstacksize(attributes, stackBytes)
        let context = unsafe Unmanaged.passRetained(self)
        var handle = pthread_t()
        let result = unsafe pthread_create(
            &handle, attributes,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            unsafe context.release()
            throw ThreadError(number: result)
        }
        pthread_detach(handle)
        return handle
    }
}
