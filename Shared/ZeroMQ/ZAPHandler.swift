/// Who may connect over `ipc://`: one user, as the kernel names the peer.
public struct ZAPPolicy: Sendable {
    /// The user id that is admitted.
    public let userID: UInt32

    /// Makes a policy that admits `userID` only.
    public init(userID: UInt32) {
        self.userID = userID
    }

    /// Whether a peer may connect. `address` is what libzmq writes for a peer on `ipc://`:
    /// `host:uid:gid:pid`. Anything else is refused.
    public func admits(mechanism: String, address: String) -> Bool {
        guard mechanism == "NULL" else { return false }
        let parts = address.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return false }
        guard parts[1...].allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
            return false
        }
        return UInt32(parts[1]) == userID
    }
}

/// Answers the admission questions of all sockets of a context (RFC 27/ZAP).
///
/// It must be bound before a socket with a ZAP domain, and it is served by the same thread.
public final class ZAPHandler {
    /// The socket to wait for in a `Poller`.
    public let socket: Socket
    /// Peers refused since the start.
    public private(set) var refusedCount: UInt64 = 0
    private let policy: ZAPPolicy
    private let message = Message(capacity: 8)

    /// Binds the handler of `context`; a context has one.
    public init(in context: Context, policy: ZAPPolicy) throws(ZeroMQError) {
        self.policy = policy
        socket = try Socket(.rep, in: context)
        try socket.bind(Endpoint("inproc://zeromq.zap.01"))
    }

    /// Answers every waiting question.
    public func answerPending() throws(ZeroMQError) {
        while try socket.receive(into: message) == .received {
            try answer()
        }
    }

    /// Frames: version, request id, domain, address, routing id, mechanism, credentials.
    private func answer() throws(ZeroMQError) {
        var isAdmitted = false
        var requestID: [UInt8] = []
        var address = ""
        if message.count >= 6 {
            requestID = message.bytes(at: 1)
            address = String(decoding: message.bytes(at: 3), as: UTF8.self)
            let mechanism = String(decoding: message.bytes(at: 5), as: UTF8.self)
            isAdmitted = policy.admits(mechanism: mechanism, address: address)
        }
        if !isAdmitted { refusedCount &+= 1 }
        message.removeAll()
        try message.append("1.0")
        try message.append(requestID)
        try message.append(isAdmitted ? "200" : "400")
        try message.append(isAdmitted ? "OK" : "this user may not connect")
        try message.append(isAdmitted ? Array("\(policy.userID)".utf8) : [])
        try message.append([])
        _ = try socket.send(message)
    }
}
