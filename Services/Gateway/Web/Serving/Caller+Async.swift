import Contracts
import ServiceKit

extension Caller {
    /// Calls an operation without occupying a thread. Throws the service's error.
    func response<Op: Operation>(
        _ operation: Op.Type, _ request: Op.Request, at service: ServiceName? = nil,
        options: Options = Options()
    ) async throws -> Op.Response {
        let json = try await response(
            of: operation, payload: try JSONCoding.encode(request), at: service, options: options)
        return try JSONCoding.decodeResponse(Op.Response.self, from: json)
    }

    /// The same for an encoded request. Returns the response's JSON.
    func response<Op: Operation>(
        of operation: Op.Type, payload: [UInt8], at service: ServiceName? = nil,
        options: Options = Options()
    ) async throws -> [UInt8] {
        let outcome: Outcome = await withCheckedContinuation { continuation in
            send(operation, payload: payload, at: service, options: options) {
                continuation.resume(returning: $0)
            }
        }
        switch outcome {
        case .success(let json, _): return json
        case .failure(let error, _): throw error
        }
    }
}
