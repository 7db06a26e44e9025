import Contracts
import ServiceKit
import Support
import Testing

@testable import Coaches

@Suite struct CoachEditTests {
    private let home: CoachFamily

    init() throws { home = try CoachFamily() }

    private func full() throws -> Coach {
        let school = try home.addSchool("State")
        return try home.addCoach("Ann", "Lee", at: school) { form in
            form.email = "a@state.example"
            form.phone = "(336) 555-0101"
            form.twitterHandle = "@ann"
            form.instagramHandle = "ann.ig"
            form.notes = "quiet"
        }
    }

    @Test func everyFieldCanBeChanged() throws {
        let coach = try full()
        let other = try home.addSchool("Other")
        let edited = try home.edit(coach, version: 1) { form in
            form.firstName = "Zoe"
            form.lastName = "Hart"
            form.schoolID = FormField(other.id.text)
            form.role = "head"
            form.email = "z@other.example"
            form.phone = "336-555-0102"
            form.twitterHandle = "zoe"
            form.instagramHandle = "@zoe.ig"
            form.notes = "loud"
        }
        #expect(edited.fullName == "Zoe Hart" && edited.role == .head)
        #expect(edited.schoolID == other.id && edited.schoolName == "Other")
        #expect(edited.email == "z@other.example" && edited.phone == "336-555-0102")
        #expect(edited.twitterHandle == "zoe" && edited.instagramHandle == "zoe.ig")
        #expect(edited.notes == "loud" && edited.version == 2)
        #expect(try home.page().coaches == [edited])
    }

    @Test func anEmptyTextClearsAndNothingElseDoes() throws {
        let coach = try full()
        let kept = try home.edit(coach) { $0.role = "head" }
        #expect(kept.email == coach.email && kept.notes == "quiet" && kept.schoolID != nil)
        let cleared = try home.edit(kept, version: 2) { form in
            form.schoolID = ""
            form.email = ""
            form.phone = " "
            form.twitterHandle = ""
            form.instagramHandle = ""
            form.notes = ""
        }
        #expect(cleared.schoolID == nil && cleared.schoolName == nil && cleared.email == nil)
        #expect(cleared.phone == nil && cleared.twitterHandle == nil)
        #expect(cleared.instagramHandle == nil && cleared.notes == nil)
        #expect(cleared.fullName == "Ann Lee" && cleared.role == .head && cleared.version == 3)
        let shown = try home.fixture.call(
            ShowCoach.self, .init(id: coach.id), as: home.parent, in: home.family)
        #expect(shown.coach == cleared)
    }

    @Test func namesCannotBeCleared() throws {
        let coach = try full()
        let form = CoachFamily.form(coach, 1) { $0.firstName = "" }
        let error = home.fixture.refusal(
            of: EditCoach.self, form, as: home.player, in: home.family)
        #expect(error?.errors.keys.sorted() == ["first_name"])
    }

    // The edit of two people at once: the second learns of the first, and nothing is lost.
    @Test func aStaleVersionIsAFailedPrecondition() throws {
        let coach = try full()
        let first = try home.edit(coach, version: 1) { $0.notes = "first" }
        let form = CoachFamily.form(coach, 1) { $0.phone = "" }
        let error = home.fixture.refusal(
            of: EditCoach.self, form, as: home.player, in: home.family)
        #expect(error?.code == .staleVersion)
        #expect(try home.page().coaches == [first])
    }

    // What is kept from interactions does not pass through a form.
    @Test func anEditKeepsTheFigures() throws {
        let coach = try full()
        try home.keep(score: 66, lastContact: home.fixture.now, of: coach)
        let edited = try home.edit(coach) { $0.notes = "new" }
        #expect(edited.responsivenessScore == 66)
        #expect(edited.lastContactDate == home.fixture.now)
        #expect(try home.page().coaches == [edited])
    }
}
