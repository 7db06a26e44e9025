import Contracts
import HTTP

/// The secret in the `Authorization` field of a request (RFC 6750, 2.1).
enum BearerToken {
    /// What a request without a valid token is told.
    static let challenge = "Bearer realm=\"Recruiting Compass\""

    /// Throws `unauthenticated` for a request without a token.
    static func of(_ request: HTTPRequest) throws(ServiceError) -> String {
        let value = request.headers["Authorization"] ?? ""
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw ServiceError(
                .unauthenticated,
                "Send an access token: Authorization: Bearer compass_… (compass tokens add NAME)")
        }
        return String(parts[1])
    }
}
