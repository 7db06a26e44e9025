import CZeroMQ
import Glibc

/// The result of a libzmq call.
enum CallResult {
    case value(Int32)
    /// EAGAIN: no message to receive, or no room to send.
    case wouldBlock
    /// EHOSTUNREACH: the ROUTER does not know the address.
    case unroutable
}

/// Error numbers defined by libzmq: `ZMQ_HAUSNUMERO` plus small offsets.
enum ErrorNumber {
    /// `ETERM`: the context was terminated.
    static let terminated: Int32 = 156_384_712 + 53
    /// `EFSM`: the call does not fit the socket's state.
    static let wrongState: Int32 = 156_384_712 + 51
}

/// Calls libzmq and retries after EINTR. Returns "would block" and "unroutable" as values, traps on
/// numbers that only a programming error can cause, and throws all others.
func call(
    _ name: StaticString, _ body: () -> Int32
) throws(ZeroMQError) -> CallResult {
    while true {
        let result = body()
        if result >= 0 { return .value(result) }
        let number = zmq_errno()
        switch number {
        case EINTR: continue
        case EAGAIN: return .wouldBlock
        case EHOSTUNREACH: return .unroutable
        default: throw failure(name, number: number)
        }
    }
}

/// Like `call`, for calls that can neither block nor be unroutable.
@discardableResult
func require(_ name: StaticString, _ body: () -> Int32) throws(ZeroMQError) -> Int32 {
    switch try call(name, body) {
    case .value(let value): return value
    case .wouldBlock: throw failure(name, number: EAGAIN)
    case .unroutable: throw failure(name, number: EHOSTUNREACH)
    }
}

/// Returns the error for a failed call; traps if the number indicates misuse of the library.
func failure(_ name: StaticString, number: Int32) -> ZeroMQError {
    precondition(
        number != EFAULT && number != ENOTSOCK && number != ErrorNumber.wrongState,
        "\(name) was misused: a closed handle, or a call that does not fit the socket's state")
    let text = unsafe zmq_strerror(number).map { unsafe String(cString: $0) } ?? "unknown error"
    switch number {
    case EADDRINUSE:
        return ZeroMQError(
            code: .addressInUse, call: "\(name)", number: number,
            message: "the endpoint is taken; stop the other process or choose another endpoint")
    case EINVAL, EPROTONOSUPPORT, ENODEV, ENAMETOOLONG:
        return ZeroMQError(
            code: .endpointRefused, call: "\(name)", number: number,
            message: "\(text); check the endpoint or the option's value")
    case ENOENT, EACCES, ENOTDIR, EROFS:
        return ZeroMQError(
            code: .directoryRefused, call: "\(name)", number: number,
            message: "\(text); the socket's directory must exist and belong to this user")
    case EMFILE, ENFILE, ENOMEM:
        return ZeroMQError(
            code: .exhausted, call: "\(name)", number: number,
            message: "\(text); raise the limit of open files (ulimit -n) or of memory")
    case ErrorNumber.terminated:
        return ZeroMQError(
            code: .terminated, call: "\(name)", number: number,
            message: "the context has ended; make a new one")
    default:
        return ZeroMQError(code: .failed, call: "\(name)", number: number, message: text)
    }
}
