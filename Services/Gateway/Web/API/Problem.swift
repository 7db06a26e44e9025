import Contracts
import Foundation
import HTTP
import WebPages

/// An error in the HTTP API (RFC 9457).
struct Problem: Encodable, Sendable {
    /// The phrase of the status.
    let title: String
    let status: Int
    /// The text for people, with the remedy.
    let detail: String
    /// The code of a service's error, on which programs can rely.
    var code: String?
    /// The refused fields with their texts, or the kinds of dependent records with their numbers.
    var errors: [String: String]?
    /// Whether the same request may succeed later.
    var retryable: Bool?

    private init(_ status: HTTPStatus, _ detail: String) {
        title = status.phrase
        self.status = status.rawValue
        self.detail = detail
    }

    /// The problem of a request that a service refused.
    init(_ error: ServiceError) {
        self.init(HTTPStatus(of: error), FailureText.advice(of: error) ?? error.message)
        code = error.code.rawValue
        errors = error.errors.isEmpty ? nil : error.errors
        retryable = error.code.isRetryable
    }

    /// The problem of a request that the server refused.
    init(_ failure: HTTPFailure) {
        let isUnknown = failure.status == .notFound
        self.init(failure.status, isUnknown ? "There is nothing at this address" : failure.message)
    }
}

extension HTTPResponse {
    init(problem error: ServiceError) {
        self.init(Problem(error))
        if let wait = error.retryAfterSeconds { headers["Retry-After"] = "\(wait)" }
        if status == .unauthorized { headers["WWW-Authenticate"] = BearerToken.challenge }
    }

    init(problem failure: HTTPFailure) {
        self.init(Problem(failure))
        headers.addMissing(failure.headers)
    }

    private init(_ problem: Problem) {
        self.init(
            HTTPStatus(rawValue: problem.status), headers: ["Content-Type": OpenAPI.problemType],
            body: .bytes((try? JSONCoding.encode(problem)) ?? []))
    }
}
