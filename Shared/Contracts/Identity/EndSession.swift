/// Ends one of the caller's sessions on any device.
public enum EndSession: Operation {
    public static let name = "sessions.end"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "End one of your sessions"

    /// The session to end.
    public struct Request: OperationRequest {
        public var sessionID: SessionID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case sessionID = "session_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(sessionID: SessionID) {
            self.sessionID = sessionID
        }
    }

    /// The session that ended.
    public struct Response: Codable, Sendable {
        public var ended: SessionID

        public init(ended: SessionID) {
            self.ended = ended
        }
    }
}
