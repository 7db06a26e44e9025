import CZeroMQ

/// A libzmq context: the I/O thread behind a process's sockets. It ends after its last socket.
@safe
public final class Context: @unchecked Sendable {
    // Contexts are thread-safe (zmq_ctx_new(3)), and the handle never changes.
    let handle: UnsafeMutableRawPointer

    /// Sockets that one context may hold, monitors included.
    public static let socketsMax: Int32 = 1_023

    /// Makes a context with one I/O thread that never waits for unsent messages at its end.
    public init() throws(ZeroMQError) {
        guard let handle = unsafe zmq_ctx_new() else {
            throw failure("zmq_ctx_new", number: zmq_errno())
        }
        unsafe self.handle = unsafe handle
        try require("zmq_ctx_set") { unsafe zmq_ctx_set(handle, ZMQ_BLOCKY, 0) }
        try require("zmq_ctx_set") {
            unsafe zmq_ctx_set(handle, ZMQ_MAX_SOCKETS, Context.socketsMax)
        }
    }

    deinit {
        // Every socket retains its context, so nothing is left to wait for.
        while unsafe zmq_ctx_term(handle) != 0 {
            if zmq_errno() != 4 { break }
        }
    }
}
