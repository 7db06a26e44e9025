import Contracts
import Foundation
import HTML
import HTTP
import ServiceKit
import WebPages

/// A request of a signed-in reader.
struct Visit: Sendable {
    let request: HTTPRequest
    let site: Site
    let token: String
    let statement: IssuePassport.Response
    /// The family whose records are shown; of a form, the one that its page shows.
    let family: Membership
    /// The family that the reader has chosen last.
    private let chosenFamily: Membership
    /// Names what the request changes, in whichever services, as one action of the history.
    private let traceID = TraceID.random()
    /// The fields of a form; empty if there is none.
    let form: FormItems

    /// Returns nil for a reader without a family. Throws 403 for a form whose page shows a family
    /// that the reader is not in.
    init?(
        _ request: HTTPRequest, _ site: Site, _ token: String,
        _ statement: IssuePassport.Response, _ form: FormItems
    ) throws(HTTPFailure) {
        let named = statement.family(
            request.cookies[FamilyCookie.name(isSecure: site.cookie.isSecure)])
        guard let chosen = named ?? statement.families.first else { return nil }
        let shown = form["of_family"]
        guard let family = shown == nil ? chosen : statement.family(shown) else { throw .oldPage }
        self.request = request
        self.site = site
        self.token = token
        self.statement = statement
        self.family = family
        self.form = form
        chosenFamily = chosen
    }

    /// The answer, after which the pages show the family of the form, even if the reader has chosen
    /// another one in another tab. An answer that chooses a family itself stays as it is.
    func keepingFamily(in response: HTTPResponse) throws(HTTPFailure) -> HTTPResponse {
        let cookie = FamilyCookie.name(isSecure: site.cookie.isSecure)
        let isChoice = response.headers.values("Set-Cookie").contains {
            $0.hasPrefix("\(cookie)=")
        }
        guard family.familyUnitID != chosenFamily.familyUnitID, !isChoice else { return response }
        var response = response
        response.set(
            try FamilyCookie.setting(family.familyUnitID, isSecure: site.cookie.isSecure))
        return response
    }

    /// Calls an operation for the reader.
    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        key: IdempotencyKey? = nil
    ) async throws -> Op.Response {
        defer { if !Op.isReadOnly { site.forgetAnswers(for: statement.user.id) } }
        return try await site.caller.response(
            operation, request, at: service, options: try options(key))
    }

    /// The answer of a change that is only tried.
    func rehearse<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) async throws -> Op.Response {
        var options = try options(.random())
        options.isDryRun = true
        return try await site.caller.response(operation, request, options: options)
    }

    /// What calls for the reader carry.
    func options(_ key: IdempotencyKey? = nil) throws -> Caller.Options {
        .init(
            passport: try statement.bytes, family: family.familyUnitID, idempotencyKey: key,
            traceID: traceID)
    }

    /// Calls an operation with the key of the form.
    func submit<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) async throws -> Op.Response {
        try await call(operation, request, key: try formKey)
    }

    /// Does what a form asks for. A refused form comes back, with a new key if its own stands for
    /// other entries.
    func submit(
        _ body: (IdempotencyKey) async throws -> HTTPResponse,
        refused: (ServiceError, IdempotencyKey?) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let key = try formKey
        do {
            return try await body(key)
        } catch let error as ServiceError where error.staysOnPage {
            return try await refused(error, error.code == .keyReused ? nil : key)
        }
    }

    /// The idempotency key of the form.
    var formKey: IdempotencyKey {
        get throws(HTTPFailure) { try form.idempotencyKey }
    }

    /// The id in the address. Throws what a record that is not there gets.
    func id<Tag>(
        _ subject: ErrorSubject, in parameter: String = "id"
    ) throws -> Identifier<Tag> {
        guard let id = request.parameters[parameter].flatMap({ Identifier<Tag>(text: $0) }) else {
            throw ServiceError.notFound(subject)
        }
        return id
    }

    /// The number of the page that the address asks for, from 1 to `max`; 1 if it asks for none.
    func pageNumber(max: Int) -> Int {
        let asked = request.query["page"].flatMap { Int($0) } ?? 1
        return Swift.min(Swift.max(asked, 1), max)
    }

    /// The zone in which the reader reads dates.
    var zone: ReaderZone {
        ReaderZone(TimeZone(identifier: statement.user.timeZone) ?? .gmt)
    }

    var isPlayer: Bool { family.role == .player }

    /// Whether the reader is a player, or a parent of a family that lets parents log, as the
    /// reader's passport has it.
    var mayEnter: Bool { isPlayer || family.parentsLog == true }

    /// The address with which the reader signed in.
    var email: String { statement.user.email }

    /// What every page needs; asks for the number of unread notifications. A form that comes back
    /// keeps its `key`.
    func context(key: IdempotencyKey? = nil) async throws -> PageContext {
        var unread = 0
        do {
            unread = try await site.unreadCounts.answer(
                to: family.familyUnitID, for: statement.user.id
            ) {
                try await call(CountNotifications.self, EmptyRequest()).unread
            }
        } catch let error as ServiceError where error.code == .unauthenticated {
            throw error
        } catch is ServiceError {
            // The bell is not worth a failed page.
        }
        var context = PageContext(
            userID: statement.user.id, fullName: statement.user.fullName, role: family.role,
            family: .init(id: family.familyUnitID, name: family.name),
            otherFamilies: statement.families.filter { $0 != family }.map {
                .init(id: $0.familyUnitID, name: $0.name)
            },
            zone: zone, now: site.clock.now(), unreadCount: unread,
            formToken: FormToken.of(token), formKey: key ?? IdempotencyKey.random(),
            notice: try await notice())
        context.mayLogForPlayers = !isPlayer && mayEnter
        let links = site.links
        context.serves = { links.serves($0) }
        return context
    }

    /// Throws the refusal of an address that has one of these filters more than once although it
    /// takes one value.
    func requireOnce<Filter: ListFilter>(_ type: Filter.Type) throws(ServiceError) {
        try ListRequest<Filter>.requireOnce(
            in: request.query.all.filter { !$0.value.isEmpty }.map(\.name))
    }

    /// A list request with the filters of the address. A filter that stands there several times has
    /// all the values (see `requireOnce`).
    func listRequest<Filter: ListFilter>(_ type: Filter.Type) -> ListRequest<Filter> {
        var list = ListRequest<Filter>()
        if !request.query.all.isEmpty {
            for filter in Filter.allCases {
                list[filter] = values(of: filter.flagName).map {
                    zone.filterValue($0, of: filter.flagName, now: site.clock.now())
                }
            }
            list.sort = FormField(values(of: "sort"))
        }
        if Filter.takesTimeZone { list.timeZone = FormField(statement.user.timeZone) }
        return list
    }

    /// The values of a name in the address, separated by commas; nil if there are none.
    private func values(of name: String) -> String? {
        let values = request.query.values(name).filter { !$0.isEmpty }
        return values.isEmpty ? nil : values.joined(separator: String(FilterWord.separator))
    }
}

extension FormItems {
    /// The idempotency key. Throws 400 for a form without one, which no page has: sent twice, it
    /// would be done twice.
    var idempotencyKey: IdempotencyKey {
        get throws(HTTPFailure) {
            guard let key = self["key"].flatMap({ IdempotencyKey(text: $0) }) else {
                throw HTTPFailure(.badRequest, "The form has no key; load the page again.")
            }
            return key
        }
    }
}

extension IssuePassport.Response {
    /// The family with an id, if the reader is in it.
    fileprivate func family(_ id: String?) -> Membership? {
        families.first { $0.familyUnitID.text == id }
    }

    /// The bytes of the passport.
    var bytes: [UInt8] {
        get throws {
            guard let bytes = Data(base64Encoded: passport) else {
                throw ServiceError(.internal, "The passport cannot be read")
            }
            return Array(bytes)
        }
    }
}

extension HTTPResponse {
    /// A page of HTML.
    init(_ status: HTTPStatus = .ok, page write: (inout HTMLWriter) -> Void) {
        var html = HTMLWriter()
        write(&html)
        self.init(
            status, headers: ["Content-Type": "text/html; charset=utf-8"],
            body: .bytes(html.bytes))
    }
}
