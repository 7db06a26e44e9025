import Contracts
import Testing

/// What becomes of two coaches who are one (N-84).
@Suite struct CoachMergeTests {
    private static func coach(
        _ number: UInt64, _ first: String, _ change: (inout Coach) -> Void = { _ in }
    ) -> Coach {
        var coach = Coach(
            id: CoachID(high: 5, low: number), familyUnitID: FamilyID(high: 1, low: 1),
            firstName: first, lastName: "Doyle", role: .assistant, version: 3,
            createdBy: UserID(high: 2, low: 1), createdAt: Instant(milliseconds: 0),
            updatedAt: Instant(milliseconds: 5))
        change(&coach)
        return coach
    }

    private let full = coach(2, "Patrick") { coach in
        (coach.schoolID, coach.schoolName) = (SchoolID(high: 4, low: 1), "Duke")
        (coach.email, coach.phone) = ("pat@duke.example", "(919) 555-0100")
        (coach.twitterHandle, coach.instagramHandle) = ("pat", "pat.d")
        (coach.notes, coach.role) = ("Likes e-mail", .head)
    }

    // N-84
    @Test func whatIsMissingComesFromTheOther() throws {
        let kept = Self.coach(1, "Pat")
        let merge = try CoachMerge(keeping: kept, other: full)
        var expected = full
        (expected.id, expected.firstName, expected.role) = (kept.id, "Pat", .assistant)
        #expect(merge.result == expected)
        #expect(
            merge.filled
                == ["school_id", "email", "phone", "twitter_handle", "instagram_handle", "notes"])
        #expect(merge.sideBySide.first?.label == "Name")
        #expect(merge.sideBySide.contains { $0.label == "E-mail" && $0.kept.isEmpty })
    }

    // N-84
    @Test func ownValuesStayAndBothNotesAreKept() throws {
        let kept = Self.coach(1, "Pat") { coach in
            (coach.email, coach.notes) = ("own@duke.example", "Met in June")
        }
        let merge = try CoachMerge(keeping: kept, other: full)
        #expect(merge.result.email == "own@duke.example")
        #expect(merge.result.notes == "Met in June\n\nLikes e-mail")
        #expect(!merge.filled.contains("email") && merge.filled.contains("notes"))
        // The same notes are there once.
        var same = full
        same.notes = kept.notes
        #expect(try CoachMerge(keeping: kept, other: same).result.notes == "Met in June")
        let bare = try CoachMerge(keeping: full, other: Self.coach(1, "Pat"))
        #expect(bare.result == full && bare.filled.isEmpty)
    }

    // N-84: the limit is that of the form.
    @Test(arguments: [(CoachLimit.notesMax, true), (CoachLimit.notesMax + 1, false)])
    func notesHaveTheirLimitTogether(count: Int, fits: Bool) {
        let kept = Self.coach(1, "Pat") { $0.notes = String(repeating: "a", count: 10) }
        let other = Self.coach(2, "Pat") { $0.notes = String(repeating: "b", count: count - 12) }
        let merge = try? CoachMerge(keeping: kept, other: other)
        #expect(merge?.result.notes?.count == (fits ? count : nil))
    }

    // N-85: without a later change everything is as before, otherwise the change stays.
    @Test func anUndoTakesBackWhatTheMergeDid() throws {
        let kept = Self.coach(1, "Pat") { $0.notes = "Met in June" }
        var after = try CoachMerge(keeping: kept, other: full).result
        (after.version, after.updatedAt) = (4, Instant(milliseconds: 9))
        #expect(CoachMerge.undone(after, before: kept, after: after) == kept)
        var later = after
        (later.email, later.version) = ("new@duke.example", 5)
        let undone = CoachMerge.undone(later, before: kept, after: after)
        #expect(undone.email == "new@duke.example" && undone.phone == nil)
        #expect(undone.notes == "Met in June" && undone.schoolID == nil)
        #expect(undone.version == 5)
    }

    // N-84, N-123
    @Test func nothingIsMergedWithItself() {
        func check<Tag: NamedTag>(_ tag: Tag.Type) {
            let id = Identifier<Tag>(high: 5, low: 2)
            let error = #expect(throws: ServiceError.self) {
                _ = try MergeRequest<Tag>(id: id, otherID: id).validated()
            }
            #expect(error?.errors["other_id"] == MergeRequest<Tag>.sameRefusal)
        }
        check(CoachTag.self)
        check(SchoolTag.self)
    }

    // N-86
    @Test func theSentenceCountsWhatMoved() {
        var answer = MergeCoaches.Response(
            full,
            MergeRemarks(
                mergedID: CoachID(high: 5, low: 1), mergedName: "Pat Doyle", filled: [],
                moved: ["interactions": 2, "event_coaches": 1, "social_media_posts": 0],
                state: .done,
                operationID: OperationID(high: 1, low: 1)))
        #expect(
            MergeCoaches.sentence(answer)
                == "Merged Pat Doyle into Patrick Doyle: 1 event and 2 interactions moved")
        (answer.moved, answer.mergedName) = ([:], nil)
        #expect(MergeCoaches.sentence(answer) == "Merged a duplicate into Patrick Doyle")
    }

    // N-167
    @Test func theUndoCountsInTheSameWords() {
        var undo = UndoOperation.Response(
            OperationID(high: 1, low: 1),
            restored: ["schools": 1, "events": 1, "interactions": 4, "social_media_posts": 0])
        #expect(MergeText.sentence(of: undo) == nil)
        undo.movedBack = ["coaches": 3]
        #expect(
            MergeText.sentence(of: undo)
                == "Restored 1 school; 3 coaches, 1 event and 4 interactions moved back")
        (undo.restored, undo.movedBack) = (["coaches": 1, "event_coaches": 1], [:])
        #expect(MergeText.sentence(of: undo) == "Restored 1 coach; 1 event moved back")
        undo.restored = ["coaches": 1]
        #expect(MergeText.sentence(of: undo) == "Restored 1 coach")
    }
}
