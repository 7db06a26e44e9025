import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Creating an account.
    mutating func addSignUp(_ site: Site) {
        // An invitation may be a link, which fills in its code.
        get(Place.signUp.text) { request in
            let entry = SignUpEntry(invitation: request.query["invitation"] ?? "")
            return HTTPResponse(
                page: SignUpPage(mode: site.environment.signUpMode, entry: entry).write)
        }
        post(Place.signUp.text) { request in
            try OriginCheck.require(of: request)
            return try await site.signUp(request, try request.form())
        }
    }
}

extension Site {
    /// Creates an account and signs in. A form that is sent twice finds the account of its first
    /// time, with the same password, and signs in again.
    fileprivate func signUp(_ request: HTTPRequest, _ form: FormItems) async throws -> HTTPResponse
    {
        let entry = SignUpEntry(
            fullName: form["full_name"] ?? "", email: form["email"] ?? "",
            role: form["role"] ?? "", timeZone: form["time_zone"] ?? "",
            invitation: form["invitation"] ?? "")
        let password = form["password"] ?? ""
        func signedIn() async throws -> HTTPResponse {
            try await self.signedIn(
                request, email: entry.email, password: password, goingTo: Place.join.text)
        }
        do {
            _ = try await caller.response(
                SignUp.self,
                .init(
                    email: entry.email, fullName: entry.fullName, role: entry.role,
                    password: password, timeZone: entry.timeZone,
                    invitation: entry.invitation))
            return try await signedIn()
        } catch let error as ServiceError {
            if error.code == .conflict, let response = try? await signedIn() { return response }
            let page = SignUpPage(
                mode: environment.signUpMode, entry: entry, error: error)
            return HTTPResponse(refusing: error, page: page.write)
        }
    }
}
