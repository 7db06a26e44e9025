import Contracts
import Majordomo
import ServiceKit

/// What a load test does: its people, its data, its requests, and how answers are checked.
protocol Scenario: AnyObject, Sendable {
    /// What it is called on the command line.
    static var name: String { get }
    /// The operations, with the share that each has of the requests (0 to 1).
    var operations: [LoadOperation] { get }
    /// Makes people and data; says what is going on.
    func prepare(_ target: Target, _ progress: Progress) throws
    /// Keeps what ends with time alive: passports.
    func refresh(_ target: Target) throws
    /// The requests of one thread.
    func makeSource(seed: UInt64) throws -> any RequestSource
    /// Compares what the services hold with what was acknowledged; what is wrong, if anything.
    func findings(_ target: Target) throws -> [String]
    /// The data set in one line, for reports.
    var dataSet: String { get }
    /// What came in besides it while the test ran, in one line.
    var growth: String { get }
}

/// An operation under load.
struct LoadOperation: Sendable, Equatable {
    /// The name on the wire.
    var name: String
    /// Its service.
    var service: Contracts.ServiceName
    /// Its share of the requests.
    var share: Double

    init<Op: Contracts.Operation>(_ operation: Op.Type, share: Double) {
        name = Op.name
        service = Op.service ?? .identity
        self.share = share
    }
}

/// The share of answers that are compared with the model: 1 %.
let checkedShare = 0.01

/// Makes the requests of an account.
extension Account {
    /// A request of an operation, as it goes over the wire, with the operation's own budget.
    func request<Op: Contracts.Operation>(
        _ operation: Op.Type, payload: [UInt8], key: Majordomo.Identifier? = nil
    ) -> ClientRequest {
        let milliseconds = Op.defaultBudget / .milliseconds(1)
        let header = RequestHeader(
            operation: Op.name, budgetMilliseconds: UInt32(milliseconds),
            idempotencyKey: key,
            familyID: Majordomo.Identifier(high: family.high, low: family.low))
        return ClientRequest(
            service: Op.service?.rawValue ?? "", header: header, passport: passport,
            payload: payload, isReadOnly: Op.isReadOnly, repeats: false)
    }
}
