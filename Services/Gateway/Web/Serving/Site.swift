import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

/// What all handlers share.
struct Site: Sendable {
    let caller: Caller
    let environment: ServiceEnvironment
    let passports: Passports
    /// Makes archives of everything.
    let archives: ArchiveDownloads
    let workbooks = WorkbookQueue()
    let links = Links()
    /// The number of unread notifications, by the family that is shown.
    let unreadCounts = RecentAnswers<FamilyID, Int>(
        lifetime: .seconds(1), readersMax: Site.readersMax)
    /// The saved filters of lists. A filter saved with the command line appears a little later.
    let savedViews = RecentAnswers<ListOfFamily, [SavedView]>(
        lifetime: .seconds(10), readersMax: Site.readersMax)
    let calendarTimes = ContentTimes<SessionID>(countMax: Site.calendarsMax)
    let shownLists = ContentCache<ShownList, PageContent>(bytesMax: ShownList.bytesMax)

    /// The most readers whose recent answers are known at once.
    static let readersMax = 10_000
    /// The most calendars whose times of change are known at once.
    static let calendarsMax = 10_000

    init(caller: Caller, _ environment: ServiceEnvironment) {
        self.caller = caller
        self.environment = environment
        archives = ArchiveDownloads(environment)
        passports = Passports(caller, environment.clock)
    }

    var clock: ProcessClock { environment.clock }
    var cookie: SessionCookie { SessionCookie(isSecure: environment.web.isSecure) }

    /// Forgets what was shown beside a reader's pages, because the reader changes something.
    func forgetAnswers(for user: UserID) {
        unreadCounts.forget(user)
        savedViews.forget(user)
    }

    /// A handler for signed-in readers with a family. Others are led to the sign-in, and from there
    /// back, or to where they join a family.
    func page(_ handler: @escaping VisitHandler) -> Route.Handler {
        session { request, token, form in
            try await visit(request, token, form, handler)
        }
    }

    /// The same for a form with files, which the route streams.
    func uploadPage(
        _ handler: @escaping @Sendable (Visit, [SpooledFile]) async throws -> HTTPResponse
    ) -> Route.Handler {
        session(
            reading: { try await UploadForm($0, of: $1, in: environment.home.runFolder) },
            { request, token, form in
                try await visit(request, token, form.items) { try await handler($0, form.files) }
            })
    }

    /// A form that calls an operation and leads to the page with these segments, which says so.
    /// `isInPassport` is whether the reader's passport has what changes.
    func action<Op: Contracts.Operation>(
        _ operation: Op.Type, _ done: Done, to path: String..., isInPassport: Bool = false,
        request: @escaping @Sendable (Visit) throws -> Op.Request
    ) -> Route.Handler {
        page { visit in
            _ = try await visit.submit(operation, try request(visit))
            if isInPassport { passports.forget(visit.token) }
            return done.redirect(to: path)
        }
    }

    private func visit(
        _ request: HTTPRequest, _ token: String, _ form: FormItems,
        _ handler: (Visit) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let statement = try await passports.passport(of: token)
        guard let visit = try Visit(request, self, token, statement, form) else {
            // Not kept: whoever joins a family sees it at once.
            passports.forget(token)
            return .redirect(to: Place.join.text)
        }
        return try visit.keepingFamily(in: visit.told(by: try await handler(visit)))
    }

    /// A handler for requests with a session's cookie, whose forms come from a page of that
    /// session. It gets the session's token and the form's fields.
    func session(
        _ handler: @escaping @Sendable (HTTPRequest, String, FormItems) async throws -> HTTPResponse
    ) -> Route.Handler {
        session(
            reading: { request, token in
                guard !request.method.isSafe else { return FormItems() }
                let form = try request.form()
                try FormToken.require(form, token)
                return form
            }, handler)
    }

    /// The same with a form that `read` reads once.
    private func session<Form: Sendable>(
        reading read: @escaping @Sendable (HTTPRequest, String) async throws -> Form,
        _ handler: @escaping @Sendable (HTTPRequest, String, Form) async throws -> HTTPResponse
    ) -> Route.Handler {
        { request in
            if !request.method.isSafe { try OriginCheck.require(of: request) }
            guard let token = cookie.token(of: request) else { return signIn(from: request) }
            do {
                let form = try await read(request, token)
                do {
                    return try await handler(request, token, form)
                } catch let error as ServiceError where error.code == .unauthenticated {
                    // A passport ends when the reader's rights change, while the session goes on.
                    passports.forget(token)
                    return try await handler(request, token, form)
                }
            } catch let error as ServiceError where error.code == .unauthenticated {
                passports.forget(token)
                var response = signIn(from: request)
                try response.forgetReader(cookie)
                return response
            } catch let error as ServiceError {
                // The reader's families may have changed.
                if error.code == .forbidden || error.code == .notFound { passports.forget(token) }
                return HTTPResponse(failed: error)
            }
        }
    }

    private func signIn(from request: HTTPRequest) -> HTTPResponse {
        guard request.method.isSafe else { return .redirect(to: Place.signIn.text) }
        return .redirect(to: Place.signIn(returningTo: request.target.raw).text)
    }
}
