import Contracts
import Majordomo
import ServiceKit

/// A request that is encoded once and sent many times, with the check of its answer.
struct PreparedRequest {
    let template: RequestTemplate
    private let expectation: Expectation

    init(_ request: ClientRequest, _ expectation: @escaping Expectation) throws {
        template = try RequestTemplate(request)
        self.expectation = expectation
    }

    /// The request, with the index of its operation in the scenario.
    func planned(_ operation: Int, isChecked: Bool) -> PlannedRequest {
        PlannedRequest(
            operation: operation, template: template, expectation: isChecked ? expectation : nil)
    }
}

/// A query whose answer is known.
struct KnownAnswer: Sendable {
    let query: [UInt8]
    let expectation: Expectation

    /// `problem` returns what is wrong with an answer, or nil.
    init<Op: Contracts.Operation>(
        _ operation: Op.Type, _ query: [UInt8],
        _ problem: @escaping @Sendable (Op.Response) -> String?
    ) {
        self.query = query
        expectation = { json in
            do {
                return problem(try JSONCoding.decodeResponse(Op.Response.self, from: json))
            } catch {
                return "\(Op.name): the answer cannot be read: \(error)"
            }
        }
    }

    /// The query as a request of an account.
    func prepared<Op: Contracts.Operation>(
        _ operation: Op.Type, _ account: Account
    ) throws -> PreparedRequest {
        try PreparedRequest(account.request(operation, payload: query), expectation)
    }
}
