/// An operation that a service offers, declared once for clients, services and documentation.
public protocol Operation: Sendable {
    /// The default is a request without fields.
    associatedtype Request: OperationRequest = EmptyRequest
    associatedtype Response: Codable & Sendable

    static var definition: OperationDefinition { get }
}

/// What an operation is called, who serves it and who may call it.
public struct OperationDefinition: Sendable {
    /// What an operation does to the records of the service.
    public enum Effect: Sendable {
        /// The operation changes nothing, so that it can be retried without a key.
        case read
        /// The operation changes records; a client retries it with the same key.
        case write
    }

    let name: String
    let service: ServiceName?
    let effect: Effect
    let access: Access
    let summary: String
    let carriesSecrets: Bool
    let failureText: String?
    let budget: Duration
    let admitsParentsWhoLog: Bool
    let http: HTTPRoute?

    /// Defines an operation. `name` is `resource.verb` in lower camel case and never changes;
    /// `service` is nil if every service supports the operation; `summary` is one sentence.
    ///
    /// `carriesSecrets` keeps requests and responses out of logs and files. `failureText` replaces
    /// the general text for internal errors. By default, callers wait for `budget`, which is 2 s
    /// for a read and 3 s for a write unless given. `admitsParentsWhoLog` opens an operation of
    /// players to the parents of families that let them log. `http` is the operation's place
    /// in the HTTP API; nil if it has none.
    public init(
        _ name: String, of service: ServiceName?, _ effect: Effect, _ access: Access,
        _ summary: String, carriesSecrets: Bool = false, failureText: String? = nil,
        budget: Duration? = nil, admitsParentsWhoLog: Bool = false, http: HTTPRoute? = nil
    ) {
        self.name = name
        self.service = service
        self.effect = effect
        self.access = access
        self.summary = summary
        self.carriesSecrets = carriesSecrets
        self.failureText = failureText
        self.budget = budget ?? (effect == .read ? .seconds(2) : .seconds(3))
        self.admitsParentsWhoLog = admitsParentsWhoLog
        self.http = http
    }
}

extension Operation {
    /// The name on the wire.
    public static var name: String { definition.name }
    /// The service that owns the operation; nil if every service supports it.
    public static var service: ServiceName? { definition.service }
    public static var isReadOnly: Bool { definition.effect == .read }
    public static var access: Access { definition.access }
    /// Whether parents may call an operation of players if their family lets them log.
    public static var admitsParentsWhoLog: Bool { definition.admitsParentsWhoLog }
    public static var carriesSecrets: Bool { definition.carriesSecrets }
    /// One sentence for people.
    public static var summary: String { definition.summary }
    /// The text for people when an internal error occurs; nil for the general text.
    public static var failureText: String? { definition.failureText }
    /// Whether access tokens may call the operation. They neither change accounts and families nor
    /// get secrets.
    public static var admitsTokens: Bool {
        !carriesSecrets && (isReadOnly || service != .identity)
    }
    /// The place in the HTTP API; nil if it has none.
    public static var http: HTTPRoute? { definition.http }
    /// How long callers wait by default.
    public static var defaultBudget: Duration { definition.budget }
}

/// The services, by their names on the wire and in file names.
public enum ServiceName: String, Codable, JSONWritable, Sendable, CaseIterable {
    case identity
    case coaches
    case interactions
    case events
    case notifications
    case analytics
    case hooks
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

    /// Players of the family. The others are told that only players can do it: "add coaches".
    public static func players(_ deed: String) -> Access {
        .family([.player], refusal: "Only players can \(deed)")
    }

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
    /// The fields whose text may list several values, separated by commas; none by default.
    static var commaSeparatedFields: [String] { get }
    /// Returns the keys that are not permitted.
    static func unknownFields(of names: [String]) -> [String]
    /// Validates the request. The error names every invalid field with its text.
    func validated() throws(ServiceError) -> Input
    /// Optional fast path for requests with many rows: decodes and validates in one pass. Returns
    /// nil to fall back to strict decoding, which is the default.
    static func input(reading bytes: [UInt8]) -> Input?
}

extension OperationRequest {
    /// No field lists several values.
    public static var commaSeparatedFields: [String] { [] }
    /// Returns nil, which selects strict decoding.
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
