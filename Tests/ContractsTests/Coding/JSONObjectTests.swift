import Foundation
import Testing

@testable import Contracts

@Suite struct JSONObjectTests {
    @JSONObject struct Sample: Codable, Hashable {
        var name: String
        var familyUnitID: Int
        var coachIDs: [Int] = []
        var postURLText: String?
        @Key("wait_ms") var waitMilliseconds: Int?
        static let unrelated = 1
    }

    @JSONObject(nulls: true) struct Complete: Codable {
        var firstName: String?
        var registered = false
        @OmittedIfNil var nickname: String?
        @Written var initial: String? { firstName.map { String($0.prefix(1)) } }
        var unwritten: Int { 1 }
    }

    @JSONObject struct Ordered: Codable {
        var hasAny: Bool

        init(_ rows: [Int]) { hasAny = !rows.isEmpty }
    }

    @JSONObject struct Question: OperationRequest {
        var schoolID: FormField<String>
        var limit: FormField<Int>
    }

    @Memberwise struct Pair: Hashable {
        var left: Int
        var right = 2
        let further: Int?
    }

    @Memberwise(labels: false) struct Place: Hashable {
        let row: Int
        var column = 2
    }

    private func json(_ value: some Encodable) throws -> String {
        try JSONCoding.encodedText(value)
    }

    @Test func keysAreNamesInSnakeCase() throws {
        let sample = Sample(
            name: "A", familyUnitID: 1, coachIDs: [2], postURLText: "t", waitMilliseconds: 3)
        let text = try json(sample)
        #expect(
            text == #"{"coach_ids":[2],"family_unit_id":1,"name":"A","post_url_text":"t","#
                + #""wait_ms":3}"#)
        #expect(try JSONDecoder().decode(Sample.self, from: Data(text.utf8)) == sample)
    }

    @Test func absentValuesAreOmittedOrNull() throws {
        let sparse = try json(Sample(name: "A", familyUnitID: 1))
        #expect(sparse == #"{"coach_ids":[],"family_unit_id":1,"name":"A"}"#)
        #expect(
            try json(Complete(firstName: nil))
                == #"{"first_name":null,"initial":null,"registered":false}"#)
        #expect(
            try json(Complete(firstName: nil, nickname: "Al"))
                == #"{"first_name":null,"initial":null,"nickname":"Al","registered":false}"#)
    }

    @Test func markedComputedPropertiesAreWritten() throws {
        #expect(
            try json(Complete(firstName: "Ann", registered: true))
                == #"{"first_name":"Ann","initial":"A","registered":true}"#)
    }

    @Test func aDeclaredInitializerReplacesTheMemberwiseOne() throws {
        #expect(try json(Ordered([1])) == #"{"has_any":true}"#)
    }

    @Test func requestsNameTheirFields() throws {
        #expect(Question.fieldNames == ["school_id", "limit"])
        let question = Question(limit: 5)
        #expect(question.limit.value == 5 && question.schoolID.value == nil)
        #expect(try json(question) == #"{"limit":5}"#)
    }

    @Test func memberwiseInitializersHaveSwiftsDefaults() {
        #expect(Pair(left: 1, further: nil) == Pair(left: 1, right: 2, further: nil))
    }

    @Test func memberwiseInitializersCanBeWithoutLabels() {
        let place = Place(1)
        #expect(place == Place(1, column: 2) && place.row == 1)
    }
}
