import CMicroHTTPD
import Glibc

/// The functions that libmicrohttpd calls. It calls them on the loop's thread, in a turn of the
/// server's actor. What they get is passed on for the time of the call, unchecked by the compiler.
enum ServerCallbacks {
    /// Names the functions in the settings of a daemon. The actor must outlive the daemon.
    static func fill(_ settings: inout compass_http_settings, for core: ServerCore) {
        unsafe settings.context = Unmanaged.passUnretained(core).toOpaque()
        unsafe settings.connection_changed = { context, handle, _, change in
            let isStart = change == .CONNECTION_NOTIFY_STARTED
            unsafe ServerCallbacks.tellCore(context, handle) { core, connection in
                unsafe isStart ? core.connected(connection) : core.disconnected(connection)
            }
        }
        unsafe settings.line_received = { context, target, handle in
            guard let core = unsafe ServerCallbacks.core(context), let handle = unsafe handle,
                let target = unsafe target
            else { return nil }
            let text = unsafe String(cString: target)
            nonisolated(unsafe) let connection = unsafe handle
            core.assumeIsolated { core in unsafe core.lineReceived(connection, target: text) }
            return nil
        }
        // Leaves what stands in the buffer alone: it is decoded here, strictly.
        unsafe settings.unescape = { _, _, text in unsafe text.map { unsafe strlen($0) } ?? 0 }
        unsafe settings.handle = { context, handle, _, method, version, data, count, _ in
            guard let core = unsafe ServerCallbacks.core(context), let handle = unsafe handle,
                let method = unsafe method, let version = unsafe version,
                let count = unsafe count
            else { return .NO }
            nonisolated(unsafe) let event = unsafe ServerCore.Access(
                handle: handle, method: method, version: version, data: data, count: count.pointee)
            let (stays, left) = core.assumeIsolated { core in
                var event = unsafe event
                return (unsafe core.accessed(&event), unsafe event.count)
            }
            unsafe count.pointee = left
            return stays ? .YES : .NO
        }
        unsafe settings.request_completed = { context, handle, _, reason in
            let isComplete = reason == .REQUEST_TERMINATED_COMPLETED_OK
            unsafe ServerCallbacks.tellCore(context, handle) { core, connection in
                unsafe core.completed(connection, isComplete: isComplete)
            }
        }
    }

    /// Tells the core about a connection.
    private static func tellCore(
        _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
        _ body: @Sendable (isolated ServerCore, OpaquePointer) -> Void
    ) {
        guard let core = unsafe core(context), let handle = unsafe handle else { return }
        nonisolated(unsafe) let connection = unsafe handle
        core.assumeIsolated { core in unsafe body(core, connection) }
    }

    private static func core(_ context: UnsafeMutableRawPointer?) -> ServerCore? {
        unsafe context.map { unsafe Unmanaged<ServerCore>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The address of a connection's peer as text; empty if the system does not say it.
    static func address(of handle: OpaquePointer) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let count = text.count
        guard unsafe compass_http_peer(handle, &text, count) != 0 else { return "" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Streams

    /// What a stream's response knows. It belongs to libmicrohttpd.
    private final class StreamContext {
        let core: ServerCore
        let exchangeID: UInt64

        init(core: ServerCore, exchangeID: UInt64) {
            self.core = core
            self.exchangeID = exchangeID
        }
    }

    /// How much of a stream of known length is sent at once, in bytes. Others are sent in chunks
    /// from the connection's memory.
    private static let blockBytes = 16 * 1_024
    private static let chunkedBlockBytes = 1_024
    private static let endOfStream = -1
    private static let endWithError = -2

    /// A response whose body `fill` makes. `nil` without memory.
    static func makeResponse(
        core: ServerCore, exchangeID: UInt64, byteCount: UInt64?
    ) -> OpaquePointer? {
        let context = unsafe Unmanaged.passRetained(
            StreamContext(core: core, exchangeID: exchangeID))
        let raw = unsafe MHD_create_response_from_callback(
            byteCount ?? .max, byteCount == nil ? chunkedBlockBytes : blockBytes,
            { context, _, target, count in
                guard let context = unsafe context, let target = unsafe target else {
                    return ServerCallbacks.endWithError
                }
                let stream = unsafe Unmanaged<StreamContext>.fromOpaque(context)
                    .takeUnretainedValue()
                nonisolated(unsafe) let buffer = unsafe UnsafeMutableRawBufferPointer(
                    start: target, count: count)
                let id = stream.exchangeID
                let filled = stream.core.assumeIsolated { core in
                    unsafe core.fill(buffer, of: id)
                }
                switch filled {
                case .bytes(let count): return count
                case .end: return ServerCallbacks.endOfStream
                case .failure: return ServerCallbacks.endWithError
                }
            }, context.toOpaque(),
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<StreamContext>.fromOpaque(context).release()
            })
        if unsafe raw == nil { unsafe context.release() }
        return unsafe raw
    }
}
