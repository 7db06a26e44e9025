import Contracts
import Foundation
import Support
import Testing

/// What cannot be read is mended in the report,
/// joined or left out, and the rows that are ready are one operation.
@Suite(.onePerCore) struct WebReadyRowsTests {
    private let scene: WebScene
    private let browser: Browser

    init() throws { (scene, browser) = try WebScene.withBrowser() }

    private func check(_ kind: String, _ text: String) throws -> Browser.Answer {
        try browser.post(
            try browser.form("/import/\(kind)"),
            files: [.init(name: "\(kind).csv", content: Array(text.utf8))])
    }

    /// The form of a report, as the button sends it that stores the rows.
    private func storing(_ report: Browser.Answer, _ kind: String) throws -> Browser.Form {
        var form = try Browser.form(in: report, to: "/import/\(kind)")
        form.action = "/import/\(kind)/commit"
        return form
    }

    private func schools() throws -> [School] {
        try scene.home.call(ListSchools.self, .init()).schools
    }

    private static let text =
        "Name,State,Notes\nElon University,NC,\nX,NC,\nWofford,SC,Small, warm, far\n"
        + "Furman,SC,\n"

    @Test func rowsAreMendedAndJoinedInTheReport() throws {
        let before = try schools().map(\.name)
        let report = try check("schools", Self.text)
        #expect(report.status == 422)
        #expect(report.text.contains("2 rows need you."))
        #expect(report.text.contains("Import the 2 ready rows"))
        #expect(report.text.contains("Notes: “Small, warm, far”"))
        // What was written anew and is still wrong is shown again, and nothing is stored.
        var wrong = try storing(report, "schools")
        wrong.fill("cell-3-name", "Y")
        let again = try browser.post(wrong)
        #expect(again.status == 422 && again.text.contains("2 rows need you."))
        #expect(try schools().map(\.name) == before)
        var form = try storing(again, "schools")
        #expect(form.items.contains { $0.name == "cell-3-name" && $0.value == "Y" })
        form.fill("cell-3-name", "Catawba")
        form.items.append(("join-4", "true"))
        let first = try browser.post(form)
        #expect(first.status == 303)
        #expect(try browser.post(form)["location"] == first["location"])
        let added = try schools().filter { !before.contains($0.name) }
        #expect(
            Set(added.map(\.name)) == ["Elon University", "Catawba", "Wofford", "Furman"])
        #expect(added.first { $0.name == "Wofford" }?.notes == "Small, warm, far")
        _ = try browser.undo(try browser.open(try #require(first["location"])))
        #expect(try schools().map(\.name) == before)
    }

    @Test func theReadyRowsAreStoredWithoutTheOthers() throws {
        let before = try schools().map(\.name)
        let report = try check("schools", Self.text)
        let page = try browser.submit(try storing(report, "schools"))
        #expect(page.text.contains("Imported without the rows that need you: 2 schools"))
        #expect(Set(try schools().map(\.name)) == Set(before + ["Elon University", "Furman"]))
        _ = try browser.undo(page)
        #expect(try schools().map(\.name) == before)
    }

    /// Rows that are left out stay in the report, and can be taken in again.
    @Test func rowsAreLeftOutOfTheReport() throws {
        var form = try Browser.form(
            in: try check("schools", Self.text), to: "/import/schools")
        form.items += [("leave-3", "true"), ("leave-4", "true")]
        let report = try browser.post(form, files: [])
        #expect(report.status == 200)
        #expect(report.text.contains("2 rows ready") && report.text.contains("2 rows left out."))
        var taken = try Browser.form(in: report, to: "/import/schools")
        taken.items.removeAll { $0.name == "leave-3" }
        #expect(try browser.post(taken, files: []).text.contains("1 row needs you."))
    }

    /// A word that nobody chose stays what it is, and is not taken for none.
    @Test func aWordThatNobodyChoseIsNoAnswer() throws {
        let text =
            "Date,School,Type\n1/5/2026,\(WebScene.canary) College,carrier pigeon\n"
            + "1/6/2026,\(WebScene.canary) College,Email\n"
        let report = try check("log", text)
        #expect(report.text.contains("1 row needs you."))
        let page = try browser.submit(try storing(report, "log"))
        #expect(page.text.contains("Imported: 1 interaction"))
        #expect(page.text.contains("1 row needs you."))
    }

    @Test func aTextWithCommasIsOfferedWhole() throws {
        let text =
            "Date,School,Coach,Notes\n"
            + "2026-02-10,Duke University,Pat Sample,Great arm, wants film by Friday, call Monday\n"
            + "2026-02-11,University of California, Los Angeles,Kim Oh,ok\n"
            + "2026-02-12,Duke University,Smith, Bob,liked my video\n"
        let report = try check("log", text)
        #expect(report.status == 422 && report.text.contains("3 rows need you."))
        #expect(!report.text.contains("Which school is this?"))
        var form = try Browser.form(in: report, to: "/import/log")
        form.items += [("join-2", "true"), ("leave-3", "true"), ("leave-4", "true")]
        let ready = try browser.post(form, files: [])
        #expect(ready.status == 200, "\(ready.text)")
        let before = try scene.home.call(ListInteractions.self, .init()).interactions.count
        let page = try browser.submit(try storing(ready, "log"))
        let stored = try scene.home.call(ListInteractions.self, .init()).interactions
        #expect(stored.count == before + 1)
        #expect(
            stored.contains { $0.content == "Great arm, wants film by Friday, call Monday" })
        _ = try browser.undo(page)
    }

    /// Another row names the columns, without the file.
    @Test func anotherHeaderIsChosenForRowsThatAreCarried() throws {
        let report = try check(
            "schools", "Ours,\nName,State\nName,City\nElon University,Elon\nX,Elon\n")
        #expect(report.text.contains("Line 2: Name · State"))
        var form = try Browser.form(in: report, to: "/import/schools")
        form.fill("header_row", "3")
        let other = try browser.post(form, files: [])
        #expect(other.text.contains("1 of 2 rows are ready."), "\(other.text)")
        #expect(other.text.contains("--header-row 3"))
        // The row that is chosen beside the button is read first.
        var back = try storing(other, "schools")
        back.fill("header_row", "2")
        let before = try schools().count
        let shown = try browser.post(back)
        #expect(shown.status == 422 && shown.text.contains("--header-row 2"))
        #expect(try schools().count == before)
        let page = try browser.submit(try storing(other, "schools"))
        #expect(page.text.contains("Imported without the rows that need you: 1 school"))
        #expect(try schools().first { $0.name == "Elon University" }?.city == "Elon")
        // A log carries its rows as well.
        let log = try check(
            "log", "Our log,\nWhat,Where\nDate,School\nsoon,\(WebScene.canary) College\n")
        #expect(log.text.contains("Line 3: Date · School"))
        var again = try Browser.form(in: log, to: "/import/log")
        again.fill("header_row", "2")
        let refused = try browser.post(again, files: [])
        #expect(refused.status == 422 && refused.text.contains("The file has no column for"))
        #expect(refused.text.contains("Line 3: Date · School"))
    }

    /// Rows that are too long for a form are stored by the import that was checked.
    @Test func theReadyRowsOfALongFileAreStored() throws {
        let before = try schools().count
        let notes = String(repeating: "n", count: 900)
        let rows = (0..<300).map { "\($0 == 7 ? "X" : "Quorvale College \($0)"),NC,\(notes)\n" }
        let report = try check("schools", "Name,State,Notes\n" + rows.joined())
        #expect(report.text.contains("1 row needs you.") && report.status == 422)
        let page = try browser.submit(try Browser.form(in: report, to: "/import/schools/commit"))
        #expect(page.text.contains("Imported without the rows that need you: 299 schools"))
        #expect(try schools().count == before + 299)
    }
}
