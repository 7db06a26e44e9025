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
    /// The number of the request, which the log of the pages has too.
    var requestID: String?

    private enum CodingKeys: String, CodingKey {
        case title, status, detail, code, errors, retryable
        case requestID = "request_id"
    }

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
        code = Self.code(of: failure.status)?.rawValue
    }

    /// The code of a refusal by the server that a service could have given as well.
    private static func code(of status: HTTPStatus) -> ErrorCode? {
        switch status {
        case .contentTooLarge: .tooLarge
        case .notFound: .notFound
        case .forbidden: .forbidden
        case .unauthorized: .unauthenticated
        case .serviceUnavailable: .unavailable
        case .gatewayTimeout: .timeout
        default: nil
        }
    }
}

extension HTTPResponse {
    /// The answer to a request with this number that a service refused.
    init(problem error: ServiceError, of id: String) {
        self.init(Problem(error), id)
        if let wait = error.retryAfterSeconds { headers["Retry-After"] = "\(wait)" }
        if status == .unauthorized { headers["WWW-Authenticate"] = BearerToken.challenge }
    }

    /// The answer to a request with this number that the server refused.
    init(problem failure: HTTPFailure, of id: String) {
        self.init(Problem(failure), id)
        headers.addMissing(failure.headers)
    }

    private init(_ problem: Problem, _ id: String) {
        var problem = problem
        problem.requestID = id
        self.init(
            HTTPStatus(rawValue: problem.status),
            headers: ["Content-Type": OpenAPI.problemType, "X-Request-Id": id],
            body: .bytes((try? JSONCoding.encode(problem)) ?? []))
    }
}
