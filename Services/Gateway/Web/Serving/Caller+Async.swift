import Contracts
import ServiceKit

extension Caller {
    /// Calls an operation without occupying a thread. Throws the service's error.
    func response<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) async throws -> Op.Response {
        let outcome: Outcome = try await withCheckedThrowingContinuation { continuation in
            do {
                try send(operation, request, at: service, options: options) {
                    continuation.resume(returning: $0)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        switch outcome {
        case .success(let json, _):
            return try JSONCoding.decodeResponse(Op.Response.self, from: json)
        case .failure(let error, _): throw error
        }
    }
}
