import Contracts
import Support
import Testing

/// the server's setting that lets parents log, as an operator sets it. It reaches the service
/// that stores contacts and the pages.
@Suite(.onePerCore) struct ParentsMayLogTests {
    private static let setting = "COMPASS_PARENTS_MAY_LOG"

    @Test func withTheSettingParentsLogTheirOwn() throws {
        let scene = try WebScene(SystemUnderTest(settings: [Self.setting: "true"]))
        let called = try scene.home.call(
            CreateInteraction.self, KillFamily.form("Called", at: scene.school), as: scene.parent
        ).interaction
        #expect(called.loggedBy == scene.parent.userID)
        #expect(called.enteredBy == nil)
        let browser = try scene.browser(scene.parent)
        #expect(try browser.send("GET", "/interactions/new").status == 200)
        let form = try scene.filledForm(browser, subject: "From the page")
        #expect(try browser.post(form).status == 303)
        let listed = try scene.home.call(
            ListInteractions.self, ListInteractions.Request(), as: scene.parent
        ).interactions
        let own = listed.filter { $0.loggedBy == scene.parent.userID }
        #expect(Set(own.compactMap(\.subject)) == ["Called", "From the page"])
        // They are not the player's, who does not even see them.
        #expect(try scene.logged().map(\.id) == [scene.interaction])
    }

    // What the pages say to a parent without it: `WebChangeTests.parentsLogNothing`.
    @Test func withoutItAParentIsRefused() throws {
        let system = try SystemUnderTest()
        let home = try system.makeHousehold()
        let parent = try home.makeMember("Parent", .parent)
        let school = try home.addSchool()
        let refusal = home.refusal(
            of: CreateInteraction.self, KillFamily.form("Called", at: school), as: parent)
        #expect(refusal?.code == .forbidden)
        #expect(refusal?.message == "Only players can create interactions")
        let listed = try home.call(
            ListInteractions.self, ListInteractions.Request(), as: parent
        ).interactions
        #expect(listed.isEmpty)
    }
}
