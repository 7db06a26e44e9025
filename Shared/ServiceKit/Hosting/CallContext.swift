public import Contracts

/// The context of a call: everything a handler gets besides the input.
public struct CallContext: Sendable {
    /// The request's id, kept by retries.
    public let requestID: RequestID
    /// Correlates the log lines of one action across services.
    public let traceID: TraceID
    public let principal: Principal
    /// The family's scope; present for every operation whose access is `family`.
    public let family: FamilyScope?
    /// The family that the caller named, whether or not they are a member. Never sufficient for
    /// showing any of its data.
    public let namedFamily: FamilyID?
    /// The idempotency key of a command; nil if the caller chose none.
    public let idempotencyKey: IdempotencyKey?
    /// The end of the caller's budget, on the monotonic clock.
    public let deadline: ContinuousClock.Instant
    /// The time of day at which the call arrived.
    public let now: Instant
    /// Whether the call is a dry run.
    public let isDryRun: Bool
    /// When the request arrived, on the monotonic clock.
    public let arrivedAt: ContinuousClock.Instant
    /// Whether no other request waited when this one arrived, so that a short answer may be given
    /// on the dispatching thread.
    public let isAlone: Bool

    public init(
        requestID: RequestID, traceID: TraceID, principal: Principal, family: FamilyScope?,
        idempotencyKey: IdempotencyKey?, deadline: ContinuousClock.Instant, now: Instant,
        isDryRun: Bool = false, arrivedAt: ContinuousClock.Instant = .now,
        namedFamily: FamilyID? = nil, isAlone: Bool = false
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
        self.isAlone = isAlone
    }

    /// Returns the family's scope, which the access check has set for operations whose access is
    /// `family`. Throws `not_found` for other operations.
    public func requireFamily() throws(ServiceError) -> FamilyScope {
        guard let family else { throw ServiceError.notFound(.family) }
        return family
    }

    /// Returns the signed-in user, for operations whose access is `signedIn` or `family`.
    public func requireUser() throws(ServiceError) -> UserPrincipal {
        guard let user = principal.user else {
            throw ServiceError(.unauthenticated, AccessCheck.signInText)
        }
        return user
    }

    /// Throws `timeout` if the caller's budget is over.
    public func checkDeadline() throws(ServiceError) {
        guard ContinuousClock.now < deadline else {
            throw ServiceError(.timeout, "Connection timed out")
        }
    }
}
