import Base
import Contracts
import HTTP
import ServiceKit

/// An operation at its place in the HTTP API. There is one kind of endpoint for all operations: it
/// passes the response on as the service wrote it.
struct APIEndpoint: Sendable {
    private let operation: OperationDescriptor
    private let route: HTTPRoute
    private let fields: Lazy<APIFields>
    private let site: Site
    /// Whether a response can have a record with a version, or a next page.
    private let needsOutline: Bool

    init(_ operation: OperationDescriptor, at route: HTTPRoute, _ site: Site) {
        self.operation = operation
        self.route = route
        self.site = site
        fields = Lazy { APIFields(of: operation, at: route) }
        needsOutline =
            route.isCreating || !route.pathKeys.isEmpty
            || operation.fieldNames.contains("cursor")
    }

    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            let token = try BearerToken.of(request)
            let json: [UInt8]
            var statement = try await site.passports.passport(of: token)
            if statement.families.isEmpty, operation.access.familyRoles != nil {
                // A passport does not end when the user joins a family.
                site.passports.forget(token)
                statement = try await site.passports.passport(of: token)
            }
            do {
                json = try await fetch(request, statement)
            } catch let error as ServiceError where error.code == .unauthenticated {
                // A passport ends when the user's rights change, while the token remains valid.
                site.passports.forget(token)
                json = try await fetch(request, try await site.passports.passport(of: token))
            }
            guard let key = route.linesKey else { return response(json, to: request) }
            return JSONLines(key: key).response(json) { cursor in
                try await fetch(
                    request.at(cursor), try await site.passports.passport(of: token))
            }
        } catch let error as ServiceError {
            return HTTPResponse(problem: fields.value.asSent(error), of: request.id)
        } catch let failure as HTTPFailure {
            return HTTPResponse(problem: failure, of: request.id)
        }
    }

    /// Calls the operation and returns the response's JSON.
    private func fetch(
        _ request: HTTPRequest, _ statement: IssuePassport.Response
    ) async throws -> [UInt8] {
        let call = try APIRequest(
            request, fields.value, timeZone: statement.user.timeZone, now: site.clock.now())
        let options = Caller.Options(
            passport: try statement.bytes, family: try family(of: call, statement),
            idempotencyKey: call.key, isDryRun: call.isDryRun)
        let service = try request.parameters[HTTPRoute.serviceName].map(service)
        defer { if !operation.type.isReadOnly { site.forgetAnswers(for: statement.user.id) } }
        return try await respond(operation.type, call.payload, at: service, options)
    }

    /// The family that the call names, or the only one. Throws if the operation concerns a family
    /// and it is not clear which.
    private func family(
        of call: APIRequest, _ statement: IssuePassport.Response
    ) throws(ServiceError) -> FamilyID? {
        let families = statement.families
        if let family = call.family { return family }
        if families.count == 1 { return families[0].familyUnitID }
        guard operation.access.familyRoles != nil else { return nil }
        // The same code as on the command line.
        guard !families.isEmpty else { throw ServiceError(.notFound, statement.noFamilyText) }
        throw .invalid(
            APIRequest.Reserved.family,
            "You belong to \(families.count) families; name one: family=ID")
    }

    private func service(_ name: String) throws(ServiceError) -> ServiceName {
        guard let service = ServiceName(rawValue: name) else {
            throw ServiceError(.notFound, "There is no service '\(name.prefix(64))'")
        }
        return service
    }

    private func respond<Op: Contracts.Operation>(
        _ operation: Op.Type, _ payload: [UInt8], at service: ServiceName?,
        _ options: Caller.Options
    ) async throws -> [UInt8] {
        try await site.caller.response(
            of: operation, payload: payload, at: service, options: options)
    }

    /// The response with the address of a new record, the version of a record, and the address of
    /// the next page.
    private func response(_ json: [UInt8], to request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(
            headers: ["Content-Type": "application/json"], body: .bytes(json))
        guard needsOutline, let outline = ResponseOutline(of: json) else { return response }
        if route.isCreating, !APIRequest.isDryRun(request) {
            response.status = .created
            response.headers["Location"] = outline.recordID.map {
                HTTPRoute.base + route.path + "/" + $0
            }
        }
        if let version = outline.recordVersion { response.headers["ETag"] = "\"\(version)\"" }
        if let cursor = outline.nextCursor {
            response.headers["Link"] = "<\(request.at(cursor).target.raw)>; rel=\"next\""
        }
        return response
    }
}

extension HTTPRequest {
    /// The request for the page that begins at a cursor.
    fileprivate func at(_ cursor: String) -> HTTPRequest {
        var request = self
        request.target = target.setting("cursor", to: cursor)
        return request
    }
}
