/// Ends one session of the caller's, wherever it is.
public enum EndSession: Operation {
    public static let name = "sessions.end"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.signedIn
    public static let summary = "End one of your sessions"

    /// Which session.
    public struct Request: OperationRequest {
        /// The session.
        public var sessionID: SessionID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case sessionID = "session_id"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request to end this session.
        public init(sessionID: SessionID) {
            self.sessionID = sessionID
        }
    }

    /// Which session ended.
    public struct Response: Codable, Sendable {
        /// The session that ended.
        public var ended: SessionID

        /// The answer for this session.
        public init(ended: SessionID) {
            self.ended = ended
        }
    }
}
