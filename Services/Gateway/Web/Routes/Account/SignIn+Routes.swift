import Contracts
import HTML
import HTTP
import ServiceKit
import Sodium
import WebPages

extension Router {
    /// Signing in and out. Throws if the kernel has no random numbers.
    mutating func addSignIn(_ site: Site) throws {
        let pending = PendingSignIns(site.clock, try SecretBox())
        get(Place.signIn.text) { request in
            site.signInPage(destination: destination(request.query["to"]))
        }
        post(Place.signIn.text) { request in
            try OriginCheck.require(of: request)
            return try await site.signIn(request, try request.form(), pending)
        }
        post(
            Place.signOut.text,
            site.session { request, token, form in
                let passport = try await site.passports.passport(of: token).bytes
                _ = try await site.caller.response(
                    Logout.self, .init(everywhere: form["everywhere"] == "true"),
                    options: .init(passport: passport))
                site.passports.forget(token)
                var response = HTTPResponse.redirect(to: Place.signIn.text)
                try response.forgetReader(site.cookie)
                return response
            })
    }
}

extension Site {
    /// Checks the password, sets the cookie of a new session, and leads to a path of this site; the
    /// browser's earlier session ends. Throws identity's refusal.
    func signedIn(
        _ request: HTTPRequest, email: String, password: String, code: String? = nil,
        isShared: Bool = false, goingTo path: String
    ) async throws -> HTTPResponse {
        let prior = cookie.token(of: request)
        let answer = try await caller.response(
            Login.self,
            .init(
                email: email, password: password, device: request.userAgent.name,
                priorToken: prior, code: code, shared: isShared ? true : nil))
        if let prior { passports.forget(prior) }
        var response = HTTPResponse.redirect(to: path)
        response.set(try cookie.setting(answer.token, of: answer.session))
        if prior != nil { response.clearKeptPages() }
        return response
    }

    fileprivate func signInPage(
        email: String = "", isShared: Bool = false, error: ServiceError? = nil,
        destination: String?
    ) -> HTTPResponse {
        let links = links
        let page = SignInPage(
            email: email, isShared: isShared, error: error, destination: destination
        ) { links.serves($0) }
        return HTTPResponse(refusing: error, page: page.write)
    }

    fileprivate func signIn(
        _ request: HTTPRequest, _ form: FormItems, _ pendingSignIns: PendingSignIns
    ) async throws -> HTTPResponse {
        let destination = destination(form["to"])
        var (email, password) = (form["email"] ?? "", form["password"] ?? "")
        var isShared = form[SignInPage.sharedField] == "true"
        if let sealed = form["pending"] {
            guard let pending = pendingSignIns.entry(sealed) else {
                return signInPage(error: Self.signInTookTooLong, destination: destination)
            }
            (email, password) = (pending.email, pending.password)
            isShared = pending.isShared
        }
        do {
            return try await signedIn(
                request, email: email, password: password, code: form["code"],
                isShared: isShared, goingTo: destination ?? Place.today.text)
        } catch let error as ServiceError {
            guard error.subject == .secondFactor || error.errors["code"] != nil else {
                return signInPage(
                    email: email, isShared: isShared, error: error, destination: destination)
            }
            // Without a code this is the first half of the sign-in.
            let refusal = form["code"] == nil ? nil : error
            let page = SignInCodePage(
                pending: try pendingSignIns.sealed(
                    email: email, password: password, isShared: isShared),
                error: refusal, destination: destination)
            return HTTPResponse(refusing: refusal, page: page.write)
        }
    }

    private static let signInTookTooLong = ServiceError(
        .unauthenticated, "The sign-in took too long; please begin again")
}

/// A path of this site to go to; nil for an address elsewhere.
private func destination(_ text: String?) -> String? {
    text.flatMap { RequestTarget.isLocal($0) ? $0 : nil }
}
