import Contracts
import Testing

/// What becomes of two schools that are one (N-123).
@Suite struct SchoolMergeTests {
    private static func school(
        _ number: UInt64, _ name: String, _ change: (inout School) -> Void = { _ in }
    ) -> School {
        var school = School(
            id: SchoolID(high: 4, low: number), familyUnitID: FamilyID(high: 1, low: 1), name: name,
            version: 3, createdAt: Instant(milliseconds: 0), updatedAt: Instant(milliseconds: 5))
        change(&school)
        return school
    }

    private let full = school(2, "Duke University") { school in
        (school.city, school.state, school.division) = ("Durham", "NC", .d1)
        (school.conference, school.website) = ("ACC", "https://duke.example")
        (school.twitterHandle, school.instagramHandle) = ("duke", "duke.u")
        (school.notes, school.catalogueID) = ("Big campus", "198419")
    }

    // N-123
    @Test func whatIsMissingComesFromTheOther() throws {
        let kept = Self.school(1, "Duke")
        let merge = try SchoolMerge(keeping: kept, other: full)
        var expected = full
        (expected.id, expected.name) = (kept.id, "Duke")
        #expect(merge.result == expected)
        #expect(
            Set(merge.filled) == [
                "city", "state", "division", "conference", "website", "twitter_handle",
                "instagram_handle", "notes", "catalogue_id",
            ])
        #expect(merge.sideBySide.first?.label == "Name")
        #expect(merge.sideBySide.contains { $0.label == "Division" && $0.kept.isEmpty })
    }

    // N-123
    @Test func ownValuesStayAndBothNotesAreKept() throws {
        let kept = Self.school(1, "Duke") { school in
            (school.state, school.notes, school.catalogueID) = ("VA", "Seen in June", "1")
        }
        let result = try SchoolMerge(keeping: kept, other: full).result
        #expect(result.state == "VA" && result.catalogueID == "1")
        #expect(result.city == nil, "a city of another state")
        #expect(result.notes == "Seen in June\n\nBig campus")
        let bare = try SchoolMerge(keeping: full, other: kept)
        #expect(bare.filled == ["notes"])
    }

    // N-123: the limit is that of the form.
    @Test(arguments: [(CoachLimit.notesMax, true), (CoachLimit.notesMax + 1, false)])
    func notesHaveTheirLimitTogether(count: Int, fits: Bool) {
        let kept = Self.school(1, "Duke") { $0.notes = String(repeating: "a", count: 10) }
        let other = Self.school(2, "Duke") { $0.notes = String(repeating: "b", count: count - 12) }
        let merge = try? SchoolMerge(keeping: kept, other: other)
        #expect(merge?.result.notes?.count == (fits ? count : nil))
    }

    // N-124: without a later change everything is as before, otherwise the change stays.
    @Test func anUndoTakesBackWhatTheMergeDid() throws {
        let kept = Self.school(1, "Duke") { $0.notes = "Seen in June" }
        var after = try SchoolMerge(keeping: kept, other: full).result
        (after.version, after.updatedAt) = (4, Instant(milliseconds: 9))
        #expect(SchoolMerge.undone(after, before: kept, after: after) == kept)
        var later = after
        (later.website, later.version) = ("https://new.example", 5)
        let undone = SchoolMerge.undone(later, before: kept, after: after)
        #expect(undone.website == "https://new.example" && undone.division == nil)
        #expect(undone.catalogueID == nil && undone.notes == "Seen in June")
        #expect(undone.version == 5)
    }

    // N-123
    @Test func theSentenceCountsWhatMoved() {
        var answer = MergeSchools.Response(
            full,
            MergeRemarks(
                mergedID: SchoolID(high: 4, low: 1), mergedName: "Duke", filled: [],
                moved: ["coaches": 2, "events": 1, "interactions": 0], state: .done,
                operationID: OperationID(high: 1, low: 1)))
        #expect(
            MergeSchools.sentence(answer)
                == "Merged Duke into Duke University: 2 coaches and 1 event moved")
        (answer.moved, answer.mergedName) = ([:], nil)
        #expect(MergeSchools.sentence(answer) == "Merged a duplicate into Duke University")
    }

    // N-86: events and the reader's own decisions move with a coach, too.
    @Test func whatOtherServicesMoveIsCounted() {
        let (kept, other) = (CoachID(high: 5, low: 1), CoachID(high: 5, low: 2))
        var event = Event(
            id: EventID(high: 6, low: 1), familyUnitID: full.familyUnitID,
            userID: UserID(high: 2, low: 1), type: .camp, name: "Camp",
            startDate: CivilDay(daysSince1970: 0), at: Instant(milliseconds: 0))
        event.coachesPresent = [other]
        func plan(_ coach: CoachID, _ player: UInt64, version: Int) -> FollowUpPlan {
            FollowUpPlan(
                coachID: coach, coachName: "Pat", playerID: UserID(high: 2, low: player),
                playerName: nil, cadenceDays: 21, next: nil, version: version)
        }
        func counts(_ own: FollowUpPlan) -> [String: Int] {
            CoachMerge.further(
                of: other, events: [event], plans: [plan(other, 1, version: 2)], kept: [own])
        }
        #expect(counts(plan(kept, 1, version: 0)) == ["event_coaches": 1, "follow_ups": 1])
        // The one who stays has a decision of that player already.
        #expect(counts(plan(kept, 1, version: 1)) == ["event_coaches": 1])
    }
}
