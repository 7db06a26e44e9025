import ZeroMQ

/// Unusual events at the broker since the last notice.
public struct BrokerNotice: Sendable, Equatable {
    /// Peers refused because they belong to another user.
    public var peersRefused: UInt64 = 0
    /// Connections closed because of a limit or a broken rule of ZMTP.
    public var connectionsCut: UInt64 = 0
    /// READYs refused because their worker did not prove the key of the service.
    public var registrationsRefused: UInt64 = 0
    /// The service named by the last of those READYs.
    public var refusedService: String?
}

/// Collects unusual events and limits how often they are reported, to protect the log.
struct BrokerNotices {
    /// The shortest time between two notices, in milliseconds.
    static let intervalMilliseconds: Int64 = 10_000

    private var told = BrokerNotice()
    private var nextNotice: MonotonicTime

    init(now: MonotonicTime) {
        nextNotice = now
    }

    /// Returns the new events; nil if there are none or the last notice is too recent.
    mutating func notice(
        of figures: ServerFigures, refusedRegistrations: UInt64, lastRefused: String?,
        at now: MonotonicTime
    ) -> BrokerNotice? {
        guard now >= nextNotice else { return nil }
        let new = BrokerNotice(
            peersRefused: figures.peersRefused &- told.peersRefused,
            connectionsCut: figures.connectionsCut &- told.connectionsCut,
            registrationsRefused: refusedRegistrations &- told.registrationsRefused)
        guard new != BrokerNotice() else { return nil }
        nextNotice = now.advanced(byMilliseconds: BrokerNotices.intervalMilliseconds)
        told = BrokerNotice(
            peersRefused: figures.peersRefused, connectionsCut: figures.connectionsCut,
            registrationsRefused: refusedRegistrations)
        guard new.registrationsRefused > 0 else { return new }
        var named = new
        named.refusedService = lastRefused
        return named
    }
}
