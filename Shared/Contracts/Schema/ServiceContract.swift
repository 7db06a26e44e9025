/// The contract of a service with its callers, as a document.
@JSONObject
public struct ServiceContract: Codable, Hashable, Sendable {
    public var service: ServiceName
    /// A fingerprint of names, access and schemas; it changes with the contract.
    public var fingerprint: String
    /// The draft of JSON Schema in which the schemas are written.
    public var schemaDialect: String
    /// The operations, ordered by name.
    public var operations: [OperationContract]

    public init(service: ServiceName, operations: [OperationContract]) throws {
        self.service = service
        self.operations = operations
        schemaDialect = JSONSchema.draft
        fingerprint =
            Fingerprint(of: try JSONCoding.encode(operations.map(\.withoutProse)))
            .description
    }
}

/// The contract of an operation with its callers, as a document.
@JSONObject
public struct OperationContract: Codable, Hashable, Sendable {
    /// The name on the wire.
    public var name: String
    /// One sentence for people.
    public var summary: String
    /// The access rule as a word; see `Access.word`.
    public var access: String
    /// The roles that may call it, for a family's operation.
    public var roles: [Role]?
    /// Whether it changes nothing.
    public var readOnly: Bool
    /// Whether its request or response contains a secret.
    public var carriesSecrets: Bool
    public var request: JSONSchema
    public var response: JSONSchema

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

    /// The contract without the summary, on which no program relies.
    fileprivate var withoutProse: OperationContract {
        var contract = self
        contract.summary = ""
        return contract
    }
}

extension Access {
    /// The access rule as a word in documents.
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
