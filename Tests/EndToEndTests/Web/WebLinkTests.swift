import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Every page that is served leads only to pages that are served.
@Suite(.onePerCore) struct WebLinkTests {
    /// The most pages of a walk; more would be a trap of addresses.
    private static let pagesMax = 600

    /// The local addresses that a page leads to: links, files, and filters with each choice.
    private func addresses(of page: Document, withChoices: Bool) -> Set<String> {
        var found: Set<String> = []
        var filter: String?
        var select: String?
        for node in page.nodes {
            for name in ["href", "src"] {
                guard let address = node[name], address.hasPrefix("/") else { continue }
                found.insert(String(address.prefix { $0 != "#" }))
            }
            if node.name == "form" {
                filter = node["method"] == "get" ? node["action"] : nil
                if filter == nil, let action = node["action"] { found.insert("POST " + action) }
            }
            if node.name == "select" { select = node["name"] }
            if let filter {
                found.insert(filter)
                if withChoices, node.name == "option", let select, let value = node["value"] {
                    found.insert("\(filter)?\(select)=\(value)")
                }
            }
        }
        return found
    }

    /// Opens a page and everything that it leads to. Returns the paths, without queries.
    private func walk(
        _ browser: Browser, from start: [String], withChoices: Bool = false
    ) throws -> Set<String> {
        var waiting = start
        var known = Set(start)
        var paths: Set<String> = []
        while let next = waiting.popLast() {
            guard known.count < Self.pagesMax else {
                Issue.record("more than \(Self.pagesMax) addresses")
                break
            }
            if next.hasPrefix("POST ") {
                // An address that takes forms misses the form's token first, if it needs a session.
                let status = try browser.send("POST", String(next.dropFirst(5))).status
                let isOpen =
                    ["POST /sign-in", "POST /sign-up", "POST /reset-password"].contains(next)
                #expect(status == (isOpen ? 422 : 403), "\(next): \(status)")
                continue
            }
            let answer = try browser.open(next)
            #expect(answer.status == 200, "\(next): \(answer.status)")
            paths.insert(String(next.split(separator: "?")[0]))
            guard answer["content-type"]?.hasPrefix("text/html") == true else { continue }
            for address in addresses(of: try answer.page, withChoices: withChoices)
            where known.insert(address).inserted {
                waiting.append(address)
            }
        }
        return paths
    }

    /// X-04, IL-41, CO-02: from the sign-in on, for both roles, with records and without.
    @Test func noLinkLeadsNowhere() throws {
        let scene = try WebScene(SystemUnderTest())
        let event = try scene.home.call(
            AddEvent.self, EventForm(type: "camp", name: "Camp", startDate: "2026-02-10")
        ).event.id
        _ = try scene.home.call(
            AddMetric.self, MetricForm(metricType: "velocity", value: 90, eventID: event))
        let records = [
            "/events/\(event.text)", "/events/\(event.text)/calendar",
            "/interactions/\(scene.interaction.text)", "/coaches/\(scene.coach.text)",
            "/schools/\(scene.school.text)",
        ]
        let all = [
            "/", "/interactions", "/coaches", "/schools", "/events", "/social",
            "/social/analytics", "/notifications", "/more",
        ]
        // Something for the trash and for the notice of a deletion.
        let deleted = try scene.home.call(
            DeleteInteraction.self,
            .init(
                id: try scene.home.call(
                    CreateInteraction.self, KillFamily.form("gone", at: scene.school)
                ).interaction.id))
        _ = try walk(Browser(scene.system.home), from: ["/sign-in"])
        for person in [scene.player, scene.parent, scene.stranger] {
            let browser = try scene.browser(person)
            let isPlayer = person.role == .player
            let after = "/interactions?done=deleted&undo=\(deleted.operationID.text)"
            // Parents have all filters of players, and one more.
            let paths = try walk(browser, from: ["/", after], withChoices: !isPlayer)
            #expect(paths.isSuperset(of: all), "\(person.name): \(paths.sorted())")
            // Parents restore nothing, and are not led there.
            #expect(paths.contains("/trash") == isPlayer)
            let isFamily = person.userID != scene.stranger.userID
            #expect(paths.isSuperset(of: records) == isFamily, "\(person.name)")
            #expect(paths.contains("/interactions/new") == isPlayer)
            // The entries of the navigation are pages themselves.
            let nodes = try browser.open("/more").page.nodes
            let start = try #require(nodes.firstIndex { $0["aria-label"] == "Main" })
            let end = try #require(nodes.firstIndex { $0.name == "main" })
            for entry in nodes[start..<end].compactMap({ $0["href"] }) where entry.hasPrefix("/") {
                let path = String(entry.prefix { $0 != "#" })
                #expect(try browser.send("GET", path).status == 200, "\(entry)")
            }
            let deletions = paths.filter { $0.hasSuffix("/delete") }
            #expect(deletions.isEmpty == (person.userID != scene.player.userID))
        }
    }

    /// Every answer carries the fields that keep browsers from leaking or mixing pages.
    @Test func everyAnswerHasTheSecurityFields() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let asset = try #require(
            try browser.open("/interactions").page.all("link", "rel", "stylesheet").first?["href"])
        let answers = [
            try browser.send("GET", "/"), try browser.send("GET", "/interactions"),
            try browser.send("GET", "/interactions/\(scene.interaction.text)"),
            try browser.send("GET", "/interactions/nobody"), try browser.send("GET", asset),
            try browser.send("GET", "/nowhere"), try browser.send("GET", "/sign-out"),
            try browser.send("GET", "/%zz"), try browser.send("POST", "/sign-out"),
            try browser.send("GET", "/interactions", fields: ["Host": "elsewhere.example"]),
        ]
        #expect(
            answers.map(\.status) == [200, 200, 200, 404, 200, 404, 405, 400, 403, 421])
        for answer in answers {
            let policy = answer["content-security-policy"] ?? ""
            #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self';"))
            #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["referrer-policy"] == "no-referrer")
            #expect(answer["permissions-policy"]?.contains("geolocation=()") == true)
            #expect(answer["cache-control"]?.isEmpty == false)
            #expect(answer["server"] == nil)
        }
        #expect(answers[1]["cache-control"] == "no-store")
        #expect(answers[4]["cache-control"]?.hasPrefix("public") == true)
        for answer in answers where answer.status >= 400 {
            let page = try answer.page
            #expect(page.heading?.isEmpty == false)
            let text = page.text
            for word in ["SELECT", "sqlite", ".swift", scene.system.home.path, "Error Domain"] {
                #expect(!text.contains(word))
            }
        }
    }
}
