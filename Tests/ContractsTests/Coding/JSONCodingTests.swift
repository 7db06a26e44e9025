import Testing

@testable import Contracts

@Suite struct JSONCodingTests {
    private func refusal<Request: OperationRequest>(
        _ type: Request.Type, _ json: String
    ) -> ServiceError? {
        do {
            _ = try JSONCoding.decodeRequest(type, from: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    // X-17: snake_case on the wire; keys in alphabetical order.
    @Test func keysAreSortedSnakeCaseAndSlashesStay() throws {
        let form = AddSchool.Request(catalogueID: "1", name: "a/b")
        let json = try JSONCoding.encodedText(form)
        #expect(json == #"{"catalogue_id":"1","name":"a/b"}"#)
    }

    @Test func emptyBodyReadsAsEmptyObject() throws {
        _ = try JSONCoding.decodeRequest(EmptyRequest.self, from: [])
        _ = try JSONCoding.decodeRequest(ListInteractions.Request.self, from: [])
    }

    // D-37: unknown keys are refused, by name.
    @Test func unknownFieldIsNamed() {
        let error = refusal(ShowCoach.Request.self, #"{"id":"x","logged_by":"y","z":1}"#)
        #expect(error?.code == .validationFailed)
        #expect(error?.message == "Unknown field 'logged_by'. Known fields: id")
        #expect(error?.errors == ["logged_by": "Unknown field", "z": "Unknown field"])
        let none = refusal(EmptyRequest.self, #"{"a":1}"#)
        #expect(none?.message == "Unknown field 'a'. Known fields: none")
    }

    // X-19: a forged logger or family in the body has no effect: it is refused.
    @Test(arguments: ["logged_by", "family_unit_id", "id", "created_at", "interest_level"])
    func forgedStampsOfAnInteractionAreRefused(field: String) {
        let error = refusal(CreateInteraction.Request.self, "{\"\(field)\":\"x\"}")
        #expect(error?.errors == [field: "Unknown field"])
    }

    @Test func manyUnknownFieldsAreNamedUpToALimit() {
        func json(_ count: Int) -> String {
            "{" + (0..<count).map { "\"f\($0)\":0" }.joined(separator: ",") + "}"
        }
        let limit = JSONCoding.unknownFieldsNamedMax
        #expect(refusal(EmptyRequest.self, json(limit))?.errors.count == limit)
        #expect(refusal(EmptyRequest.self, json(limit + 1))?.errors.count == limit)
        let long = String(repeating: "k", count: 100_000)
        let error = refusal(EmptyRequest.self, "{\"\(long)\":1}")
        #expect((error?.message.utf8.count ?? .max) < 300)
    }

    @Test func wrongTypesAreNamed() {
        let id = UserID(high: 0, low: 0).text
        let cases: [(ServiceError?, String, String)] = [
            (refusal(IssuePassport.Request.self, #"{"token":1}"#), "token", "Expected a text"),
            (
                refusal(Logout.Request.self, #"{"everywhere":"yes"}"#), "everywhere",
                "Expected true or false"
            ),
            (
                refusal(FetchChanges.Request.self, #"{"after_seq":"0","limit":1,"wait_ms":0}"#),
                "after_seq", "Expected a whole number"
            ),
            (refusal(RemoveMember.Request.self, #"{"user_id":"x"}"#), "user_id", "Invalid value"),
            (refusal(RemoveMember.Request.self, "{}"), "user_id", "This field is required"),
            (
                refusal(IssuePassport.Request.self, #"{"token":null}"#), "token",
                "Expected a text, not null"
            ),
        ]
        for (error, field, text) in cases {
            #expect(error?.code == .validationFailed)
            #expect(error?.errors == [field: text])
            #expect(error?.message == "\(field): \(text)")
        }
        #expect(refusal(RemoveMember.Request.self, "{\"user_id\":\"\(id)\"}") == nil)
    }

    @Test(arguments: ["[]", "1", "null", "\"x\"", "true", " [1]"])
    func otherThanAnObjectIsRefused(json: String) {
        let error = refusal(EmptyRequest.self, json)
        #expect(error?.message == "The request is not a JSON object")
    }

    @Test(arguments: ["{", #"{"a":1,"a":1}"#, #"{"name":"\u0000"}"#])
    func brokenTextIsRefused(json: String) {
        #expect(refusal(AddSchool.Request.self, json)?.code == .validationFailed)
    }

    @Test func oneMebibyteIsTakenAndOneByteMoreIsTooLarge() throws {
        let limit = JSONCoding.requestBytesMax
        #expect(limit == 1_048_576)
        let atLimit = Array("{}".utf8) + [UInt8](repeating: 0x20, count: limit - 2)
        _ = try JSONCoding.decodeRequest(EmptyRequest.self, from: atLimit)
        let error = #expect(throws: ServiceError.self) {
            try JSONCoding.decodeRequest(EmptyRequest.self, from: atLimit + [0x20])
        }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: ["1e400", "9223372036854775808", "1.5", "true"])
    func numbersThatAreNoWholeNumberAreRefused(number: String) {
        let json = "{\"after_seq\":\(number),\"limit\":1,\"wait_ms\":0}"
        #expect(refusal(FetchChanges.Request.self, json)?.code == .validationFailed)
    }

    @Test func answersOfNewerServicesStillRead() throws {
        let json = #"{"ended":2,"further":{"a":[1]}}"#
        let answer = try JSONCoding.decodeResponse(
            Logout.Response.self, from: Array(json.utf8))
        #expect(answer.ended == 2)
    }

    @Test func brokenAnswersAreAFaultThatNamesTheField() {
        let error = #expect(throws: ServiceError.self) {
            try JSONCoding.decodeResponse(Logout.Response.self, from: Array("{}".utf8))
        }
        #expect(error?.code == .internal)
        #expect(error?.message.contains("ended: This field is required") == true)
    }
}
