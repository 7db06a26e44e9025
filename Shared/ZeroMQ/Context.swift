import CZeroMQ

/// A libzmq context, which owns the I/O thread of a process's sockets. Ends after its last socket.
@safe
public final class Context: @unchecked Sendable {
    // Contexts are thread-safe (zmq_ctx_new(3)), and the handle never changes.
    let handle: UnsafeMutableRawPointer

    /// The number of sockets that one context may have, monitors included.
    public static let socketsMax: Int32 = 1_023

    /// Creates a context with one I/O thread. Closing it does not wait for unsent messages.
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
        // Every socket retains its context, so there is nothing to wait for.
        while unsafe zmq_ctx_term(handle) != 0 {
            if zmq_errno() != 4 { break }
        }
    }
}
