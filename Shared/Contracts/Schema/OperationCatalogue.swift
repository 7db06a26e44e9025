/// Every operation of the contracts, once.
public enum OperationCatalogue {
    /// The operations in the order of their names.
    public static let all: [OperationDescriptor] = (identity + coaches + interactions + common)
        .sorted { $0.name < $1.name }

    private static let identity = [
        OperationDescriptor(SignUp.self),
        OperationDescriptor(Login.self),
        OperationDescriptor(Logout.self),
        OperationDescriptor(ListSessions.self),
        OperationDescriptor(IssuePassport.self),
        OperationDescriptor(WhoAmI.self),
        OperationDescriptor(ShowPreferences.self),
        OperationDescriptor(UpdatePreferences.self),
        OperationDescriptor(CreateFamily.self),
        OperationDescriptor(ShowFamily.self),
        OperationDescriptor(ShowFamilyCodes.self),
        OperationDescriptor(RenewFamilyCode.self),
        OperationDescriptor(JoinFamily.self),
        OperationDescriptor(RemoveMember.self),
        OperationDescriptor(RenameFamily.self),
    ]

    private static let coaches = [
        OperationDescriptor(SearchSchools.self),
        OperationDescriptor(ListSchools.self),
        OperationDescriptor(ShowSchool.self),
        OperationDescriptor(AddSchool.self),
        OperationDescriptor(ListCoaches.self),
        OperationDescriptor(ShowCoach.self),
        OperationDescriptor(AddCoach.self),
        OperationDescriptor(EditCoach.self),
    ]

    private static let interactions = [
        OperationDescriptor(ListInteractions.self),
        OperationDescriptor(ShowInteraction.self),
        OperationDescriptor(CreateInteraction.self),
        OperationDescriptor(DeleteInteraction.self),
        OperationDescriptor(UndoInteractions.self),
    ]

    private static let common = [
        OperationDescriptor(FetchChanges.self),
        OperationDescriptor(PingService.self),
        OperationDescriptor(DescribeService.self),
        OperationDescriptor(ServiceStatistics.self),
    ]

    /// The operation of this name, if there is one.
    public static func operation(named name: String) -> OperationDescriptor? {
        all.first { $0.name == name }
    }

    /// The operations that a service answers: its own and those of every service, by name.
    public static func operations(of service: ServiceName) -> [OperationDescriptor] {
        all.filter { $0.service == service || $0.service == nil }
    }

    /// A fingerprint of what a service promises: names, access and schemas of its operations,
    /// without the sentences for people. It changes if and only if one of them does, and is the
    /// same in every process built from the same contracts. Not a protection.
    public static func fingerprint(of service: ServiceName) throws -> Fingerprint {
        Fingerprint(of: try JSONCoding.encode(operations(of: service).map(Promise.init)))
    }

    /// The JSON of a service's operations with their schemas, for `$srv.schema`: `contract` (the
    /// fingerprint), `operations`, `schema_dialect` and `service`.
    public static func document(of service: ServiceName) throws -> [UInt8] {
        try JSONCoding.encode(
            Document(
                contract: try fingerprint(of: service).description,
                operations: operations(of: service), service: service))
    }

    private struct Document: Encodable {
        let contract: String
        let operations: [OperationDescriptor]
        let schemaDialect = JSONSchema.draft
        let service: ServiceName

        enum CodingKeys: String, CodingKey {
            case contract, operations, service
            case schemaDialect = "schema_dialect"
        }
    }

    /// The part of a descriptor that others rely on.
    private struct Promise: Encodable {
        let name: String
        let access: String
        let roles: [String]
        let isReadOnly: Bool
        let request: JSONSchema
        let response: JSONSchema

        init(_ operation: OperationDescriptor) {
            name = operation.name
            access = operation.access.word
            if case .family(let allowed, _) = operation.access {
                roles = allowed.map(\.rawValue).sorted()
            } else {
                roles = []
            }
            isReadOnly = operation.isReadOnly
            request = operation.requestSchema
            response = operation.responseSchema
        }
    }
}
