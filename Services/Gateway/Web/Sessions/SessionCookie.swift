import Contracts
import HTTP
import Sodium

/// The cookie of a session. Its value is the session's token, of which identity keeps the hash.
struct SessionCookie {
    /// Behind TLS, the prefix `__Host-` keeps other hosts of the domain from setting it.
    let name: String
    let isSecure: Bool

    init(isSecure: Bool) {
        self.isSecure = isSecure
        name = isSecure ? "__Host-compass" : "compass"
    }

    /// The token that a request carries.
    func token(of request: HTTPRequest) -> String? { request.cookies[name] }

    func setting(_ token: String) throws(HTTPFailure) -> Cookie {
        try Cookie(name, token, isSecure: isSecure)
    }

    func removing() throws(HTTPFailure) -> Cookie {
        try Cookie.removing(name, isSecure: isSecure)
    }
}

/// The cookie with the family that a member of several families looks at. It grants nothing: a
/// family that the reader does not belong to is ignored.
enum FamilyCookie {
    static let name = "compass-family"

    static func setting(_ family: FamilyID, isSecure: Bool) throws(HTTPFailure) -> Cookie {
        try Cookie(name, family.text, isSecure: isSecure)
    }
}
