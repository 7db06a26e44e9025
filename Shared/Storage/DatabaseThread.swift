internal import Base

/// A thread of the database and the value that its preparation returned.
struct DatabaseThread<Value: Sendable>: Sendable {
    let thread: WorkerThread
    let value: Value

    /// The nice increment. The kernel prefers the message threads, so that they need not wait out
    /// a full time slice.
    static var niceness: Int32 { 3 }
    /// The nice increment of a thread whose work nobody waits for.
    static var backgroundNiceness: Int32 { 10 }

    /// Starts a thread and waits until `prepare` has run on it; rethrows its error. The loop
    /// returned by `prepare` keeps thread-bound objects, such as a connection, on the thread.
    init(
        named name: String, niceness: Int32 = Self.niceness,
        prepare: @escaping @Sendable () throws -> (Value, () -> Void)
    ) throws {
        let prepared = OneShot<Result<Value, any Error>>()
        do throws(ThreadError) {
            thread = try WorkerThread(named: name, niceness: niceness) {
                do {
                    let (value, loop) = try prepare()
                    prepared.set(.success(value))
                    loop()
                } catch {
                    prepared.set(.failure(error))
                }
            }
        } catch {
            throw StorageError(code: .disk, message: error.description)
        }
        do {
            value = try StorageError.translated { try prepared.wait().get() }
        } catch {
            thread.join()
            throw error
        }
    }
}
