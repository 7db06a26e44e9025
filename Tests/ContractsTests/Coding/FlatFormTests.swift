import Foundation
import Support
import Testing

@testable import Contracts

@Suite struct FlatFormTests {
    private static let values = [
        "null", "true", "false", "\"\"", "\"email\"", "\"é\\u00e9\\n\"", "0", "7", "-1", "1.0",
        "1e2", "9223372036854775807", "9223372036854775808", "[]", "[\"visit\"]", "{}", "[1]",
    ]

    /// What a form reads to, however it is read.
    private func description<Request: OperationRequest>(_ request: Request?) -> String {
        request.map { String(reflecting: $0) } ?? "refused"
    }

    private func compare<Request: FlatFormRequest>(_ type: Request.Type, seed: UInt64) {
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<4_000 {
            let members = type.fieldNames.filter { _ in Bool.random(using: &generator) }.map {
                "\"\($0)\": \(Self.values.randomElement(using: &generator) ?? "null")"
            }
            let text = Array("{\(members.joined(separator: ", "))}".utf8)
            let ours = try? JSONCoding.decodeRequest(type, from: text)
            let foundations = try? JSONDecoder().decode(type, from: Data(text))
            #expect(description(ours) == description(foundations), "\(members)")
        }
    }

    @Test func formsReadThemselvesAsJSONDecoderReadsThem() {
        compare(CreateInteraction.Request.self, seed: 21)
        compare(ListInteractions.Request.self, seed: 22)
        compare(TimelineRequest.self, seed: 23)
        compare(ShowTimelineFigures.Request.self, seed: 24)
    }

    @Test func objectWithAListIsNotFlat() throws {
        #expect(try JSONGuard(checking: Array(#"{"a": 1, "b": "x"}"#.utf8)).form != nil)
        #expect(try JSONGuard(checking: Array(#"{"a": [1]}"#.utf8)).form == nil)
        #expect(try JSONGuard(checking: Array(#"{"a": 1.5}"#.utf8)).form == nil)
    }
}
