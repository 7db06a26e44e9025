import ZeroMQ

/// A broker, worker or client that cannot run: its socket, endpoint or thread failed.
public struct MajordomoError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable word: `address_in_use`, `endpoint_refused`, `directory_refused`, `terminated`,
    /// `exhausted` or `failed`.
    public let code: String
    /// The failed call, the cause and the remedy.
    public let description: String

    init(_ error: ZeroMQError) {
        code = error.code.rawValue
        description = error.description
    }

    /// Starts a thread and converts its error to `MajordomoError`.
    static func startThread(
        named name: String, _ body: @escaping @Sendable () -> Void
    ) throws(MajordomoError) -> WorkerThread {
        do throws(ThreadError) {
            return try WorkerThread(named: name, body)
        } catch {
            throw MajordomoError(
                ZeroMQError(
                    code: .exhausted, call: "pthread_create", number: error.number,
                    message: error.description))
        }
    }

    /// Runs `body` and converts its error to `MajordomoError`.
    static func translating<Value>(
        _ body: () throws(ZeroMQError) -> Value
    ) throws(MajordomoError) -> Value {
        do throws(ZeroMQError) {
            return try body()
        } catch {
            throw MajordomoError(error)
        }
    }
}
