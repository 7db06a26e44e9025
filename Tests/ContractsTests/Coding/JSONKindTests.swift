import Foundation
import Testing

@testable import Contracts

/// What requests say of values whose type is not that of their field.
@Suite struct JSONKindTests {
    private func refusal<Op: Contracts.Operation>(
        _ type: Op.Type, _ json: String
    ) -> ServiceError? {
        do {
            _ = try JSONCoding.decodeInput(Op.Request.self, from: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"{"school_id":5}"#, "school_id", "Expected a text, not a number"),
        (#"{"subject":7}"#, "subject", "Expected a text, not a number"),
        (#"{"content":true}"#, "content", "Expected a text, not true or false"),
        (#"{"occurred_at":["2026-02-03"]}"#, "occurred_at", "Expected a text, not a list"),
        (#" { "type" : {"a": [1]} }"#, "type", "Expected a text, not an object"),
        (#"{"interest_answers":"visit"}"#, "interest_answers", "Expected a list, not a text"),
    ])
    func theTypeOfAFieldIsSaid(json: String, field: String, text: String) {
        #expect(refusal(CreateInteraction.self, json)?.errors[field] == text)
    }

    /// One wrong value is the whole message; with others, each field has its own.
    @Test func theMessageNamesTheField() {
        let one = refusal(AddSchool.self, #"{"name":"Duke","city":5}"#)
        #expect(one?.message == "city: Expected a text, not a number")
        let two = refusal(AddSchool.self, #"{"name":1,"city":5}"#)
        #expect(two?.message == "2 fields need your attention")
        #expect(two?.errors.values.allSatisfy { $0 == "Expected a text, not a number" } == true)
        let decoded = refusal(IssuePassport.self, #"{"token":1}"#)
        #expect(decoded?.errors == ["token": "Expected a text, not a number"])
    }

    /// EV-36: what a specification says of a text in place of a number stays.
    @Test func aNumberKeepsItsOwnText() {
        let metric = refusal(AddMetric.self, #"{"metric_type":"sixty_time","value":"fast"}"#)
        #expect(metric?.errors["value"] == "Please enter a valid number")
        let limit = refusal(ListCoaches.self, #"{"limit":"all"}"#)
        #expect(limit?.errors == ["limit": "Limit must be a whole number from 1"])
    }

    /// A value of the right type is refused for what it is, and null is absence.
    @Test func otherRefusalsStay() {
        let school = refusal(CreateInteraction.self, #"{"school_id":"5","subject":null}"#)
        #expect(school?.errors["school_id"] == CreateInteraction.Refusal.school)
        #expect(school?.errors["subject"] == nil)
        #expect(refusal(AddSchool.self, #"{"name":"Duke","#)?.errors == [:])
    }

    /// No field of any request takes a value of another type in silence, and each says what it is.
    @Test(arguments: OperationCatalogue.all.map(\.name))
    func everyFieldSaysItsType(name: String) throws {
        let operation = try #require(OperationCatalogue.all.first { $0.name == name })
        let sample = try Self.sample(of: operation.type)
        for (key, property) in operation.requestSchema.properties {
            let (wrong, said): (Any, [String]) =
                switch property.schema.withoutNull {
                case .boolean: ("yes", ["true"])
                case .number, .integer, .integers: ("five", ["number"] + (0...9).map { "\($0)" })
                case .array: (5, ["Expected a list, not a number"])
                case .map, .object: (5, ["Expected an object, not a number"])
                default: (5, ["Expected a text, not a number"])
                }
            // Some are refused only when the others are right.
            let isLate = ["interactions.export.cursor", "interactions.note.note"]
                .contains("\(name).\(key)")
            let words = isLate ? ["need your attention", "by their ids"] : said
            let object = sample.merging([key: wrong]) { $1 }
            let json = try JSONSerialization.data(withJSONObject: object)
            let error = refusal(operation.type, String(decoding: json, as: UTF8.self))
            let text = error.map { $0.errors[key] ?? $0.message }
            #expect(words.contains { text?.contains($0) == true }, "\(key): \(text ?? "taken")")
        }
    }

    private static func sample<Op: Contracts.Operation>(
        of type: Op.Type
    ) throws -> [String: Any] {
        let json = try JSONCoding.encode(try SchemaProbe.sample(of: Op.Request.self))
        return try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] ?? [:]
    }
}
