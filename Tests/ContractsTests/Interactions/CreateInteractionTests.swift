import Testing

@testable import Contracts

// IA-06, IA-07, IA-12, IA-14, IA-16, IA-17, IA-18, IA-21, IA-22, IA-23, IA-24,
// D-04: the page's validation table.
@Suite struct CreateInteractionTests {
    private static let school = "00000000-0000-7000-8000-000000000001"
    private static let coach = "00000000-0000-7000-8000-000000000002"
    private static let event = "00000000-0000-7000-8000-000000000003"
    private static let form = [
        "school_id": school, "type": "email", "direction": "outbound",
        "occurred_at": "2026-02-10T12:00:00.000Z",
    ]

    private func form(_ changes: [String: String], without absent: String...) -> String {
        var fields = Self.form.merging(changes) { $1 }
        absent.forEach { fields[$0] = nil }
        return object(fields)
    }

    private func input(
        _ changes: [String: String] = [:]
    ) throws(ServiceError) -> CreateInteraction.Input {
        try accepted(CreateInteraction.self, form(changes))
    }

    private func refused(_ changes: [String: String]) -> [String: String] {
        refusedFields(CreateInteraction.self, form(changes))
    }

    @Test func theLeastFormIsTaken() throws {
        let input = try input()
        #expect(input.schoolID?.text == Self.school)
        #expect(input.type == .email)
        #expect(input.direction == .outbound)
        #expect(input.occurredAt.text == "2026-02-10T12:00:00.000Z")
        #expect(input.coachID == nil && input.eventID == nil && input.sentiment == nil)
        #expect(input.subject == nil && input.content == nil && input.otherCoachName == nil)
        #expect(input.signals == nil && input.interestLevel == nil && input.storedContent == nil)
    }

    // IA-06, IA-12, IA-14, IA-16
    @Test(arguments: [
        ("school_id", "Please select a school"), ("type", "Please select an interaction type"),
        ("direction", "Please select a direction"),
        ("occurred_at", "Please select a date and time"),
    ])
    func requiredFieldsAreAskedFor(field: String, text: String) {
        for json in [
            form([:], without: field), form([field: ""]), form([field: "nonsense"]),
            form([field: " \(Self.form[field] ?? "") "]),
        ] {
            let error = refusal(CreateInteraction.self, json)
            #expect(error?.code == .validationFailed)
            #expect(error?.message == text)
            #expect(error?.errors == [field: text])
        }
    }

    // IA-07, IA-21, IA-22
    @Test(arguments: [
        ("coach_id", "Invalid coach selection"), ("event_id", "Invalid event selection"),
        ("sentiment", "Invalid sentiment value"),
    ])
    func optionalChoicesAreCheckedWhenThere(field: String, text: String) throws {
        #expect(refused([field: "nonsense"]) == [field: text])
        #expect(refused([field: ""]) == [:])
    }

    @Test func everyWordOfTheListsIsTaken() throws {
        for type in InteractionType.allCases {
            #expect(try input(["type": type.rawValue]).type == type)
        }
        for sentiment in Sentiment.allCases {
            #expect(try input(["sentiment": sentiment.rawValue]).sentiment == sentiment)
        }
        for direction in Direction.allCases {
            #expect(try input(["direction": direction.rawValue]).direction == direction)
        }
        #expect(try input(["event_id": Self.event]).eventID?.text == Self.event)
    }

    // IA-23 and D-02: a school or a coach.
    @Test func aCoachStandsInForTheSchool() throws {
        let input = try accepted(
            CreateInteraction.self, form(["coach_id": Self.coach], without: "school_id"))
        #expect(input.schoolID == nil)
        #expect(input.coachID?.text == Self.coach)
    }

    // IA-17, IA-18, D-09 and D-14: at the limit and one past it, in characters as people see them.
    @Test(arguments: [
        ("subject", 500, "Subject must be 500 characters or less"),
        ("content", 10_000, "Content must be 10,000 characters or less"),
        ("other_coach_name", 200, "Coach name must be 200 characters or less"),
    ])
    func textsAreCountedInCharacters(field: String, limit: Int, text: String) {
        for character in ["a", "é", "e\u{301}", "😀", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\r\n", "<"] {
            let full = String(repeating: character, count: limit)
            #expect(refused([field: full]) == [:], "\(character)")
            #expect(refused([field: full + character]) == [field: text], "\(character)")
        }
    }

    // D-14: the cap of 32 bytes for each character of the limit.
    @Test(arguments: [("subject", 500), ("content", 10_000), ("other_coach_name", 200)])
    func bytesAreCappedToo(field: String, limit: Int) {
        let cap = limit * TextLimit.bytesPerCharacter
        #expect(TextLimit.bytesPerCharacter == 32)
        let full = "ab" + String(repeating: "\u{301}", count: cap / 2 - 1)
        #expect(full.utf8.count == cap)
        #expect(full.count == 2)
        #expect(refused([field: full]) == [:])
        #expect(refused([field: full + "c"]).keys.sorted() == [field])
    }

    // D-14: counted before sanitizing.
    @Test func markupCountsAgainstTheLimit() {
        let text = "<b>" + String(repeating: "a", count: 497)
        #expect(refused(["subject": text]) == [:])
        #expect(refused(["subject": text + "a"]).keys.sorted() == ["subject"])
    }

    // IA-53: all refused fields at once.
    @Test func allRefusedFieldsAreReportedTogether() {
        let long = String(repeating: "a", count: 10_001)
        let json = object([
            "school_id": "x", "coach_id": "x", "event_id": "x", "type": "x", "direction": "x",
            "occurred_at": "x", "subject": long, "content": long, "sentiment": "x",
            "other_coach_name": long,
        ])
        let error = refusal(CreateInteraction.self, json)
        #expect(error?.message == "10 fields need your attention")
        #expect(
            error?.errors == [
                "school_id": "Please select a school", "coach_id": "Invalid coach selection",
                "event_id": "Invalid event selection",
                "type": "Please select an interaction type",
                "direction": "Please select a direction",
                "occurred_at": "Please select a date and time",
                "subject": "Subject must be 500 characters or less",
                "content": "Content must be 10,000 characters or less",
                "sentiment": "Invalid sentiment value",
                "other_coach_name": "Coach name must be 200 characters or less",
            ])
    }

    @Test(arguments: CreateInteraction.Request.fieldNames)
    func theWrongKindOfValueIsRefusedWithTheFieldsOwnText(field: String) throws {
        let error = try #require(
            refusal(
                CreateInteraction.self,
                "{\"\(field)\":{},"
                    + Self.form.filter { $0.key != field }.map { "\"\($0.key)\":\"\($0.value)\"" }
                    .joined(separator: ",") + "}"))
        #expect(error.errors.keys.sorted() == [field])
    }

    // IA-24: empty is none.
    @Test func emptyTextsAreNone() throws {
        let input = try input(["subject": "", "content": "", "other_coach_name": " "])
        #expect(input.subject == nil && input.content == nil && input.otherCoachName == nil)
    }

    // X-27, D-13
    @Test func markupIsRemovedBeforeStoring() throws {
        let input = try input([
            "subject": "<b>Visit</b>", "content": "5<6 <script>x</script>ok",
            "other_coach_name": " <i>Jo</i> ",
        ])
        #expect(input.subject == "Visit")
        #expect(input.content == "5<6 ok")
        #expect(input.otherCoachName == "Jo")
        #expect(try self.input(["subject": "<b></b>"]).subject == nil)
    }

    // IA-47: the name stands where no coach is listed.
    @Test func aListedCoachLeavesNoRoomForAnother() throws {
        let input = try input(["coach_id": Self.coach, "other_coach_name": "Jo"])
        #expect(input.otherCoachName == nil)
    }

    private func calibrated(
        _ signals: String, _ changes: [String: String] = [:]
    ) throws(ServiceError) -> CreateInteraction.Input {
        let fields = Self.form.merging(
            ["direction": "inbound", "sentiment": "positive"].merging(changes) { $1 }
        ) { $1 }
        let rest = object(fields).dropFirst()
        return try accepted(CreateInteraction.self, "{\"interest_answers\":\(signals),\(rest)")
    }

    // Part 4: content "Hi", inbound, positive, 4 yes.
    @Test func theNoteIsAppendedToTheContent() throws {
        let input = try calibrated(
            #"["visit","schedule","contact","personal"]"#, ["content": "Hi"])
        #expect(input.signals == [.schedule, .visit, .contact, .personal])
        #expect(input.interestLevel == .high)
        #expect(input.storedContent == "Hi\n\n[Coach Interest Level: HIGH]")
    }

    // D-11: on top of a full content, and alone where there is none.
    @Test func theNoteIsLiteralOnFullAndEmptyContents() throws {
        let full = String(repeating: "é", count: 10_000)
        #expect(
            try calibrated(#"["visit"]"#, ["content": full]).storedContent
                == full + "\n\n[Coach Interest Level: LOW]")
        #expect(
            try calibrated(#"["visit","roster"]"#).storedContent
                == "\n\n[Coach Interest Level: MEDIUM]")
    }

    // IA-34, D-12: nothing where the block is hidden or nothing was answered with yes.
    @Test func withoutTheBlockTheContentStays() throws {
        for changes in [
            ["direction": "outbound"], ["sentiment": "neutral"], ["sentiment": "negative"],
            ["sentiment": ""],
        ] {
            let input = try calibrated(
                #"["visit"]"#, changes.merging(["content": "Hi"]) { $1 })
            #expect(input.interestLevel == nil)
            #expect(input.storedContent == "Hi")
        }
        #expect(try calibrated("[]", ["content": "Hi"]).storedContent == "Hi")
        #expect(try calibrated("null", ["content": "Hi"]).signals == nil)
    }

    @Test func signalsCountOnce() throws {
        let input = try calibrated(#"["visit","visit"]"#)
        #expect(input.signals == [.visit])
        #expect(input.interestLevel == .low)
    }

    @Test(arguments: [#"["Visit"]"#, #"["visit",""]"#, #""visit""#, "[1]", "{}"])
    func otherSignalsAreRefused(signals: String) {
        #expect(throws: ServiceError.self) { try calibrated(signals) }
    }

    // D-08: future dates are taken.
    @Test func futureInstantsAndOffsetsAreTaken() throws {
        #expect(
            try input(["occurred_at": "2999-01-01T00:00:00+02:00"]).occurredAt.text
                == "2998-12-31T22:00:00.000Z")
    }
}
