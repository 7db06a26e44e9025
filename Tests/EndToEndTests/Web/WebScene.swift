import Contracts
import Foundation
import ServiceKit
import Support

/// A family with records, a family beside it, and the pages.
struct WebScene {
    /// A text in the records of the first family, and nowhere else.
    static let canary = "Canary5d1e"

    let system: SystemUnderTest
    var player: Person
    var sibling: Person
    var parent: Person
    var stranger: Person
    let family: FamilyID
    let strangersFamily: FamilyID
    let school: SchoolID
    let coach: CoachID
    /// An inbound contact of the player.
    let interaction: InteractionID
    let strangersCodes: FamilyCodes

    init(_ system: SystemUnderTest) throws {
        self.system = system
        let codes: FamilyCodes
        (player, family, codes) = try system.makePlayer(
            "Maya Player", family: "\(Self.canary) family")
        sibling = try system.makeMember("Leo Sibling", .player, codes)
        parent = try system.makeMember("Elena Parent", .parent, codes)
        (stranger, strangersFamily, strangersCodes) = try system.makePlayer(
            "Noah Stranger", family: "Other family")
        school = try system.addSchool("\(Self.canary) College", as: player, in: family)
        coach = try system.addCoach("Ann", "Lee", at: school, as: player, in: family).id
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
            try system.call(CreateInteraction.self, form, as: player, in: family).interaction.id
    }

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
        try system.call(
            ListInteractions.self, ListInteractions.Request(), as: player, in: family
        ).interactions
    }

    /// The form of a new interaction, filled in.
    func filledForm(_ browser: Browser, subject: String) throws -> Browser.Form {
        var form = try browser.form("/interactions/new")
        form.fill([
            "school_id": school.text, "coach_id": coach.text, "type": "phone_call",
            "occurred_at": "2026-02-03T14:15", "subject": subject,
            "content": "First line\r\nsecond line",
        ])
        return form
    }
}
