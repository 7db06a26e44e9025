/// The error of an operation as sent on the wire: a code for programs, a text for people and, if
/// the form is invalid, a text for each field.
public struct ServiceError: Error, Hashable, Sendable {
    public var code: ErrorCode
    /// The text for people, including the remedy.
    public var message: String
    /// For `validation_failed`, the invalid fields and the specification's text for each. For
    /// `has_dependents`, the kinds of dependent records and the number of each.
    public var errors: [String: String]
    /// What the error concerns, for programs that react to it.
    public var subject: ErrorSubject?
    /// How long to wait before a retry, if the service knows.
    public var retryAfterMilliseconds: UInt32?

    public init(
        _ code: ErrorCode, _ message: String, errors: [String: String] = [:],
        subject: ErrorSubject? = nil, retryAfterMilliseconds: UInt32? = nil
    ) {
        self.code = code
        self.message = message
        self.errors = errors
        self.subject = subject
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// Whether the message is a service's sentence. Those of the message layer, such as "no worker
    /// offers this service", begin with a lower-case letter and help no reader.
    public var isForReaders: Bool { message.first?.isUppercase == true }

    /// Returns a validation error for one field.
    public static func invalid(_ field: String, _ text: String) -> ServiceError {
        ServiceError(.validationFailed, text, errors: [field: text])
    }

    /// Returns the error for a record that does not exist or that the caller may not see.
    public static func notFound(_ subject: ErrorSubject) -> ServiceError {
        let name = subject.rawValue.replacing("_", with: " ")
        return ServiceError(
            .notFound, "\(name.prefix(1).uppercased())\(name.dropFirst()) not found",
            subject: subject)
    }

    /// Returns the error for an action that the caller's role does not permit.
    public static func forbidden(_ message: String) -> ServiceError {
        ServiceError(.forbidden, message)
    }

    /// Returns the error for a deletion blocked by other records. The message counts them, and
    /// `errors` holds the number of each kind.
    public static func hasDependents(
        _ what: String, _ blockers: [DeletionBlocker]
    ) -> ServiceError {
        ServiceError(
            .hasDependents, DeletionBlockers(of: what, blockers).message,
            errors: Dictionary(
                blockers.map { ($0.type, "\($0.count)") }, uniquingKeysWith: { first, _ in first }))
    }
}

/// The body of an error reply: `{"error": {…}}`.
public struct ErrorBody: Codable, Hashable, Sendable {
    public var error: Content

    /// The members of `error`.
    @JSONObject
    public struct Content: Hashable {
        public var code: ErrorCode
        public var message: String
        /// The invalid fields or the counts of dependent records.
        public var errors: [String: String]?
        /// The raw value of an `ErrorSubject`, which a later version may have added.
        public var subject: String?
        /// The id of the failed request, for finding it in the logs.
        public var requestID: RequestID
        /// Whether the same request may succeed later.
        public var retryable: Bool
    }

    public init(_ error: ServiceError, requestID: RequestID) {
        self.error = Content(
            code: error.code, message: error.message,
            errors: error.errors.isEmpty ? nil : error.errors, subject: error.subject?.rawValue,
            requestID: requestID, retryable: error.code.isRetryable)
    }
}
