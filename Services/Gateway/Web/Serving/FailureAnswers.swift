import Contracts
import HTML
import HTTP
import WebPages

extension HTTPResponse {
    /// The page of a request that a service refused as a whole.
    init(failed error: ServiceError) {
        if let advice = FailureText.advice(of: error) {
            self.init(HTTPStatus(of: error), page: FailurePage("Server error", advice).write)
        } else {
            self.init(failed: HTTPStatus(of: error), error.message)
        }
        if let wait = error.retryAfterSeconds { headers["Retry-After"] = "\(wait)" }
    }

    /// The page of a request that the server refused.
    init(failed failure: HTTPFailure) {
        self.init(failed: failure.status, failure.message)
    }

    /// A page with a form, which comes back if there is an error.
    init(refusing error: ServiceError?, page write: (inout HTMLWriter) -> Void) {
        self.init(HTTPStatus(of: error), page: write)
        if let wait = error?.retryAfterSeconds { headers["Retry-After"] = "\(wait)" }
    }

    private init(failed status: HTTPStatus, _ message: String) {
        let page =
            switch status {
            case .forbidden: FailurePage("Not allowed", message)
            case .notFound: FailurePage("Page not found", "There is no such page.")
            case .tooManyRequests: FailurePage("Too many requests", message)
            case .gatewayTimeout:
                FailurePage("Connection timed out", "Nothing was lost. Try it again.")
            case .serviceUnavailable: FailurePage("Server error", message)
            case _ where status.rawValue >= 500:
                FailurePage("Server error", "Nothing was lost. Try it again in a moment.")
            default: FailurePage("That did not work", message)
            }
        self.init(status, page: page.write)
    }
}

extension ServiceError {
    /// Whether the page that asked comes back with the error. Other errors concern the reader or
    /// the record, and get a page of their own.
    var staysOnPage: Bool {
        switch code {
        case .unauthenticated, .forbidden, .notFound: false
        default: true
        }
    }

    /// The seconds after which a retry makes sense, rounded up; nil if it never does.
    var retryAfterSeconds: Int? {
        guard let milliseconds = retryAfterMilliseconds else { return code == .busy ? 1 : nil }
        return (Int(milliseconds) + 999) / 1_000
    }
}

extension HTTPStatus {
    /// The status of a page that shows an error, if there is one.
    init(of error: ServiceError?) {
        self = error.map { Self(of: $0) } ?? .ok
    }

    /// The status of a service's error.
    init(of error: ServiceError) {
        self =
            switch error.code {
            case .validationFailed, .keyReused: .unprocessableContent
            case .tooLarge: .contentTooLarge
            case .unauthenticated: .unauthorized
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .conflict, .hasDependents, .inProgress: .conflict
            case .staleVersion: .preconditionFailed
            case .busy: error.subject == .tooManyAttempts ? .tooManyRequests : .serviceUnavailable
            case .unavailable: .serviceUnavailable
            case .timeout: .gatewayTimeout
            case .unimplemented: .notImplemented
            case .internal, .dataLoss: .internalServerError
            }
    }
}
