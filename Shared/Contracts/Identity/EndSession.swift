/// Ends one of the caller's sessions on any device.
public enum EndSession: Operation {
    public static let definition = OperationDefinition(
        "sessions.end", of: .identity, .write, .signedIn, "End one of your sessions")

    /// The session to end.
    @JSONObject
    public struct Request: OperationRequest {
        public var sessionID: SessionID
    }

    /// The session that ended.
    @JSONObject
    public struct Response {
        public var ended: SessionID
    }
}
