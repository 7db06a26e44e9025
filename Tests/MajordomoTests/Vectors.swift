import Foundation
import Testing

/// The vectors of docs/protocol.md, which an independent codec in Python reads too.
struct Vectors: Decodable {
    struct Valid: Decodable, CustomTestStringConvertible {
        let name: String
        let hex: String
        let kind: String
        let requestID: String
        let passport: String
        let budget: UInt32?
        let operation: String?
        let attempt: UInt8?
        let idempotencyKey: String?
        let familyID: String?
        let traceID: String?
        let isDryRun: Bool?
        let status: String?
        let executed: String?
        let retryAfter: Int32?
        let isReplayed: Bool?
        let slice: UInt8?

        var testDescription: String { name }

        enum CodingKeys: String, CodingKey {
            case name, hex, kind, passport, operation, attempt, status, executed, slice
            case requestID = "request_id"
            case budget = "budget_ms"
            case idempotencyKey = "idempotency_key"
            case familyID = "family_id"
            case traceID = "trace_id"
            case isDryRun = "dry_run"
            case retryAfter = "retry_after_ms"
            case isReplayed = "replayed"
        }
    }

    struct Invalid: Decodable, CustomTestStringConvertible {
        let name: String
        let hex: String
        let error: String

        var testDescription: String { name }
    }

    let envelopes: [Valid]
    let invalid: [Invalid]

    static let all: Vectors = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Conformance/vectors.json")
        guard let data = try? Data(contentsOf: file),
            let vectors = try? JSONDecoder().decode(Vectors.self, from: data)
        else { return Vectors(envelopes: [], invalid: []) }
        return vectors
    }()
}

/// The bytes that hexadecimal digits write.
func bytes(_ hex: String) -> [UInt8] {
    let digits: [Character] = Array(hex)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
}
