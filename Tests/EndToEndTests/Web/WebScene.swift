import Contracts
import Foundation
import ServiceKit
import Support

/// A family with records, a family beside it, and the pages.
struct WebScene {
    /// A text in the records of the first family, and nowhere else.
    static let canary = "Canary5d1e"

    let system: SystemUnderTest
    let home: Household
    let strangers: Household
    var sibling: Person
    var parent: Person
    let school: SchoolID
    let coach: CoachID
    /// An inbound contact of the player.
    let interaction: InteractionID

    init(_ system: SystemUnderTest) throws {
        self.system = system
        home = try system.makeHousehold("Maya Player", family: "\(Self.canary) family")
        sibling = try home.makeMember("Leo Sibling", .player)
        parent = try home.makeMember("Elena Parent", .parent)
        strangers = try system.makeHousehold("Noah Stranger", family: "Other family")
        school = try home.addSchool("\(Self.canary) College")
        coach = try home.addCoach("Ann", "Lee", at: school).id
        var form = CreateInteraction.Request(
            type: "email", direction: "inbound",
            occurredAt: system.clock.now().text)
        form.schoolID = FormField(school.text)
        form.coachID = FormField(coach.text)
        form.subject = FormField("\(Self.canary) subject")
        form.content = FormField("Camp dates & <b>more</b>")
        form.sentiment = FormField("positive")
        form.interestAnswers = FormField(["visit"])
        interaction =
            try home.call(CreateInteraction.self, form).interaction.id
    }

    var player: Person { home.player }
    var family: FamilyID { home.id }
    var stranger: Person { strangers.player }

    /// A scene in a new system, and the player's browser.
    static func withBrowser() throws -> (WebScene, Browser) {
        let scene = try WebScene(SystemUnderTest())
        return (scene, try scene.browser(scene.player))
    }

    /// A browser, signed in as a person.
    func browser(_ person: Person) throws -> Browser {
        let browser = Browser(system.home)
        let first = try browser.signIn(person)
        guard first.status == 200, browser.cookies["compass"] != nil else {
            throw SystemUnderTest.Failure(
                description: "\(person.name) is not signed in: \(first.status)")
        }
        return browser
    }

    /// The interactions that the player has logged.
    func logged() throws -> [Interaction] {
        try home.call(ListInteractions.self, ListInteractions.Request()).interactions
    }

    /// The form of a new interaction, filled in.
    func filledForm(_ browser: Browser, subject: String) throws -> Browser.Form {
        var form = try browser.form("/interactions/new")
        form.fill([
            "school_id": school.text, "coach_id": coach.text, "type": "phone_call",
            "occurred_at": "2026-02-03", "occurred_time": "14:15", "subject": subject,
            "content": "First line\r\nsecond line",
        ])
        return form
    }
}
