/// A refusal or failure of an operation, as it travels: the code that programs read, the text that
/// people read, and for a refused form the text for each field.
public struct ServiceError: Error, Hashable, Sendable {
    /// What went wrong, for programs.
    public var code: ErrorCode
    /// What went wrong, for people, with the remedy.
    public var message: String
    /// For `validation_failed`: the refused fields and the specification's text for each. For
    /// `has_dependents`: the kinds of records in the way and how many of each.
    public var errors: [String: String]
    /// How long to wait before a repetition, where the service knows.
    public var retryAfterMilliseconds: UInt32?

    /// An error with this code and text.
    public init(
        _ code: ErrorCode, _ message: String, errors: [String: String] = [:],
        retryAfterMilliseconds: UInt32? = nil
    ) {
        self.code = code
        self.message = message
        self.errors = errors
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// The refusal of one field.
    public static func invalid(_ field: String, _ text: String) -> ServiceError {
        ServiceError(.validationFailed, text, errors: [field: text])
    }

    /// A record that is not there, or that the caller may not know of.
    public static func notFound(_ what: String) -> ServiceError {
        ServiceError(.notFound, "\(what) not found")
    }

    /// An act that the caller's role forbids.
    public static func forbidden(_ message: String) -> ServiceError {
        ServiceError(.forbidden, message)
    }

    /// A deletion that other records stand in the way of: the text counts them, and `errors` has
    /// the number of each kind.
    public static func hasDependents(
        _ what: String, _ blockers: [DeletionBlocker]
    ) -> ServiceError {
        ServiceError(
            .hasDependents, DeletionBlockers(of: what, blockers).message,
            errors: Dictionary(
                blockers.map { ($0.type, "\($0.count)") }, uniquingKeysWith: { first, _ in first }))
    }
}

/// The body of an answer that is an error: `{"error": {…}}`.
public struct ErrorBody: Codable, Hashable, Sendable {
    public var error: Content

    /// What stands under `error`.
    public struct Content: Codable, Hashable, Sendable {
        /// What went wrong, for programs.
        public var code: ErrorCode
        /// What went wrong, for people.
        public var message: String
        /// The refused fields, if the request's form was refused, or the counted dependents.
        public var errors: [String: String]?
        /// The request that failed, to find it in the logs.
        public var requestID: RequestID
        /// Whether the same request may succeed later.
        public var retryable: Bool

        enum CodingKeys: String, CodingKey {
            case code, message, errors, retryable
            case requestID = "request_id"
        }
    }

    /// The body that reports `error` for this request.
    public init(_ error: ServiceError, requestID: RequestID) {
        self.error = Content(
            code: error.code, message: error.message,
            errors: error.errors.isEmpty ? nil : error.errors,
            requestID: requestID, retryable: error.code.isRetryable)
    }
}
