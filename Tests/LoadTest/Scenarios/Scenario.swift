import Contracts
import Majordomo
import ServiceKit

/// A kind of load: users, data, requests, and the checks of answers.
protocol Scenario: AnyObject, Sendable {
    /// The name on the command line.
    static var name: String { get }
    /// The operations with their shares of the requests (0 to 1).
    var operations: [LoadOperation] { get }
    /// Creates users and data, and reports progress.
    func prepare(_ target: Target, _ progress: Progress) throws
    /// Renews passports.
    func refresh(_ target: Target) throws
    /// Creates the requests of one thread.
    func makeSource(seed: UInt64) throws -> any RequestSource
    /// Compares the stored data with what was acknowledged. Returns what is wrong.
    func findings(_ target: Target) throws -> [String]
    /// The data set in one line, for reports.
    var dataSet: String { get }
    /// The data added during the test, in one line.
    var growth: String { get }
}

/// An operation under load.
struct LoadOperation: Sendable, Equatable {
    /// The name on the wire.
    var name: String
    var service: Contracts.ServiceName
    var share: Double

    init<Op: Contracts.Operation>(_ operation: Op.Type, share: Double) {
        name = Op.name
        service = Op.service ?? .identity
        self.share = share
    }
}

/// The share of answers compared with the model.
let checkedShare = 0.01

extension Account {
    /// A request of an operation as sent on the wire, with the operation's default budget.
    func request<Op: Contracts.Operation>(
        _ operation: Op.Type, payload: [UInt8], key: WireID? = nil
    ) -> ClientRequest {
        let milliseconds = Op.defaultBudget / .milliseconds(1)
        let header = RequestHeader(
            operation: Op.name, budgetMilliseconds: UInt32(milliseconds),
            idempotencyKey: key,
            familyID: WireID(high: family.high, low: family.low))
        return ClientRequest(
            service: Op.service?.rawValue ?? "", header: header, passport: passport,
            payload: payload, isReadOnly: Op.isReadOnly, repeats: false)
    }
}
