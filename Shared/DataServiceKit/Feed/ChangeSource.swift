public import Contracts
public import ServiceKit

/// Where a consumer reads a producer's changes.
public protocol ChangeSource: Sendable {
    /// Fetches changes after a position, waiting for news up to `wait` if there are none. Blocks.
    func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response
}

/// Reads a producer's feed through the broker, under this service's own passport.
public struct CalledChangeSource: ChangeSource {
    /// How much longer than the producer's wait a call may take.
    static let marginOfCall = Duration.seconds(1)

    private let producer: ServiceName
    private let caller: Caller
    private let passports: ServicePassportSource

    /// A source at this producer.
    public init(_ producer: ServiceName, caller: Caller, passports: ServicePassportSource) {
        self.producer = producer
        self.caller = caller
        self.passports = passports
    }

    /// Calls `changes.fetch`.
    public func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try caller.call(
            FetchChanges.self,
            .init(
                afterSequence: sequence, limit: limit, waitMilliseconds: Int(wait.wholeMilliseconds)
            ),
            at: producer,
            options: .init(passport: try passports.passport(), budget: wait + Self.marginOfCall))
    }
}
