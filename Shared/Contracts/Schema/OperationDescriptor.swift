internal import Base

/// The description of an operation as data, for documentation, tests and `$srv.schema`.
public struct OperationDescriptor: Sendable {
    public let type: any Operation.Type
    /// The name on the wire.
    public let name: String
    /// The service that owns it; nil if every service supports it.
    public let service: ServiceName?
    /// Whether it changes nothing.
    public let isReadOnly: Bool
    public let access: Access
    /// Whether its request or response contains a secret.
    public let carriesSecrets: Bool
    /// One sentence for people.
    public let summary: String
    /// The place in the HTTP API; nil if it has none.
    public let http: HTTPRoute?
    /// The permitted keys of a request.
    public let fieldNames: [String]
    /// The fields of a request that may list several values, separated by commas.
    public let commaSeparatedFields: [String]
    /// The schema of a request, which permits no other keys. Requirements beyond types are in the
    /// operation's validation.
    public var requestSchema: JSONSchema { lazyRequestSchema.value }
    /// The schema of a response. Newer services may add keys.
    public var responseSchema: JSONSchema { lazyResponseSchema.value }

    // Making the schemas of all operations would take longer than the rest of a program's start.
    private let lazyRequestSchema, lazyResponseSchema: Lazy<JSONSchema>

    public var typeName: String { "\(type)" }

    public init<Described: Operation>(_ operation: Described.Type) {
        type = operation
        name = operation.name
        service = operation.service
        isReadOnly = operation.isReadOnly
        access = operation.access
        carriesSecrets = operation.carriesSecrets
        summary = operation.summary
        http = operation.http
        fieldNames = Described.Request.fieldNames
        commaSeparatedFields = Described.Request.commaSeparatedFields
        lazyRequestSchema = Lazy {
            (try? SchemaProbe.schema(of: Described.Request.self))?.closed ?? .anything
        }
        lazyResponseSchema = Lazy {
            (try? SchemaProbe.schema(of: Described.Response.self)) ?? .anything
        }
    }
}
