import Support
import Testing

@testable import Contracts

@Suite struct ExportAndCascadeTests {
    private static let id = "0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e"

    // X-25: nothing but the word true is a confirmation, under no other name.
    @Test(arguments: ["", #","confirmDelete":false"#, #","confirmDelete":null"#])
    func aCascadeIsRefusedWithoutItsConfirmation(more: String) {
        let error = refusal(CascadeDeleteInteraction.self, #"{"id":"\#(Self.id)"\#(more)}"#)
        #expect(error?.code == .validationFailed)
        #expect(error?.errors == ["confirmDelete": CascadeDeleteInteraction.Request.unconfirmed])
    }

    @Test(arguments: [#""true""#, "1", "[true]", "{}"])
    func aConfirmationOfAnotherKindIsNone(value: String) {
        let form = #"{"id":"\#(Self.id)","confirmDelete":\#(value)}"#
        #expect(
            refusedFields(CascadeDeleteInteraction.self, form).keys.sorted() == ["confirmDelete"])
    }

    @Test func theConfirmationHasOneSpelling() throws {
        let form = #"{"confirm_delete":true,"id":"\#(Self.id)"}"#
        #expect(
            refusedFields(CascadeDeleteInteraction.self, form) == [
                "confirm_delete": "Unknown field"
            ])
        let id = try #require(InteractionID(text: Self.id))
        let sent = try JSONCoding.encode(CascadeDeleteInteraction.Request(id: id))
        #expect(String(decoding: sent, as: UTF8.self) == #"{"confirmDelete":true,"id":"\#(id)"}"#)
        #expect(
            try accepted(CascadeDeleteInteraction.self, String(decoding: sent, as: UTF8.self)).id
                == id)
    }

    // CO-29 and D-23 have the same shape for coaches; D-20: the error counts what is in the way.
    @Test func blockersAreCounted() throws {
        let none = DeletionBlockers(of: "interaction", [])
        #expect(
            try JSONCoding.encodedText(none)
                == #"{"blockers":[],"canDelete":true,"#
                + #""message":"Nothing depends on this interaction"}"#
        )
        let one = DeletionBlockers(of: "interaction", [.init(type: "follow_ups", count: 1)])
        #expect(!one.canDelete)
        #expect(one.message == "1 follow up depends on this interaction")
        let error = ServiceError.hasDependents(
            "interaction", [.init(type: "follow_ups", count: 2), .init(type: "entries", count: 1)])
        #expect(error.code == .hasDependents)
        #expect(error.code.exitCode == 7)
        #expect(error.message == "2 follow ups, 1 entry depend on this interaction")
        #expect(error.errors == ["follow_ups": "2", "entries": "1"])
    }

    @Test(arguments: [
        (1, "interactions", "1 interaction"), (0, "interactions", "0 interactions"),
        (1, "coaches", "1 coach"), (2, "coaches", "2 coaches"), (1, "entries", "1 entry"),
        (1, "social_media_posts", "1 social media post"), (1, "staff", "1 staff"),
    ])
    func countsAreReadable(count: Int, table: String, text: String) {
        #expect(CountedNoun.text(count, table) == text)
    }

    // MARK: Export

    // IL-46: the export takes the list's filters, every one of them.
    @Test func theExportHasTheListsFilters() throws {
        #expect(
            Set(ExportInteractions.Request.fieldNames)
                == Set(ListInteractions.Request.fieldNames + ["cursor"]))
        let input = try accepted(
            ExportInteractions.self,
            #"{"type":"camp","days":30,"limit":2,"cursor":"-7.\#(Self.id)"}"#)
        #expect(input.filters[.type]?.text == "camp")
        #expect(input.filters[.days] == .days(30))
        #expect(input.filters.limit == 2)
        #expect(input.cursor?.newestFirst == -7)
        #expect(try accepted(ExportInteractions.self, "{}").cursor == nil)
        #expect(
            refusedFields(ExportInteractions.self, #"{"type":"fax"}"#).keys.sorted() == ["type"])
    }

    @Test func theRequestTravelsAsOneFlatForm() throws {
        var filters = ListInteractions.Request()
        filters[.search] = "camp"
        var request = ExportInteractions.Request(filters)
        request.cursor = "c"
        let json = try JSONCoding.encodedText(request)
        #expect(json == #"{"cursor":"c","search":"camp"}"#)
    }

    @Test(arguments: [
        "\"\"", "\"7\"", "\"7.\"", "7", "null7", "\"+7.\(id)\"", "\"07.\(id)\"", "\"-0.\(id)\"",
        "\"7.\(id).\"", "\" 7.\(id)\"", "\"9223372036854775808.\(id)\"", "\"7.X\"",
        "\"7.0197F1D2-7c3a-7b21-9d55-3f6f0b1c2d3e\"",
    ])
    func aCursorThatNoPageGaveIsRefused(value: String) {
        let error = refusal(ExportInteractions.self, #"{"cursor":\#(value)}"#)
        #expect(error?.code == .validationFailed)
    }

    @Test func cursorsReadBack() {
        var generator = SeededNumbers(seed: 5)
        for _ in 0..<200 {
            let cursor = InteractionCursor(
                newestFirst: .random(in: .min ... .max, using: &generator),
                id: InteractionID(high: generator.next(), low: generator.next()))
            #expect(InteractionCursor(text: cursor.text) == cursor)
        }
    }

    // MARK: Show

    // ID-19, ID-20, IA-31; DESIGN.md, decision 11.
    @Test func theDetailsKeys() throws {
        var generator = SeededNumbers(seed: 3)
        var record = Interaction.random(using: &generator)
        record.interestLevel = .medium
        let answer = ShowInteraction.Response(
            interaction: record, canDelete: true, canExport: false)
        let json = try JSONValue(json: try JSONCoding.encode(answer))
        #expect(json["canDelete"] == .bool(true))
        #expect(json["can_export"] == .bool(false))
        #expect(json["interest_description"] == .text(InterestLevel.medium.explanation))
        #expect(json["can_delete"] == nil)

        record.interestLevel = nil
        record.interestAnswers = []
        #expect(record.calibratedLevel == .notSet)
        record.interestAnswers = nil
        let plain = ShowInteraction.Response(
            interaction: record, canDelete: true, canExport: false)
        #expect(
            try JSONValue(json: try JSONCoding.encode(plain))["interest_description"] == .null)
    }
}
