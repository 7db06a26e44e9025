/// One thing that a service does for its callers, declared once: clients, services and documents
/// all use this type.
///
/// The name on the wire is `resource.verb` in lower camel case.
public protocol Operation: Sendable {
    /// What the caller sends.
    associatedtype Request: OperationRequest
    /// What the caller gets.
    associatedtype Response: Codable & Sendable

    /// The name on the wire, stable for ever.
    static var name: String { get }
    /// The service that owns the operation; `nil` for those that every service answers.
    static var service: ServiceName? { get }
    /// Whether the operation changes nothing, so that it may be repeated without a key.
    static var isReadOnly: Bool { get }
    /// Who may call it.
    static var access: Access { get }
    /// Whether request or response hold a secret: they are then neither logged nor stored.
    static var carriesSecrets: Bool { get }
    /// One sentence for people.
    static var summary: String { get }
    /// What people read when a mistake of ours ends it; `nil` for the general text.
    static var failureText: String? { get }
    /// How long a caller waits unless they say otherwise.
    static var defaultBudget: Duration { get }
}

extension Operation {
    /// Most operations carry no secret.
    public static var carriesSecrets: Bool { false }

    /// Most operations fail with the general text.
    public static var failureText: String? { nil }

    /// How long a caller waits by default: 2 s for a read, 3 s for a write.
    public static var defaultBudget: Duration { isReadOnly ? .seconds(2) : .seconds(3) }
}

/// The services and their names, on the wire and in file names.
public enum ServiceName: String, Codable, Sendable, CaseIterable {
    case identity
    case coaches
    case interactions
    case events
    case notifications
    case analytics
}

/// Who may call an operation; checked once for all services before its handler runs.
public enum Access: Hashable, Sendable {
    /// Everybody, also without a sign-in.
    case everyone
    /// Everybody who is signed in, for what is their own.
    case signedIn
    /// Members of the request's family with one of these roles. Others of the family are refused
    /// with `forbidden` and the text; strangers learn nothing.
    case family(Set<Role>, refusal: String)
    /// The same, and besides players who have left the family, for what they logged there
    /// themselves. Of the latter the access check knows nothing: the handler asks its copy of the
    /// members (`CallContext.familyOrFormerPlayer`).
    case familyOrFormerPlayer(Set<Role>, refusal: String)
    /// Services only, under their own principal.
    case services
    /// Whoever holds the operator key of this system, and services.
    case operators

    /// Players and parents of the family alike.
    public static let members = Access.family(Set(Role.allCases), refusal: "")

    /// The roles in the family that it admits; `nil` where it is about no family.
    public var familyRoles: Set<Role>? {
        switch self {
        case .family(let roles, _), .familyOrFormerPlayer(let roles, _): roles
        case .everyone, .signedIn, .services, .operators: nil
        }
    }
}

/// The body of a request: what may stand in it, and when it is right.
public protocol OperationRequest: Codable, Sendable {
    /// What the service works with once the form is right.
    associatedtype Input: Sendable = Self

    /// The keys that may stand in the JSON object; any other is refused.
    static var fieldNames: [String] { get }
    /// Those of a JSON object's keys that may not stand there.
    static func unknownFields(of names: [String]) -> [String]
    /// Checks the form. The error names every refused field with its text.
    func validated() throws(ServiceError) -> Input
    /// Reads and checks the JSON of a request in one pass, where that is worth its while: a request
    /// with many rows. `nil` where the strict reading decides, which is nearly everywhere.
    static func input(reading octets: [UInt8]) -> Input?
}

extension OperationRequest {
    /// Requests are read strictly.
    public static func input(reading octets: [UInt8]) -> Input? { nil }
}

extension OperationRequest {
    /// Compares each key with those of `fieldNames`.
    public static func unknownFields(of names: [String]) -> [String] {
        let known = fieldNames
        return names.filter { !known.contains($0) }
    }
}

extension OperationRequest where Input == Self {
    /// A request without rules beyond its types is right as it is.
    public func validated() throws(ServiceError) -> Self { self }
}

/// A request without fields.
public struct EmptyRequest: OperationRequest, Hashable {
    /// The request.
    public init() {}

    public static var fieldNames: [String] { [] }
}
