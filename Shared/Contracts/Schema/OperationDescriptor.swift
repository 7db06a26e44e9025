/// An operation as data: what documents, tests and `$srv.schema` say about it.
public struct OperationDescriptor: Sendable {
    /// The Swift type that declares it.
    public let type: any Operation.Type
    /// The name on the wire.
    public let name: String
    /// The service that owns it; `nil` if every service answers it.
    public let service: ServiceName?
    /// Whether it changes nothing.
    public let isReadOnly: Bool
    /// Who may call it.
    public let access: Access
    /// Whether request or response hold a secret.
    public let carriesSecrets: Bool
    /// One sentence for people.
    public let summary: String
    /// The keys that a request may have.
    public let fieldNames: [String]
    /// What a request looks like. It has no other keys; what its form asks beyond types stands
    /// in the operation's validation.
    public let requestSchema: JSONSchema
    /// What a response looks like. Newer services may add keys.
    public let responseSchema: JSONSchema

    /// The name of the Swift type that declares it.
    public var typeName: String { "\(type)" }

    /// The description of an operation.
    public init<Described: Operation>(_ operation: Described.Type) {
        type = operation
        name = operation.name
        service = operation.service
        isReadOnly = operation.isReadOnly
        access = operation.access
        carriesSecrets = operation.carriesSecrets
        summary = operation.summary
        fieldNames = Described.Request.fieldNames
        let request = try? SchemaProbe.schema(of: Described.Request.self)
        requestSchema = request?.closed ?? .anything
        responseSchema = (try? SchemaProbe.schema(of: Described.Response.self)) ?? .anything
    }
}
