import Testing

@testable import Contracts

/// What an edit makes of an interaction.
@Suite struct InteractionEditTests {
    private static let id = "00000000-0000-7000-8000-000000000001"
    private static let school = SchoolID(high: 4, low: 1)
    private static let coach = CoachID(high: 5, low: 1)
    private static let time = Instant(text: "2026-02-03T14:15:16.789Z") ?? .earliest

    private func record(_ change: (inout Interaction) -> Void = { _ in }) -> Interaction {
        var record = Interaction(
            id: InteractionID(high: 1, low: 1), familyUnitID: FamilyID(high: 2, low: 1),
            schoolID: Self.school, coachID: Self.coach, type: .email, direction: .inbound,
            subject: "Camp", content: "Come by", sentiment: .positive, occurredAt: Self.time,
            loggedBy: UserID(high: 3, low: 1), attachments: ["a/b.pdf"], createdAt: Self.time)
        change(&record)
        return record
    }

    private func edited(
        _ fields: String, _ old: Interaction
    ) throws -> (interaction: Interaction, warnings: [String]) {
        let json = #"{"id":"\#(Self.id)"\#(fields.isEmpty ? "" : ",")\#(fields)}"#
        return try accepted(EditInteraction.self, json).applied(to: old)
    }

    private func refusal(_ fields: String) -> [String: String] {
        refusedFields(EditInteraction.self, #"{"id":"\#(Self.id)",\#(fields)}"#)
    }

    // MARK: Fields

    // N-04
    @Test func whatTheFormLeavesOutStays() throws {
        let old = record()
        #expect(try edited("", old).interaction == old)
        let new = try edited(
            """
            "type":"text","direction":"outbound","occurred_at":"2026-02-04T09:00:00Z",
            "subject":"Visit","content":"We wrote","sentiment":"neutral"
            """, old
        ).interaction
        #expect(new.type == .text && new.direction == .outbound && new.sentiment == .neutral)
        #expect(new.occurredAt == Instant(text: "2026-02-04T09:00:00Z"))
        #expect(new.subject == "Visit" && new.content == "We wrote")
        #expect(new.attachments == old.attachments && new.createdAt == old.createdAt)
        #expect(
            new.changes(since: old).map(\.field) == [
                "type", "direction", "occurred_at", "subject", "content", "sentiment",
            ])
    }

    @Test(arguments: [
        #""subject":"","content":" ","sentiment":"""#,
        #""clear":["subject","content","sentiment"]"#,
        #""subject":"<b></b>","content":"","clear":["sentiment"]"#,
    ])
    func optionalFieldsAreCleared(fields: String) throws {
        let new = try edited(fields, record()).interaction
        #expect(new.subject == nil && new.content == nil && new.sentiment == nil)
    }

    /// The texts are those of a new interaction.
    @Test func valuesAreCheckedAsThoseOfANewOne() {
        #expect(
            refusal(
                """
                "type":"fax","direction":"","occurred_at":"yesterday","sentiment":"glad",
                "school_id":"Duke","coach_id":7,"event_id":"x","interest_answers":["money"]
                """)
                == [
                    "type": CreateInteraction.Refusal.type,
                    "direction": CreateInteraction.Refusal.direction,
                    "occurred_at": CreateInteraction.Refusal.occurredAt,
                    "sentiment": CreateInteraction.Refusal.sentiment,
                    "school_id": CreateInteraction.Refusal.school,
                    "coach_id": CreateInteraction.Refusal.coach,
                    "event_id": CreateInteraction.Refusal.event,
                    "interest_answers":
                        "Interest answers must be among schedule, visit, academics, contact, "
                        + "roster, personal",
                ])
    }

    @Test(arguments: [
        ("subject", InteractionLimit.subjectMax), ("content", InteractionLimit.contentMax),
        ("other_coach_name", InteractionLimit.otherCoachNameMax),
    ])
    func textsHaveTheirLimits(key: String, max: Int) {
        func text(_ count: Int) -> String {
            #""\#(key)":"\#(String(repeating: "x", count: count))""#
        }
        #expect(refusal(text(max)).isEmpty)
        #expect(refusal(text(max + 1)).keys.sorted() == [key])
    }

    @Test func theFormIsCheckedAsAWhole() {
        #expect(refusedFields(EditInteraction.self, "{}") == ["id": InteractionTag.refusal])
        #expect(refusedFields(EditInteraction.self, #"{"id":"x"}"#).keys.sorted() == ["id"])
        #expect(refusal(#""version":0"#).keys.sorted() == ["version"])
        #expect(refusal(#""clear":["type"]"#).keys.sorted() == ["clear"])
        #expect(
            refusal(#""clear":["subject"],"subject":"x""#)
                == ["subject": FieldErrors.clearedValueRefusal])
    }

    // N-07
    @Test func anotherVersionIsRefused() throws {
        let edit = try accepted(EditInteraction.self, #"{"id":"\#(Self.id)","version":2}"#)
        try edit.requireVersion(of: record { $0.version = 2 })
        let error = #expect(throws: ServiceError.self) { try edit.requireVersion(of: record()) }
        #expect(error?.code == .staleVersion)
        #expect(
            error?.message == "Camp has been changed; show the interaction and try again")
    }

    // MARK: School and coach

    // D-02, IA-09
    @Test func schoolAndCoachBelongTogether() throws {
        let (old, other) = (record(), CoachID(high: 5, low: 2))
        let school = SchoolID(high: 4, low: 2)
        let moved = try edited(#""coach_id":"\#(other)""#, old).interaction
        #expect(moved.coachID == other && moved.schoolID == nil)
        let both = try edited(#""coach_id":"\#(other)","school_id":"\#(school)""#, old).interaction
        #expect(both.coachID == other && both.schoolID == school)
        let dropped = try edited(#""school_id":"\#(school)""#, old).interaction
        #expect(dropped.coachID == nil && dropped.schoolID == school)
        let same = try edited(#""school_id":"\#(Self.school)""#, old).interaction
        #expect(same == old)
        let none = try edited(#""coach_id":"""#, old).interaction
        #expect(none.coachID == nil && none.schoolID == Self.school)
    }

    @Test func aNameReplacesTheCoachAndACoachTheName() throws {
        let named = try edited(#""other_coach_name":" Jo Unlisted ""#, record()).interaction
        #expect(named.coachID == nil && named.otherCoachName == "Jo Unlisted")
        #expect(named.schoolID == Self.school)
        let back = try edited(#""coach_id":"\#(Self.coach)""#, named).interaction
        #expect(back.coachID == Self.coach && back.otherCoachName == nil)
        let both = try edited(
            #""coach_id":"\#(Self.coach)","other_coach_name":"Jo""#, record()
        ).interaction
        #expect(both.coachID == Self.coach && both.otherCoachName == nil)
    }

    // MARK: The coach's interest

    private func calibrated(_ signals: [InterestSignal]) -> Interaction {
        record {
            $0.interestAnswers = signals
            let level = InterestCalibration.level(yesCount: signals.count)
            $0.interestLevel = level == .notSet ? nil : level
            $0.content = "Come by" + (InterestCalibration.note(for: level) ?? "")
        }
    }

    // D-10, D-12
    @Test func theNoteFollowsTheAnswers() throws {
        let old = calibrated([.visit])
        let more = try edited(#""interest_answers":["visit","roster"]"#, old).interaction
        #expect(more.interestLevel == .medium)
        #expect(more.content == "Come by\n\n[Coach Interest Level: MEDIUM]")
        let text = try edited(#""content":"Come soon""#, old).interaction
        #expect(text.content == "Come soon\n\n[Coach Interest Level: LOW]")
        #expect(text.interestAnswers == [.visit])
        let empty = try edited(#""content":"""#, old).interaction
        #expect(empty.content == "\n\n[Coach Interest Level: LOW]")
        #expect(empty.contentWithoutNote == nil)
        let none = try edited(#""interest_answers":[]"#, old).interaction
        #expect(none.interestAnswers == [] && none.interestLevel == nil)
        #expect(none.content == "Come by")
        let cleared = try edited(#""clear":["interest_answers"]"#, old).interaction
        #expect(cleared.interestAnswers == nil && cleared.content == "Come by")
    }

    @Test(arguments: [#""direction":"outbound""#, #""sentiment":"negative""#])
    func answersThatDoNotApplyAnyMoreAreRemoved(fields: String) throws {
        let (new, warnings) = try edited(fields, calibrated([.visit, .roster]))
        #expect(new.interestAnswers == nil && new.interestLevel == nil)
        #expect(new.content == "Come by")
        #expect(warnings == [EditInteraction.answersDropped])
        let given = try edited(fields + #","interest_answers":["visit"]"#, record())
        #expect(given.interaction.interestAnswers == nil)
        #expect(given.warnings == [CreateInteraction.answersIgnored])
    }

    /// An imported level has no answers; its note stays as it was written.
    @Test func anImportedLevelStaysUntilItIsAnswered() throws {
        let note = "\n\n[coach interest level: high] "
        let old = record {
            $0.interestLevel = .high
            $0.content = "Come by" + note
        }
        #expect(try edited(#""subject":"Visit""#, old).interaction.content == old.content)
        let text = try edited(#""content":"Soon","direction":"outbound""#, old).interaction
        #expect(text.content == "Soon" + note && text.interestLevel == .high)
        let answered = try edited(#""interest_answers":["visit"]"#, old).interaction
        #expect(answered.content == "Come by\n\n[Coach Interest Level: LOW]")
    }

    /// A note that somebody typed is text: it has set no level.
    @Test func aTypedNoteIsText() throws {
        let old = record { $0.content = "Come by\n\n[Coach Interest Level: HIGH]" }
        #expect(old.contentWithoutNote == old.content)
        let new = try edited(#""interest_answers":["visit"]"#, old).interaction
        #expect(new.content == (old.content ?? "") + "\n\n[Coach Interest Level: LOW]")
        #expect(new.contentWithoutNote == old.content)
    }
}
