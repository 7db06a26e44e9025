import Testing

@testable import Contracts

@Suite struct FormFieldTests {
    private func form(_ json: String) throws -> AddSchool.Request {
        try JSONCoding.decodeRequest(AddSchool.Request.self, from: Array(json.utf8))
    }

    @Test(arguments: ["{}", #"{"name":null}"#])
    func absentAndNullAreTheSame(json: String) throws {
        let name = try form(json).name
        #expect(name.value == nil)
        #expect(!name.isMalformed)
    }

    @Test func aValueOfTheRightKindIsKept() throws {
        let name = try form(#"{"name":""}"#).name
        #expect(name.value == "")
        #expect(!name.isMalformed)
    }

    @Test(arguments: ["1", "true", "[]", "{}", "[\"x\"]"])
    func aValueOfTheWrongKindIsMalformed(json: String) throws {
        let name = try form("{\"name\":\(json)}").name
        #expect(name.value == nil)
        #expect(name.isMalformed)
    }

    @Test func listsAreWholeOrMalformed() throws {
        let mixed = try JSONCoding.decodeRequest(
            CreateInteraction.Request.self, from: Array(#"{"interest_answers":["visit",1]}"#.utf8))
        #expect(mixed.interestAnswers.isMalformed)
    }

    @Test func absentFieldsWriteNoKey() throws {
        let json = try JSONCoding.encode(AddSchool.Request(catalogueID: nil, name: "Duke"))
        #expect(String(decoding: json, as: UTF8.self) == #"{"name":"Duke"}"#)
    }

    @Test func aTextLiteralIsAField() {
        var form = AddSchool.Request()
        form.city = "Durham"
        #expect(form.city.value == "Durham")
    }
}
