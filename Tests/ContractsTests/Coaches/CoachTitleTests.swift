import Testing

@testable import Contracts

@Suite struct CoachTitleTests {
    // N-111
    @Test(
        arguments: [
            ("Head Coach", .head), ("HC", .head), ("Head Softball Coach", .head),
            ("Associate Head Coach", .assistant), ("Recruiting Coordinator", .recruiting),
            ("Director of Recruiting", .recruiting), ("Pitching Coach", .assistant),
            ("Assistant Baseball Coach / Recruiting Coordinator", .recruiting),
            ("Assistant to the Head Coach", .assistant), (nil, .assistant),
        ] as [(String?, CoachRole)]) func titlesBecomeRoles(title: String?, role: CoachRole)
    {
        #expect(CoachTitle.role(of: title) == role)
    }

    @Test(arguments: [
        "Head Coach", "HC", "RC", "interim", "Asst. Men's Soccer Coach", "Director of Recruiting",
        "Head Coach (interim)", "Assistant Coach / RC",
    ]) func titlesAreToldFromNames(title: String) {
        #expect(CoachTitle.isTitle(title))
    }

    @Test(arguments: ["", "Miller", "Coach Miller", "Ray Field", "Head Coach Miller", "Duke"])
    func otherTextsAreNoTitles(text: String) {
        #expect(!CoachTitle.isTitle(text))
    }

    @Test func notesKeepWhatARoleDoesNotSay() {
        #expect(CoachTitle.note("Pitching Coach") == "Title: Pitching Coach")
        #expect(CoachTitle.note("HC") == nil)
    }
}
