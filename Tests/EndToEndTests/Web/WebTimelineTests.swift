import Contracts
import Foundation
import Support
import Testing

/// The timelines of coaches and schools in a browser without scripts.
@Suite(.onePerCore) struct WebTimelineTests {
    /// Adds an event where the coach was met, and a post by the coach.
    private func fill(_ scene: WebScene) throws {
        var event = EventForm(
            type: "camp", name: "\(WebScene.canary) camp", startDate: "2026-01-10")
        event.schoolID = FormField(scene.school.text)
        let camp = try scene.home.call(AddEvent.self, event, key: .random()).event
        _ = try scene.home.call(
            AddEventCoach.self, .init(id: camp.id, coachID: scene.coach), key: .random())
        var post = PostForm(platform: "twitter", postDate: "2026-01-11T10:00:00Z")
        post.coachID = FormField(scene.coach.text)
        post.schoolID = FormField(scene.school.text)
        post.postContent = FormField("\(WebScene.canary) post")
        _ = try scene.home.call(AddPost.self, post, key: .random())
    }

    // N-40, N-46, R-04, R-05: in every role.
    @Test func everyReaderSeesTheirPart() throws {
        let scene = try WebScene(SystemUnderTest())
        try fill(scene)
        let subjects = ["/coaches/\(scene.coach.text)", "/schools/\(scene.school.text)"]
        for (person, isContactSeen) in [
            (scene.player, true), (scene.parent, true), (scene.sibling, false),
        ] {
            let browser = try scene.browser(person)
            for subject in subjects {
                for path in [subject, subject + "/timeline"] {
                    let shown = try browser.open(path)
                    #expect(shown.status == 200, "\(path)")
                    #expect(shown.text.contains("\(WebScene.canary) camp"), "\(path)")
                    #expect(shown.text.contains("\(WebScene.canary) post"), "\(path)")
                    #expect(
                        shown.text.contains("\(WebScene.canary) subject") == isContactSeen,
                        "\(person.name): \(path)")
                    #expect(
                        shown.text.contains("0 outbound and 1 inbound in the last 12 months")
                            == isContactSeen, "\(person.name): \(path)")
                }
                #expect(
                    try browser.open(subject).page.all("a", "href", subject + "/timeline").count
                        == 1)
            }
        }
    }

    // X-04, N-40: a stranger gets the answer for an id that nobody has.
    @Test func aForeignTimelineIsNotThere() throws {
        /// A page without the time at which it was made.
        func timeless(_ page: Browser.Answer) -> String {
            page.text.replacing(/data-since="[^"]*"/, with: "")
        }
        let scene = try WebScene(SystemUnderTest())
        try fill(scene)
        let absent = CoachID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0001).text
        let stranger = try scene.browser(scene.stranger)
        for (folder, id) in [("/coaches/", scene.coach.text), ("/schools/", scene.school.text)] {
            for part in ["", "/timeline", "/timeline?cursor=0.x"] {
                let there = try stranger.send("GET", folder + id + part)
                let gone = try stranger.send("GET", folder + absent + part)
                #expect(there.status == 404 && gone.status == 404, "\(folder) \(part)")
                #expect(timeless(there) == timeless(gone), "\(folder) \(part)")
            }
        }
        let member = try scene.browser(scene.player)
        #expect(try member.open("/coaches/\(absent)/timeline").status == 404)
        // What is no cursor is the beginning.
        let path = "/coaches/\(scene.coach.text)/timeline"
        let odd = try member.open(path + "?cursor=0.x")
        #expect(odd.status == 200)
        #expect(try odd.page.heading == "Timeline of Ann Lee")
        #expect(odd.text.contains("\(WebScene.canary) post"))
    }

    // N-41, N-46: older entries are a page further, and none is shown twice or left out.
    @Test func thePagesFollowEachOther() throws {
        let scene = try WebScene(SystemUnderTest())
        try fill(scene)
        for number in 0..<60 {
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound",
                occurredAt: "2026-01-\(10 + number % 3)T0\(number % 9):00:00Z")
            form.schoolID = FormField(scene.school.text)
            form.subject = FormField("Contact \(number)")
            _ = try scene.home.call(CreateInteraction.self, form, key: .random())
        }
        let browser = try scene.browser(scene.player)
        let first = try browser.open("/schools/\(scene.school.text)/timeline")
        let older = try #require(
            try first.page.all("a").first { $0.text == "Older" }?["href"])
        let second = try browser.open(older)
        #expect(second.text.contains("Newest"))
        let titles = try [first, second].flatMap { try $0.page.all("h3").map(\.text) }
        #expect(titles.count == 63 && Set(titles).count == 63)
        #expect(try !second.page.all("a").contains { $0.text == "Older" })
    }

    // N-42
    @Test func aServiceThatIsAwayIsNamed() throws {
        let scene = try WebScene(SystemUnderTest())
        try fill(scene)
        let browser = try scene.browser(scene.player)
        scene.system.stop(.events)
        for path in ["/coaches/\(scene.coach.text)", "/coaches/\(scene.coach.text)/timeline"] {
            let shown = try browser.open(path)
            #expect(shown.status == 200 && shown.text.contains("some entries are missing here"))
            #expect(shown.text.contains("\(WebScene.canary) subject"))
            #expect(!shown.text.contains("\(WebScene.canary) camp"))
        }
        scene.system.stop(.interactions)
        let rest = try browser.open("/schools/\(scene.school.text)/timeline")
        #expect(rest.status == 200 && rest.text.contains("\(WebScene.canary) post"))
        #expect(rest.text.contains("interactions") && !rest.text.contains("12 months"))
    }
}
