import Contracts
import Foundation
import Support
import Testing

/// Importing files of posts in a browser.
@Suite(.onePerCore) struct WebPostImportTests {
    private let scene: WebScene
    private let browser: Browser

    init() throws { (scene, browser) = try WebScene.withBrowser() }

    /// The form of a report, as the button sends it that stores the rows.
    private static func storing(_ report: Browser.Answer) throws -> Browser.Form {
        var form = try Browser.form(in: report, to: "/import/posts")
        form.action = "/import/posts/commit"
        return form
    }

    private func posts() throws -> Int {
        try scene.home.call(ListPosts.self, .init()).total
    }

    /// Posts are checked without a trace, stored once although the form is sent twice, and undone.
    @Test func postsAreImportedRowByRow() throws {
        let before = try posts()
        let good = (1...1_100).map {
            "X,2026-01-0\($0 % 9 + 1),https://x.example/p/\($0),Camp,\(WebScene.canary) College"
        }
        let bad = "Fax,2026-01-05,https://x.example/p/2000,Camp,\nX,2026-01-05,,Camp,Nowhere\n"
        let header = "platform,date,url,text,school\n"
        let text = header + good.joined(separator: "\n") + "\n"
        let file = Browser.File(name: "posts.csv", content: Array(text.utf8))
        let checked = try browser.post(try browser.form("/import/posts"), files: [file])
        #expect(checked.status == 200 && checked.text.contains("1100 rows ready"))
        #expect(try posts() == before)

        // The page carries the rows.
        let form = try Self.storing(checked)
        let first = try browser.post(form)
        #expect(first.status == 303)
        #expect(try browser.post(form)["location"] == first["location"])
        #expect(try posts() == before + 1_100)
        let other = Browser.File(name: "posts.csv", content: Array((header + bad).utf8))
        let reused = try browser.post(form, files: [other])
        #expect(reused.status == 422 && reused.text.contains("already imported another file"))
        #expect(try posts() == before + 1_100)

        let page = try browser.open(try #require(first["location"]))
        #expect(page.text.contains("Imported: 1100 posts"))
        _ = try browser.undo(page)
        #expect(try posts() == before)
    }

    private static let refused = """
        platform,date,url,text,school,coach
        X,2026-01-05,https://x.example/p/1,Camp,,Nobody Known
        Fax,2026-01-05,https://x.example/p/2,Camp,,
        X,2026-01-05,https://x.example/p/3,Camp,Nowhere College,

        """

    /// The kept imports of the player.
    private func kept() throws -> [KeptImport] {
        try scene.home.call(ListKeptImports.self, .init()).keptImports
    }

    /// Rows that cannot be imported are mended in the report, or wait; a file that is imported
    /// without a check leaves them to wait as well.
    @Test(arguments: [true, false]) func refusedPostsWaitAndLeaveTheOthers(isChecked: Bool) throws {
        let before = try posts()
        let file = Browser.File(name: "posts.csv", content: Array(Self.refused.utf8))
        var form = try browser.form("/import/posts")
        if isChecked {
            let report = try browser.post(form, files: [file])
            #expect(report.status == 422 && report.text.contains("2 rows need you."))
            #expect(report.text.contains("1 of 3 rows are ready."))
            #expect(report.text.contains("Line 3") && report.text.contains("Line 4"))
            #expect(report.text.contains("1 row without a coach"))
            #expect(try posts() == before)
            form = try Self.storing(report)
        } else {
            form.action = "/import/posts/commit"
        }
        let stored = try browser.submit(form, files: isChecked ? [] : [file])
        #expect(stored.text.contains("Imported without the rows that need you: 1 post"))
        #expect(stored.text.contains("2 rows need you.") && stored.text.contains("Mend them"))
        // Sent twice, it stores and keeps once.
        _ = try browser.submit(form, files: isChecked ? [] : [file])
        #expect(try posts() == before + 1)
        #expect(try kept().map(\.kind) == [.posts] && kept().map(\.rowCount) == [2])

        let path = "/import/kept/\(try #require(kept().first).id.text)"
        var mended = try Self.storing(try browser.open(path))
        mended.fill("cell-3-platform", "twitter")
        mended.items.append(("leave-4", "true"))
        let last = try browser.submit(mended)
        #expect(last.text.contains("Imported: 1 post"))
        #expect(try posts() == before + 2)
        #expect(try kept().isEmpty && browser.open(path).status == 404)
        _ = try browser.undo(last)
        _ = try browser.undo(stored)
        #expect(try posts() == before)
    }

    /// If all rows are left out there is nothing to store, and the page says so.
    @Test func leavingOutAllPostsStoresNothing() throws {
        let before = try posts()
        let file = Browser.File(name: "posts.csv", content: Array(Self.refused.utf8))
        var form = try Self.storing(
            try browser.post(try browser.form("/import/posts"), files: [file]))
        for line in 2...4 { form.items.append(("leave-\(line)", "true")) }
        let answer = try browser.post(form)
        #expect(answer.status == 422 && answer.text.contains("All rows of the file are left out"))
        #expect(try posts() == before && kept().isEmpty)
    }

    /// A row that was written anew and still cannot be imported is shown again, and nothing is
    /// stored.
    @Test func aPostThatIsStillWrongStoresNothing() throws {
        let before = try posts()
        let file = Browser.File(name: "posts.csv", content: Array(Self.refused.utf8))
        let report = try browser.post(try browser.form("/import/posts"), files: [file])
        var form = try Self.storing(report)
        form.fill("cell-4-school", "Erewhon College")
        let again = try browser.post(form)
        #expect(again.status == 422 && again.text.contains("Erewhon College"))
        #expect(try posts() == before && kept().isEmpty)
    }

    /// Of a file that is too long for a form, the rows that cannot be imported wait as well.
    @Test func refusedPostsOfALongFileWait() throws {
        let before = try posts()
        let long = String(repeating: "Camp ", count: 40)
        var text = "platform,date,url,text\n"
        for number in 1...1_000 {
            let day = number == 700 ? "soon" : "2026-01-05"
            text += "X,\(day),https://x.example/l/\(number),\(long)\n"
        }
        #expect(text.utf8.count > KeptImportLimit.rowsBytesMax)
        let file = Browser.File(name: "long.csv", content: Array(text.utf8))
        let checked = try browser.post(try browser.form("/import/posts"), files: [file])
        #expect(checked.text.contains("1 of 1000 rows cannot be imported"))
        var form = try Browser.form(in: checked, to: "/import/posts")
        form.action = "/import/posts/commit"
        let stored = try browser.submit(form, files: [file])
        #expect(stored.text.contains("1 row needs you.") && stored.text.contains("Line 701"))
        #expect(try posts() == before + 999)
        #expect(try kept().map(\.rowCount) == [1])
    }

    /// The page takes the files that the command takes. A name that says nothing leaves it to the
    /// content.
    @Test(arguments: ["posts.jsonl", "POSTS.NDJSON", "posts.txt"])
    func postsAreTakenAsJSONLines(name: String) throws {
        let before = try posts()
        let good = #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","coach":"Nobody""#
        let text = """
            \(good),"post_url":"https://x.example/p/1","flagged":true}

            \(good),"school":"\(WebScene.canary) College"}
            {"platform":"fax","post_date":"2026-02-03T12:00:00Z"}
            {"platform":

            """
        let file = Browser.File(name: name, content: Array(text.utf8))
        var form = try browser.form("/import/posts")
        let checked = try browser.post(form, files: [file])
        #expect(checked.status == 422 && checked.text.contains("2 of 4 rows cannot be imported"))
        #expect(checked.text.contains("Line 4") && checked.text.contains("Line 5"))
        #expect(checked.text.contains("Please select a network"))
        #expect(checked.text.contains("Not imported: ") && checked.text.contains("flagged"))
        #expect(checked.text.contains("2 rows without a coach"))
        #expect(try posts() == before)
        form.action = "/import/posts/commit"
        let stored = try browser.post(form, files: [file])
        #expect(stored.text.contains("2 posts imported"))
        #expect(try posts() == before + 2)
        // Sent twice, it stores once.
        _ = try browser.post(form, files: [file])
        #expect(try posts() == before + 2)
    }

    @Test func aFileOfJSONLinesWithoutALineIsRefused() throws {
        let form = try browser.form("/import/posts")
        let answer = try browser.post(
            form, files: [.init(name: "posts.jsonl", content: Array("\n\n".utf8))])
        #expect(answer.status == 422 && answer.text.contains("The file has no posts"))
    }
}
