public import Contracts

/// What a handler knows of a call besides its input.
public struct CallContext: Sendable {
    /// The request; its repetitions have the same id.
    public let requestID: RequestID
    /// What belongs together across services.
    public let traceID: TraceID
    /// Who asks.
    public let principal: Principal
    /// The family it is about; there for every operation whose access is `family`.
    public let family: FamilyScope?
    /// The family that the caller named, whether they are a member of it or not. Nothing of it may
    /// be shown for this alone.
    public let namedFamily: FamilyID?
    /// Makes a command idempotent; `nil` if the caller chose no key.
    public let idempotencyKey: IdempotencyKey?
    /// When the caller stops waiting, on the monotonic clock.
    public let deadline: ContinuousClock.Instant
    /// The time of day at which the call arrived.
    public let now: Instant
    /// Whether the caller wants to see what would happen, and nothing to happen.
    public let isDryRun: Bool
    /// When the request arrived, on the monotonic clock.
    public let arrivedAt: ContinuousClock.Instant

    /// A context with these parts.
    public init(
        requestID: RequestID, traceID: TraceID, principal: Principal, family: FamilyScope?,
        idempotencyKey: IdempotencyKey?, deadline: ContinuousClock.Instant, now: Instant,
        isDryRun: Bool = false, arrivedAt: ContinuousClock.Instant = .now,
        namedFamily: FamilyID? = nil
    ) {
        self.namedFamily = namedFamily ?? family?.familyID
        self.requestID = requestID
        self.traceID = traceID
        self.principal = principal
        self.family = family
        self.idempotencyKey = idempotencyKey
        self.deadline = deadline
        self.now = now
        self.isDryRun = isDryRun
        self.arrivedAt = arrivedAt
    }

    /// The family's scope, for operations whose access is `family`; the access check has put it
    /// there. Throws `not_found` elsewhere.
    public func requireFamily() throws(ServiceError) -> FamilyScope {
        guard let family else { throw ServiceError.notFound("Family") }
        return family
    }

    /// The person who asks, for operations whose access is `signedIn` or `family`.
    public func requireUser() throws(ServiceError) -> UserPrincipal {
        guard let user = principal.user else {
            throw ServiceError(.unauthenticated, AccessCheck.signInText)
        }
        return user
    }

    /// Throws `timeout` once the caller has stopped waiting.
    public func checkDeadline() throws(ServiceError) {
        guard ContinuousClock.now < deadline else {
            throw ServiceError(.timeout, "Connection timed out")
        }
    }
}
