import Contracts
import HTTP
import Sodium

/// The cookie of a session. Its value is the session's token, of which identity keeps the hash.
struct SessionCookie {
    let name: String
    let isSecure: Bool

    init(isSecure: Bool) {
        self.isSecure = isSecure
        name = CookieName.of("compass", isSecure: isSecure)
    }

    /// The token that a request carries.
    func token(of request: HTTPRequest) -> String? { request.cookies[name] }

    /// The cookie outlives the browser's window, unless other people use the device: identity
    /// decides when a session ends.
    func setting(_ token: String, of session: Session) throws(HTTPFailure) -> Cookie {
        try Cookie(
            name, token, maxAge: session.isShared == true ? nil : CookieLimit.age,
            isSecure: isSecure)
    }

    func removing() throws(HTTPFailure) -> Cookie {
        try Cookie.removing(name, isSecure: isSecure)
    }
}

extension HTTPResponse {
    /// Ends what the browser knows of a reader: the cookie, and the pages that it kept to show them
    /// again (W3C, "Clear Site Data").
    mutating func forgetReader(_ cookie: SessionCookie) throws(HTTPFailure) {
        set(try cookie.removing())
        clearKeptPages()
    }

    /// Lets the browser forget the pages that it kept. Its own settings of this site stay.
    mutating func clearKeptPages() { headers["Clear-Site-Data"] = "\"cache\"" }
}

/// The cookie with the family that a member of several families looks at. It grants nothing: a
/// family that the reader does not belong to is ignored. A form is about the family that its page
/// shows, whatever was chosen in another tab since.
enum FamilyCookie {
    static func name(isSecure: Bool) -> String {
        CookieName.of("compass-family", isSecure: isSecure)
    }

    static func setting(_ family: FamilyID, isSecure: Bool) throws(HTTPFailure) -> Cookie {
        try Cookie(
            name(isSecure: isSecure), family.text, maxAge: CookieLimit.age, isSecure: isSecure)
    }
}

/// The cookie with the time at which the reader left the last family that a page told of (N-139),
/// in milliseconds since 1970.
enum LeavingCookie {
    static func name(isSecure: Bool) -> String {
        CookieName.of("compass-left", isSecure: isSecure)
    }

    static func setting(_ left: LeftFamily, isSecure: Bool) throws(HTTPFailure) -> Cookie {
        try Cookie(
            name(isSecure: isSecure), "\(left.leftAt.milliseconds)", maxAge: CookieLimit.age,
            isSecure: isSecure)
    }
}

private enum CookieName {
    /// Behind TLS, the prefix `__Host-` keeps other hosts of the domain from setting a cookie.
    static func of(_ word: String, isSecure: Bool) -> String {
        isSecure ? "__Host-\(word)" : word
    }
}

/// Limits of cookies.
private enum CookieLimit {
    /// The longest time that browsers keep a cookie: 400 days (RFC 6265bis, section 5.5).
    static let age = Duration.seconds(400 * 86_400)
}
