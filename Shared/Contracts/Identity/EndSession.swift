/// Ends one of the caller's sessions on any device.
public enum EndSession: Operation {
    public static let name = "sessions.end"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "End one of your sessions"

    /// The session to end.
    @JSONObject
    public struct Request: OperationRequest {
        public var sessionID: SessionID
    }

    /// The session that ended.
    @JSONObject
    public struct Response: Codable, Sendable {
        public var ended: SessionID
    }
}
