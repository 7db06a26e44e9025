/// An operation that a service offers, declared once for clients, services and documentation.
///
/// Its name on the wire is `resource.verb` in lower camel case.
public protocol Operation: Sendable {
    associatedtype Request: OperationRequest
    associatedtype Response: Codable & Sendable

    /// The name on the wire, which never changes.
    static var name: String { get }
    /// The service that owns the operation; nil if every service supports it.
    static var service: ServiceName? { get }
    /// Whether the operation changes nothing, so that it can be retried without a key.
    static var isReadOnly: Bool { get }
    static var access: Access { get }
    /// Whether the request or response contains a secret, and is therefore neither logged nor
    /// stored.
    static var carriesSecrets: Bool { get }
    /// One sentence for people.
    static var summary: String { get }
    /// The text for people when an internal error occurs; nil for the general text.
    static var failureText: String? { get }
    /// How long callers wait by default.
    static var defaultBudget: Duration { get }
}

extension Operation {
    public static var carriesSecrets: Bool { false }

    public static var failureText: String? { nil }

    /// 2 s for a read, 3 s for a write.
    public static var defaultBudget: Duration { isReadOnly ? .seconds(2) : .seconds(3) }
}

/// The services, by their names on the wire and in file names.
public enum ServiceName: String, Codable, Sendable, CaseIterable {
    case identity
    case coaches
    case interactions
    case events
    case notifications
    case analytics
}

/// The access rule of an operation, checked for all services before the handler runs.
public enum Access: Hashable, Sendable {
    /// Anyone, including callers who are not signed in.
    case everyone
    /// Any signed-in user, for their own data.
    case signedIn
    /// Members of the request's family with one of these roles. Other members get `forbidden` with
    /// the text; callers outside the family learn nothing.
    case family(Set<Role>, refusal: String)
    /// Like `family`, and also players who have left the family, for what they logged there
    /// themselves. The access check cannot recognize former players, so the handler consults its
    /// replica of the members (`CallContext.familyOrFormerPlayer`).
    case familyOrFormerPlayer(Set<Role>, refusal: String)
    /// Services only, under their own principal.
    case services
    /// Services and holders of this system's operator key.
    case operators

    /// Players and parents of the family.
    public static let members = Access.family(Set(Role.allCases), refusal: "")

    /// The family roles that are admitted; nil if the operation does not concern a family.
    public var familyRoles: Set<Role>? {
        switch self {
        case .family(let roles, _), .familyOrFormerPlayer(let roles, _): roles
        case .everyone, .signedIn, .services, .operators: nil
        }
    }
}

/// The body of a request, with its permitted fields and validation.
public protocol OperationRequest: Codable, Sendable {
    /// The validated request, as the service uses it.
    associatedtype Input: Sendable = Self

    /// The permitted keys of the JSON object; any other is an error.
    static var fieldNames: [String] { get }
    /// Returns the keys that are not permitted.
    static func unknownFields(of names: [String]) -> [String]
    /// Validates the request. The error names every invalid field with its text.
    func validated() throws(ServiceError) -> Input
    /// Optional fast path for requests with many rows: decodes and validates in one pass. Returns
    /// nil to fall back to strict decoding, which is the default.
    static func input(reading bytes: [UInt8]) -> Input?
}

extension OperationRequest {
    /// Returns nil: there is no fast path.
    public static func input(reading bytes: [UInt8]) -> Input? { nil }
}

extension OperationRequest {
    /// Compares each key with `fieldNames`.
    public static func unknownFields(of names: [String]) -> [String] {
        let known = fieldNames
        return names.filter { !known.contains($0) }
    }
}

extension OperationRequest where Input == Self {
    /// Accepts the request; there are no rules beyond the types.
    public func validated() throws(ServiceError) -> Self { self }
}

/// A request without fields.
public struct EmptyRequest: OperationRequest, Hashable {
    public init() {}

    public static var fieldNames: [String] { [] }
}
