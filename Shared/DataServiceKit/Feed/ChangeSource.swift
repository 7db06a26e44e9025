public import Contracts
public import ServiceKit

/// A source of a producer's changes.
public protocol ChangeSource: Sendable {
    /// Fetches the changes after a position. Blocks for at most `wait` if there are none.
    func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response
    /// Fetches the changes after a cursor, whose change id lets the producer detect that its file
    /// is outdated.
    func fetch(
        after cursor: FeedCursor, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response
}

extension ChangeSource {
    /// Uses the position alone, for sources that cannot become outdated.
    public func fetch(
        after cursor: FeedCursor, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try fetch(after: cursor.sequence, limit: limit, wait: wait)
    }
}

/// Reads a producer's feed through the broker, with this service's own passport.
public struct CalledChangeSource: ChangeSource {
    /// The time allowed for a call beyond the producer's wait.
    static let marginOfCall = Duration.seconds(1)

    private let producer: ServiceName
    private let caller: Caller
    private let passports: ServicePassportSource

    /// Creates a source for this producer.
    public init(_ producer: ServiceName, caller: Caller, passports: ServicePassportSource) {
        self.producer = producer
        self.caller = caller
        self.passports = passports
    }

    /// Calls `changes.fetch`.
    public func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try fetch(after: FeedCursor(sequence: sequence), limit: limit, wait: wait)
    }

    /// Calls `changes.fetch`.
    public func fetch(
        after cursor: FeedCursor, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try caller.call(
            FetchChanges.self,
            .init(
                afterSequence: cursor.sequence, limit: limit,
                waitMilliseconds: Int(wait.wholeMilliseconds), seenEpoch: cursor.epoch,
                seenChange: cursor.change),
            at: producer,
            options: .init(passport: try passports.passport(), budget: wait + Self.marginOfCall))
    }
}
