import HTTP

/// Refuses changes that another site causes (OWASP, "Cross-Site Request Forgery Prevention").
enum OriginCheck {
    /// Throws 403 unless the request comes from this site.
    static func require(of request: HTTPRequest) throws(HTTPFailure) {
        guard isOwn(request) else {
            throw HTTPFailure(.forbidden, "The form was not sent from a page of this site.")
        }
    }

    /// Whether the browser says that the request comes from this site, or from the reader's own
    /// typing. A request with neither header comes from a program that is not a browser, which no
    /// other site can control.
    ///
    /// `Origin` counts only without `Sec-Fetch-Site`: pages without referrers send `null`.
    static func isOwn(_ request: HTTPRequest) -> Bool {
        if let site = request.headers["Sec-Fetch-Site"] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers["Origin"] else { return true }
        return origin.lowercased() == request.siteAddress
    }
}

extension HTTPRequest {
    /// The address of this site as the client knows it, without a slash at its end.
    var siteAddress: String { "\(origin.isSecure ? "https" : "http")://\(host)" }
}
