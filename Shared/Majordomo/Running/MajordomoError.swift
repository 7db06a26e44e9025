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

    /// The error for a thread that the system refused.
    static var noThread: MajordomoError {
        MajordomoError(
            ZeroMQError(
                code: .exhausted, call: "pthread_create",
                message: "no thread could be started; raise the limit of processes (ulimit -u)"))
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
