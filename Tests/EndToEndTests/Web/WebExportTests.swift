import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Files of interactions that a browser stores.
@Suite(.onePerCore) struct WebExportTests {
    private let scene: WebScene
    private let browser: Browser

    init() throws { (scene, browser) = try WebScene.withBrowser() }

    private func lines(_ answer: Browser.Answer) -> [String] {
        answer.text.components(separatedBy: "\r\n")
    }

    // IL-46
    @Test func theListIsStoredAsItIsFiltered() throws {
        _ = try browser.post(scene.filledForm(browser, subject: "=SUM(1)"))
        let all = try browser.open("/interactions/export")
        #expect(all.status == 200 && lines(all).count == 4 && lines(all)[3].isEmpty)
        #expect(
            lines(all)[0] == "\u{FEFF}Date,Type,Direction,School,Coach,Subject,Content,Sentiment")
        #expect(all["content-type"]?.hasPrefix("text/csv") == true)
        #expect(
            all["content-disposition"]?.hasPrefix("attachment; filename=\"interactions-20") == true)
        let page = try browser.open("/interactions?type=phone_call")
        let link = try #require(
            page.page.all("a").compactMap { $0["href"] }.first { $0.contains("/export?") })
        let calls = try browser.open(link)
        #expect(lines(calls).count == 3)
        #expect(calls.text.contains("Phone Call,Outbound,\(WebScene.canary) College,Ann Lee,'=SUM"))
        #expect(!calls.text.contains("\(WebScene.canary) subject"))
    }

    // IL-46: one row more than fits one request.
    @Test func aLongListIsWhole() throws {
        let rows = (0...ExportInteractions.pageRows).map { number in
            "\(WebScene.canary) College,email,outbound,2026-01-05,Number \(number) of many\n"
        }
        let form = try browser.form("/import/interactions")
        let file = "School,Type,Direction,Date,Subject\n" + rows.joined()
        let checked = try browser.post(
            form, files: [.init(name: "many.csv", content: Array(file.utf8))])
        let commit = try Browser.form(in: checked, to: "/import/interactions/commit")
        #expect(try browser.post(commit).status == 303)
        let stored = lines(try browser.open("/interactions/export"))
        let subjects = stored.compactMap { $0.firstMatch(of: /Number \d+ of many/)?.output }
        #expect(Set(subjects).count == rows.count && subjects.count == rows.count)
    }

    // N-99: each reader gets what they may see, whole, and nothing of it stays.
    @Test func everythingIsOneFile() throws {
        let parent = try scene.browser(scene.parent)
        let link = try #require(
            try parent.open("/settings").page.all("a").compactMap { $0["href"] }
                .first { $0 == "/settings/everything" })
        for reader in [browser, parent] {
            let answer = try reader.open(link)
            #expect(answer.status == 200 && answer.body.starts(with: Array("PK".utf8)))
            #expect(answer["content-type"] == "application/zip")
            #expect(
                answer["content-disposition"]?.contains("compass-export-20") == true)
            #expect(answer["content-length"] == "\(answer.body.count)")
        }
        let foreign = try browser.open(link, fields: ["Sec-Fetch-Site": "cross-site"])
        #expect(foreign.status == 403)
        #expect(try browser.send("HEAD", link).status == 200)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: scene.system.home.runFolder)
        #expect(!left.contains { $0.hasPrefix("archive-") })
    }

    // N-174
    @Test func aServiceThatIsAwayIsTheReasonWhyThereIsNoArchive() throws {
        scene.system.stop(.coaches)
        let answer = try browser.open("/settings/everything")
        #expect(answer.status == 503 && answer["retry-after"] == "10")
        #expect(answer.text.contains("A part of the system does not answer"), "\(answer.text)")
    }

    // CO-41
    @Test func coachesAreStoredAsTheyAreFiltered() throws {
        let all = lines(try browser.open("/coaches/export"))
        #expect(all.count == 3 && all[0].hasPrefix("\u{FEFF}First Name,Last Name,Role,School,"))
        #expect(all[1].hasPrefix("Ann,Lee,") && all[1].contains("\(WebScene.canary) College"))
        #expect(lines(try browser.open("/coaches/export?search=nobody")).count == 2)
    }

    // ID-15
    @Test func oneRecordIsFieldsAndValues() throws {
        let place = "/interactions/\(scene.interaction.text)"
        let links = try browser.open(place).page.all("a")
        #expect(links.contains { $0["href"] == "\(place)/export" })
        let file = try browser.open("\(place)/export")
        #expect(
            file.text.hasPrefix(
                "\u{FEFF}Field,Value\n\"Subject\",\"\(WebScene.canary) subject\"\n"))
        #expect(file.text.hasSuffix("\"Attachments\",\"0\""))
        #expect(
            file["content-disposition"]?.contains("interaction-\(WebScene.canary.lowercased())")
                == true)
    }

    // parents have neither the links nor the files; to others nothing is there.
    @Test func onlyPlayersExport() throws {
        let place = "/interactions/\(scene.interaction.text)"
        let parent = try scene.browser(scene.parent)
        for page in ["/interactions", "/coaches", place] {
            #expect(!(try parent.open(page).text.contains("/export")))
        }
        for file in ["/interactions/export", "/coaches/export", "\(place)/export"] {
            let answer = try parent.open(file)
            #expect(answer.status == 403 && !answer.text.contains(WebScene.canary + " subject"))
        }
        let sibling = try scene.browser(scene.sibling)
        #expect(try sibling.open("\(place)/export").status == 404)
        #expect(!(try sibling.open("/interactions/export").text.contains(WebScene.canary)))
        let stranger = try scene.browser(scene.stranger)
        #expect(try stranger.open("\(place)/export").status == 404)
    }
}
