/// What a service promises to its callers, as a document.
public struct ServiceContract: Codable, Hashable, Sendable {
    public var service: ServiceName
    /// A fingerprint of names, access and schemas: another one means another contract.
    public var fingerprint: String
    /// The draft of JSON Schema in which the schemas are written.
    public var schemaDialect: String
    /// The operations, by name.
    public var operations: [OperationContract]

    enum CodingKeys: String, CodingKey {
        case fingerprint, operations, service
        case schemaDialect = "schema_dialect"
    }

    /// The contract of a service with these operations.
    public init(service: ServiceName, operations: [OperationContract]) throws {
        self.service = service
        self.operations = operations
        schemaDialect = JSONSchema.draft
        fingerprint =
            Fingerprint(of: try JSONCoding.encode(operations.map(\.withoutProse)))
            .description
    }
}

/// What an operation promises to its callers, as a document.
public struct OperationContract: Codable, Hashable, Sendable {
    /// The name on the wire.
    public var name: String
    /// One sentence for people.
    public var summary: String
    /// Who may call it: `everyone`, `signed_in`, `family`, `services` or `operators`.
    public var access: String
    /// The roles that may call an operation of a family.
    public var roles: [Role]?
    /// Whether it changes nothing.
    public var readOnly: Bool
    /// Whether request or response hold a secret.
    public var carriesSecrets: Bool
    /// What a request looks like.
    public var request: JSONSchema
    /// What a response looks like.
    public var response: JSONSchema

    enum CodingKeys: String, CodingKey {
        case access, name, request, response, roles, summary
        case carriesSecrets = "carries_secrets"
        case readOnly = "read_only"
    }

    /// The promise of this operation.
    public init(_ operation: OperationDescriptor) {
        name = operation.name
        summary = operation.summary
        access = operation.access.word
        roles = operation.access.familyRoles.map { Role.allCases.filter($0.contains) }
        readOnly = operation.isReadOnly
        carriesSecrets = operation.carriesSecrets
        request = operation.requestSchema
        response = operation.responseSchema
    }

    /// The part that programs rely on.
    fileprivate var withoutProse: OperationContract {
        var contract = self
        contract.summary = ""
        return contract
    }
}

extension Access {
    /// The kind of access as one word of the documents.
    public var word: String {
        switch self {
        case .everyone: "everyone"
        case .signedIn: "signed_in"
        case .family: "family"
        case .familyOrFormerPlayer: "family_or_former_player"
        case .services: "services"
        case .operators: "operators"
        }
    }
}
