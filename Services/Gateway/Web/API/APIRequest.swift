import Contracts
import HTTP
import Sodium
import WebPages

/// A request of the HTTP API as a call of its operation: path, query, body and header fields become
/// fields of one JSON object, which the service checks.
struct APIRequest: Sendable {
    /// The query parameters that are not fields of requests.
    enum Reserved {
        /// The family, by its id; needed by members of several.
        static let family = "family"
        /// Whether to show what a change would do, without changing anything.
        static let dryRun = "dry-run"
    }

    /// The request's JSON.
    private(set) var payload: [UInt8]
    private(set) var family: FamilyID?
    let isDryRun: Bool
    let key: IdempotencyKey?

    /// Throws the error of the first field that cannot be sent. A time zone that the request does
    /// not name is the user's; it says when the days of `since` and `until` begin and end.
    init(
        _ request: HTTPRequest, _ fields: APIFields, timeZone: String, now: Instant
    ) throws(ServiceError) {
        let zone = ReaderZone(named: request.query["time-zone"] ?? timeZone)
        var object = JSONMembers()
        for key in fields.pathKeys {
            object.add(key, .text(request.parameters[key] ?? ""))
        }
        var names: Set<String> = []
        for item in request.query.all {
            if !names.insert(item.name).inserted, item.name != Reserved.dryRun {
                throw Self.repeated(item.name, fields)
            }
            switch item.name {
            case Reserved.family:
                guard let id = FamilyID(text: item.value) else {
                    throw .invalid(Reserved.family, "family must be an id")
                }
                family = id
            case Reserved.dryRun where !fields.isReadOnly:
                guard Bool(item.value) != nil else {
                    throw .invalid(Reserved.dryRun, "dry-run must be true or false")
                }
            default:
                guard let field = fields.inQuery[item.name] else {
                    throw .invalid(item.name, "There is no parameter '\(item.name.prefix(64))'")
                }
                object.add(field, zone.filterValue(item.value, of: field.key, now: now))
            }
        }
        if fields.takesTimeZone { object.addMissing("time_zone", .text(timeZone)) }
        if !fields.isReadOnly, let version = try Self.version(request, fields) {
            object.add("version", .number(version))
        }
        isDryRun = Self.isDryRun(request)
        key = Self.idempotencyKey(request)
        payload = try object.joined(with: fields.isInBody ? Self.body(of: request) : [])
    }

    /// The refusal of a parameter that is given more than once.
    private static func repeated(_ name: String, _ fields: APIFields) -> ServiceError {
        let takesSeveral = fields.inQuery[name]?.takesSeveral == true
        return .invalid(name, RepeatedItem.refusal(of: name, takesSeveral: takesSeveral))
    }

    /// Whether a request only shows what it would change. Stated twice, once is enough.
    static func isDryRun(_ request: HTTPRequest) -> Bool {
        request.query.all.contains { $0.name == Reserved.dryRun && $0.value == "true" }
    }

    /// The version that a change is based on (RFC 9110, 13.1.1). A change that cannot depend on a
    /// version must not ignore the condition.
    private static func version(
        _ request: HTTPRequest, _ fields: APIFields
    ) throws(ServiceError) -> String? {
        guard let value = request.headers["If-Match"], value != "*" else { return nil }
        guard fields.takesVersion else {
            throw .invalid("If-Match", "This change does not depend on a version; omit If-Match")
        }
        let digits = value.dropFirst().dropLast()
        guard value.hasPrefix("\""), value.hasSuffix("\""), let version = Int(digits) else {
            throw .invalid("If-Match", "If-Match must be * or the ETag of the record")
        }
        return String(version)
    }

    /// The key of the request. A UUID is taken as it is, any other text by its digest.
    private static func idempotencyKey(_ request: HTTPRequest) -> IdempotencyKey? {
        guard let text = request.headers["Idempotency-Key"], !text.isEmpty else { return nil }
        return IdempotencyKey(text: text)
            ?? IdempotencyKey(bytes: SHA256Digest(of: Array(text.utf8)).bytes.prefix(16))
    }

    private static func body(of request: HTTPRequest) throws(ServiceError) -> [UInt8] {
        let body = request.body.collected
        guard body.isEmpty || request.mediaType == "application/json" else {
            throw ServiceError(
                .validationFailed, "The body must be JSON: Content-Type: application/json")
        }
        return body
    }
}

/// Where the fields of an operation's requests are.
struct APIFields: Sendable {
    let pathKeys: [String]
    /// The fields in the query, by their names there.
    private(set) var inQuery: [String: JSONMembers.Field] = [:]
    /// Whether all other fields are in the body.
    let isInBody: Bool
    let takesTimeZone: Bool
    let takesVersion: Bool
    let isReadOnly: Bool

    init(of operation: OperationDescriptor, at route: HTTPRoute) {
        pathKeys = route.pathKeys.filter { $0 != HTTPRoute.serviceName }
        let properties = operation.requestSchema.properties
        if !route.hasBody {
            for (key, property) in properties where !pathKeys.contains(key) {
                inQuery[HTTPRoute.queryName(of: key)] = .init(
                    key: key, schema: property.schema, of: operation)
            }
        }
        isInBody = route.hasBody
        isReadOnly = operation.isReadOnly
        takesTimeZone = properties["time_zone"] != nil && !route.hasBody
        takesVersion = properties["version"] != nil && route.hasBody
    }

    /// The error with the fields named as the query names them.
    func asSent(_ error: ServiceError) -> ServiceError {
        var error = error
        for (name, field) in inQuery where name != field.key {
            guard let refusal = error.errors.removeValue(forKey: field.key) else { continue }
            error.errors[name] = refusal
        }
        return error
    }
}
