/// The HTTP API as a document: OpenAPI 3.1 (spec.openapis.org), derived from the operations.
public struct OpenAPI: Encodable, Sendable {
    /// Where the document is served.
    public static let path = HTTPRoute.base + "/openapi.json"
    /// The media type of errors (RFC 9457).
    public static let problemType = "application/problem+json"
    /// The media type of exports.
    public static let linesType = "application/jsonl"

    /// The title and the version of the API.
    struct Info: Encodable, Sendable {
        let title = "Recruiting Compass"
        let version = "1.0.0"
        let description = """
            A family's record of contacts with college schools and coaches. Programs send an \
            access token, which people create with `compass tokens add` or on the page Settings.
            """
    }

    /// Where the paths begin.
    struct Server: Encodable, Sendable {
        let url = HTTPRoute.base
    }

    /// A schema under a key of its own.
    struct Schema: Encodable, Sendable {
        let schema: JSONSchema
    }

    /// An operation at one method of a path.
    struct PathItem: Encodable, Sendable {
        let operationId: String
        let summary: String
        let tags: [String]
        let parameters: [Parameter]
        let requestBody: Body?
        let responses: [String: Response]
    }

    /// A field in the path, the query or the head of a request.
    struct Parameter: Encodable, Sendable {
        let name: String
        let `in`: String
        let required: Bool
        let schema: JSONSchema
        let description: String?
        let explode: Bool?
    }

    /// The body of a request.
    struct Body: Encodable, Sendable {
        let required: Bool
        let content: [String: Schema]
    }

    /// A response with its body, or a reference to one.
    struct Response: Encodable, Sendable {
        enum CodingKeys: String, CodingKey {
            case reference = "$ref"
            case description, content
        }

        private(set) var reference: String?
        private(set) var description: String?
        private(set) var content: [String: Schema]?

        /// An error.
        static let problem = Response(reference: "#/components/responses/Problem")
    }

    /// How requests are authenticated.
    struct SecurityScheme: Encodable, Sendable {
        let type = "http"
        let scheme = "bearer"
    }

    /// What the paths refer to.
    struct Components: Encodable, Sendable {
        let securitySchemes = ["token": SecurityScheme()]
        let responses = [
            "Problem": Response(
                description: "The request was refused, or failed",
                content: [OpenAPI.problemType: .init(schema: .problem)])
        ]
    }

    let openapi = "3.1.0"
    let info = Info()
    let servers = [Server()]
    let security = [["token": [String]()]]
    let paths: [String: [String: PathItem]]
    let components = Components()

    /// The document of all operations that have a place in the HTTP API.
    public init(of operations: [OperationDescriptor] = OperationCatalogue.all) {
        var paths: [String: [String: PathItem]] = [:]
        for operation in operations {
            guard let route = operation.http else { continue }
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] =
                PathItem(operation, at: route)
        }
        self.paths = paths
    }
}

extension OpenAPI.PathItem {
    fileprivate init(_ operation: OperationDescriptor, at route: HTTPRoute) {
        operationId = operation.name
        summary = operation.summary
        tags = operation.name.split(separator: ".").prefix(1).map(String.init)
        let inPath = route.pathKeys
        let fields = operation.requestSchema.properties.filter { !inPath.contains($0.key) }
        var parameters = inPath.map { OpenAPI.Parameter(inPath: $0, of: operation) }
        if route.hasBody {
            requestBody = OpenAPI.Body(fields)
        } else {
            requestBody = nil
            parameters += OpenAPI.Parameter.query(of: fields)
        }
        parameters += OpenAPI.Parameter.common(to: operation, fields)
        self.parameters = parameters
        let response = OpenAPI.Response(operation.responseSchema, of: route)
        // A dry run creates nothing.
        let successes = route.isCreating ? ["200", "201"] : ["200"]
        responses = Dictionary(uniqueKeysWithValues: successes.map { ($0, response) })
            .merging(["default": .problem]) { response, _ in response }
    }
}

extension OpenAPI.Parameter {
    fileprivate init(inPath key: String, of operation: OperationDescriptor) {
        name = key
        `in` = "path"
        required = true
        explode = nil
        if key == HTTPRoute.serviceName {
            schema = .words(ServiceName.allCases.map(\.rawValue))
            description = "The service that keeps the records"
        } else {
            schema = operation.requestSchema.properties[key]?.schema.withoutNull ?? .text
            description = nil
        }
    }

    private init(query name: String, _ schema: JSONSchema, isRequired: Bool, _ text: String?) {
        self.name = name
        `in` = "query"
        required = isRequired
        self.schema = schema
        description = text
        if case .array = schema { explode = false } else { explode = nil }
    }

    private init(header name: String, _ text: String) {
        self.name = name
        `in` = "header"
        required = false
        schema = .text
        description = text
        explode = nil
    }

    /// The fields in the query, ordered by name.
    fileprivate static func query(of fields: [String: JSONSchema.Property]) -> [Self] {
        fields.sorted { $0.key < $1.key }.map { key, property in
            Self(
                query: HTTPRoute.queryName(of: key), property.schema.withoutNull,
                isRequired: property.isRequired, nil)
        }
    }

    /// What all operations of this kind take besides their fields.
    fileprivate static func common(
        to operation: OperationDescriptor, _ fields: [String: JSONSchema.Property]
    ) -> [Self] {
        var all: [Self] = []
        if operation.access.familyRoles != nil {
            all.append(
                Self(
                    query: "family", .formatted("uuid"), isRequired: false,
                    "The family; needed by members of several"))
        }
        guard !operation.isReadOnly else { return all }
        all += [
            Self(
                query: "dry-run", .boolean, isRequired: false,
                "Show what would change without changing it"),
            Self(
                header: "Idempotency-Key",
                "Sent again with the same key, the request is not done twice"),
        ]
        if fields["version"] != nil {
            all.append(
                Self(header: "If-Match", "The ETag of the record on which the change is based"))
        }
        return all
    }
}

extension OpenAPI.Body {
    /// The body with these fields.
    fileprivate init(_ fields: [String: JSONSchema.Property]) {
        required = fields.values.contains { $0.isRequired }
        content = ["application/json": .init(schema: .object(fields, isClosed: true))]
    }
}

extension OpenAPI.Response {
    fileprivate init(_ schema: JSONSchema, of route: HTTPRoute) {
        description = "The response"
        if let key = route.linesKey, case .array(let element)? = schema.properties[key]?.schema {
            content = [OpenAPI.linesType: .init(schema: element)]
        } else {
            content = ["application/json": .init(schema: schema)]
        }
    }
}

extension JSONSchema {
    /// The schema of an error (RFC 9457).
    fileprivate static let problem = JSONSchema.object(
        [
            "title": .init(.text, isRequired: true), "status": .init(.integer, isRequired: true),
            "detail": .init(.text, isRequired: true),
            "code": .init(.words(ErrorCode.allCases.map(\.rawValue)), isRequired: false),
            "errors": .init(.map(.text), isRequired: false),
            "retryable": .init(.boolean, isRequired: false),
            "request_id": .init(.text, isRequired: true),
        ], isClosed: false)

    /// The schema of the values other than null.
    public var withoutNull: JSONSchema {
        if case .nullable(let schema) = self { schema } else { self }
    }
}
