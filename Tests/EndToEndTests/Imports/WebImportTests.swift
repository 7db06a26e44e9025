import Contracts
import Foundation
import Support
import Testing

/// Importing files in a browser.
@Suite(.onePerCore) struct WebImportTests {
    private let scene: WebScene
    private let browser: Browser

    init() throws { (scene, browser) = try WebScene.withBrowser() }

    private func check(
        _ kind: String, _ text: String, _ browser: Browser? = nil,
        items: [(name: String, value: String)] = []
    ) throws -> Browser.Answer {
        let browser = browser ?? self.browser
        var form = try browser.form("/import/\(kind)")
        for item in items { form.fill(item.name, item.value) }
        return try browser.post(
            form, files: [.init(name: "\(kind).csv", content: Array(text.utf8))])
    }

    private func schools() throws -> [String] {
        try scene.home.call(ListSchools.self, .init()).schools.map(\.name)
    }

    /// Checked, stored once although the form is sent twice, and undone as a whole.
    @Test func aFileIsCheckedStoredAndUndone() throws {
        let before = try schools()
        let checked = try check("schools", "Name,State\nElon University,NC\nWofford,SC\n")
        #expect(checked.status == 200 && checked.text.contains("2 rows ready"))
        #expect(try schools() == before)
        let form = try Browser.form(in: checked, to: "/import/schools/commit")
        let first = try browser.post(form)
        #expect(first.status == 303)
        #expect(try browser.post(form)["location"] == first["location"])
        #expect(Set(try schools()) == Set(before + ["Elon University", "Wofford"]))
        let page = try browser.open(try #require(first["location"]))
        #expect(page.text.contains("Imported: 2 schools"))
        _ = try browser.undo(page)
        #expect(try schools() == before)
    }

    /// The form of a log's report, as the button sends it that stores the rows.
    private static func storing(_ report: Browser.Answer) throws -> Browser.Form {
        var form = try Browser.form(in: report, to: "/import/log")
        form.action = "/import/log/commit"
        return form
    }

    /// What is open is answered in the report; the rows that are ready are stored,
    /// and the others wait on a page of their own.
    @Test func aLogAsksAndKeepsWhatWaits() throws {
        let before = try schools()
        let text =
            "Date,School,Coach,Sort,Notes\n"
            + "1/5/2026,OSU,Ann Poe,Email,a\n" + "1/6/2026,Elon University,,Called,b\n"
            + "soon,Elon University,,Email,c\n" + "1/7/2026,Loyola,,Email,d\n"
        let report = try check("log", text)
        #expect(report.status == 422)
        #expect(report.text.contains("2 school names are open, 1 row needs you."))
        #expect(report.text.contains("1 of 4 rows are ready."))
        var form = try Self.storing(report)
        let osu = try #require(
            try report.page.all("input").first { $0["value"] == "school:OSU=204796" }?["name"])
        form.items.append((osu, "school:OSU=204796"))
        let kept = try browser.submit(form)
        #expect(kept.status == 200 && kept.text.contains("Imported: "))
        #expect(Set(try schools()).subtracting(before).count == 2)
        #expect(kept.text.contains("1 school name is open, 1 row needs you."))
        let types = try scene.home.call(ListInteractions.self, .init()).interactions
            .filter { ["a", "b"].contains($0.content) }.map(\.type)
        #expect(Set(types) == [.email, .phoneCall])
        // The rows wait, and are mended in place.
        let list = try browser.open("/import")
        #expect(list.text.contains("2 rows not imported yet"))
        let address = try #require(
            try list.page.all("a").compactMap { $0["href"] }
                .first { $0.hasPrefix("/import/kept/") })
        var mended = try Self.storing(try browser.open(address))
        mended.fill("cell-4-occurred_at", "1/8/2026")
        mended.items.append(("leave-5", "true"))
        let last = try browser.submit(mended)
        #expect(last.text.contains("Imported: 1 interaction"))
        #expect(try !browser.open("/import").text.contains("not imported yet"))
        _ = try browser.undo(last)
        _ = try browser.undo(kept)
        #expect(try schools() == before)
    }

    /// The rows of any file that cannot be imported yet wait on a page of their own, with what was
    /// said about its columns; once they are mended or given up, nothing waits.
    @Test func rowsOfOtherFilesWaitAsWell() throws {
        let school = "\(WebScene.canary) College"
        func form(_ page: Browser.Answer) throws -> Browser.Form {
            var form = try Browser.form(in: page, to: "/import/coaches")
            form.action = "/import/coaches/commit"
            return form
        }
        func names() throws -> Set<String> {
            Set(try scene.home.call(ListCoaches.self, .init()).coaches.map(\.lastName))
        }
        let before = try names()
        let report = try check(
            "coaches",
            "Where,First,Last,Email\n\(school),Ann,One,ann@example.com\n"
                + "\(school),Bo,Two,at home\n\(school),Cy,,cy@example.com\n",
            items: [("map-0", "Where=school"), ("update", "true")])
        #expect(report.status == 422 && report.text.contains("2 rows need you."))
        let stored = try form(report)
        let kept = try browser.submit(stored)
        #expect(kept.text.contains("Imported without the rows that need you"))
        #expect(kept.text.contains("2 rows need you.") && kept.text.contains("Mend them"))
        #expect(try names() == before.union(["One"]))
        #expect(try browser.submit(stored).text.contains("Mend them"))
        let waiting = try scene.home.call(ListKeptImports.self, .init()).keptImports
        #expect(waiting.map(\.kind) == [.coaches] && waiting.map(\.rowCount) == [2])
        let path = "/import/kept/\(try #require(waiting.first).id.text)"
        #expect(try browser.open("/import").page.all("a", "href", path).count == 1)
        let page = try browser.open(path)
        #expect(try page.page.all("input", "name", "update").contains { $0["checked"] != nil })
        #expect(try scene.browser(scene.parent).open(path).status != 200)
        #expect(try scene.browser(scene.stranger).open(path).status == 404)
        var mended = try form(page)
        mended.fill("cell-3-email", "bo@example.com")
        let rest = try browser.submit(mended)
        #expect(rest.text.contains("1 row needs you.") && rest.text.contains("Mend it"))
        #expect(try names() == before.union(["One", "Two"]))
        var last = try Browser.form(in: rest, to: "/import/coaches")
        last.fill("cell-4-last_name", "Three")
        let ready = try browser.post(last)
        #expect(ready.status == 200 && ready.text.contains("1 row ready"))
        #expect(try browser.submit(try form(ready)).text.contains("Imported: 1 coach"))
        #expect(try names() == before.union(["One", "Two", "Three"]))
        #expect(try scene.home.call(ListKeptImports.self, .init()).keptImports.isEmpty)
        #expect(try browser.open(path).status == 404)
    }

    /// Of a file that is too long for a form, the rows that cannot be imported wait as well.
    @Test(arguments: ["schools", "log"]) func rowsOfALongFileWait(kind: String) throws {
        let isLog = kind == "log"
        let long = String(repeating: "x", count: 400)
        let header = isLog ? "Date,School,Type,Notes\n" : "Name,State,Notes\n"
        var text = header
        for number in 2...600 {
            let isBad = number % 200 == 0
            text +=
                isLog
                ? "\(isBad ? "soon" : "1/5/2026"),Elon University,Email,\(number) \(long)\n"
                : "College \(number),\(isBad ? "Atlantis" : "NC"),\(long)\n"
        }
        #expect(text.utf8.count > KeptImportLimit.rowsBytesMax)
        let report = try check(kind, text)
        #expect(report.status == 422 && report.text.contains("3 rows need you."))
        #expect(report.text.contains("for 30 days"))
        let kept: Browser.Answer
        if isLog {
            let file = Browser.File(name: "log.csv", content: Array(text.utf8))
            kept = try browser.submit(try Self.storing(report), files: [file])
        } else {
            #expect(report.text.contains("now and the others later."))
            kept = try browser.submit(try Browser.form(in: report, to: "/import/schools/commit"))
        }
        #expect(kept.text.contains("3 rows need you.") && kept.text.contains("Line 200"))
        let waiting = try scene.home.call(ListKeptImports.self, .init()).keptImports
        #expect(waiting.map(\.rowCount) == [3] && waiting.map(\.kind.rawValue) == [kind])
        #expect(waiting.map(\.name) == ["\(kind).csv"])
        // They are mended in place, as those of a short file are.
        var mended = try Browser.form(in: kept, to: "/import/\(kind)")
        mended.action = "/import/\(kind)/commit"
        for line in [200, 400, 600] {
            let (cell, value) = isLog ? ("occurred_at", "1/8/2026") : ("state", "NC")
            mended.fill("cell-\(line)-\(cell)", value)
        }
        #expect(try browser.submit(mended).text.contains("Imported: 3 "))
        #expect(try scene.home.call(ListKeptImports.self, .init()).keptImports.isEmpty)
    }

    /// A workbook with the family's own list: checked, stored, and undone as a whole.
    @Test func aLogOfContactsIsCheckedStoredAndUndone() throws {
        let before = try schools()
        let path = scene.system.folder.path("log.xlsx")
        try SheetFile.write(
            [
                "Log": [
                    ["Date", "School", "Coach", "Notes"],
                    ["1/5/2026", "Elon University", "Pat Sample", "Hello"],
                    ["1/6/2026", "\(WebScene.canary) College", "", "Again"],
                ], "Old": [["x"]],
            ], to: path)
        let content = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let checked = try browser.post(
            try browser.form("/import/log"), files: [.init(name: "log.xlsx", content: content)])
        #expect(checked.status == 200)
        #expect(checked.text.contains("1 school, 1 coach, 2 interactions ready"))
        #expect(checked.text.contains("2 rows have no type: email"))
        #expect(try schools() == before)
        let page = try browser.submit(try Self.storing(checked))
        #expect(page.text.contains("Imported: "))
        #expect(try schools().count == before.count + 1)
        _ = try browser.undo(page)
        #expect(try schools() == before)
        let refused = try browser.post(
            try browser.form("/import/log"),
            files: [.init(name: "log.xlsx", content: Array(content.dropLast(40)))])
        #expect(refused.status == 422)
        #expect(refused.text.contains("The workbook cannot be unpacked"))
    }

    // N-100, N-101, N-103, N-104: the template, then the row of it with other values, then both
    // undone; a record that was changed since is named.
    @Test func theTemplateComesInAndIsUpdated() throws {
        let before = try schools()
        let template = try browser.send("GET", "/import/schools/template")
        #expect(template["content-type"]?.hasPrefix("text/csv") == true)
        func stored(_ checked: Browser.Answer) throws -> String {
            let form = try Browser.form(in: checked, to: "/import/schools/commit")
            return try #require(try browser.post(form)["location"])
        }
        _ = try stored(try check("schools", template.text))
        let checked = try check(
            "schools", "name,city\nEXAMPLE NAME,Durham\nElon University,Elon\n",
            items: [("update", "true")])
        #expect(checked.text.contains("1 row to change what is there"))
        #expect(checked.text.contains("Example city") && checked.text.contains("Durham"))
        let page = try browser.open(try stored(checked))
        #expect(page.text.contains("1 school added, 1 school changed"))
        func example() throws -> School? {
            try scene.home.call(
                ListSchools.self, .init()
            ).schools.first { $0.name == "Example name" }
        }
        #expect(try example()?.city == "Durham" && example()?.state == "NC")
        var edit = SchoolForm()
        edit.id = FormField(try #require(try example()).id.text)
        edit.notes = "Called them"
        _ = try scene.home.call(EditSchool.self, edit)
        let undone = try browser.post(try Browser.undoForm(in: page))
        #expect(undone.status == 200 && undone.text.contains("1 record kept"))
        #expect(undone.text.contains("Example name") && undone.text.contains("since been changed"))
        #expect(try example()?.city == "Durham")
        #expect(Set(try schools()) == Set(before + ["Example name"]))
    }

    @Test func nothingNewIsNotOffered() throws {
        let checked = try check("schools", "Name\n\(WebScene.canary) College\n")
        #expect(checked.status == 200)
        #expect(checked.text.contains("Everything in the file is already there"))
        #expect(!checked.text.contains("/import/schools/commit"))
    }

    /// Schools and coaches are found by name; days and times are in the reader's zone.
    @Test func interactionsNameTheirSchools() throws {
        let header = "School,Coach,Type,Direction,Date,Subject\n"
        let refused = try check(
            "interactions",
            header + "Nowhere,,email,outbound,2026-01-05,One\n"
                + "\(WebScene.canary) College,Ann Lee,fax,outbound,2026-01-05,Two\n")
        #expect(refused.status == 422)
        #expect(refused.text.contains("2 of 2 rows cannot be imported"))
        #expect(refused.text.contains("“fax”") && refused.text.contains("“Nowhere”"))
        #expect(!refused.text.contains("/import/interactions/commit"))
        let ready = try check(
            "interactions",
            header + "\(WebScene.canary) College,Ann Lee,Phone Call,out,1/5/2026 2:15 PM,Two\n")
        let form = try Browser.form(in: ready, to: "/import/interactions/commit")
        #expect(try browser.submit(form).text.contains("Imported"))
        let stored = try scene.home.call(
            ListInteractions.self, .init()
        ).interactions.first { $0.subject == "Two" }
        #expect(stored?.coachID == scene.coach && stored?.type == .phoneCall)
        let preferences = try scene.home.call(ShowPreferences.self, EmptyRequest())
        let zone = try #require(TimeZone(identifier: preferences.timeZone))
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 1_767_600_000))
        #expect(
            stored?.occurredAt?.milliseconds == (1_767_622_500 - Int64(offset)) * 1_000)
    }

    // N-133: a word that nobody can read is explained on the page, and its rows are checked again
    // without the file; stored, it is the same file.
    @Test func wordsAreExplainedOnThePage() throws {
        let text =
            "School,Coach,Type,Direction,Date,Subject,Notes\n"
            + "\(WebScene.canary) College,Ann Lee,Telefonat,out,2026-01-05,Words,\"a\nb\"\n"
            + "\(WebScene.canary) College,Ann Lee,telefonat,out,2026-01-06,Words,c\n"
        let refused = try check("interactions", text)
        #expect(refused.status == 422 && refused.text.contains("“Telefonat” in Type"))
        var form = try Browser.form(in: refused, to: "/import/interactions")
        form.fill("value-0", "type:Telefonat=phone_call")
        let ready = try browser.post(form, files: [])
        #expect(ready.status == 200 && ready.text.contains("2 rows ready"))
        let commit = try Browser.form(in: ready, to: "/import/interactions/commit")
        #expect(try browser.submit(commit).text.contains("Imported"))
        let stored = try scene.home.call(
            ListInteractions.self, .init()
        ).interactions.filter { $0.subject == "Words" }
        #expect(stored.map(\.type) == [.phoneCall, .phoneCall])
        #expect(Set(stored.map(\.content)) == ["a\nb", "c"])
        let again = try check("interactions", text, items: [("value-0", "type:Telefonat=email")])
        let second = try browser.post(
            try Browser.form(in: again, to: "/import/interactions/commit"))
        #expect(second.status == 409)
    }

    // N-136: a log that was stored in part before is undone with that part.
    @Test func theRetryOfALogNamesAllParts() throws {
        let before = try schools()
        let school = try Browser.form(
            in: try check("schools", "Name\nElon University\n"), to: "/import/schools/commit")
        let first = try browser.open(try #require(try browser.post(school)["location"]))
        let stored = try Browser.undoForm(in: first).action.split(separator: "/")[1]
        let log = try check("log", "Date,School,Coach\n1/5/2026,Elon University,Pat Sample\n")
        var form = try Self.storing(log)
        form.items.append(("stored", String(stored)))
        let page = try browser.submit(form)
        let undo = try Browser.undoForm(in: page)
        #expect(undo.action.hasSuffix(".\(stored)/undo"))
        _ = try browser.submit(undo)
        #expect(try schools() == before)
    }

    /// The match of columns that a person chose counts.
    @Test func columnsAreMatchedByHand() throws {
        let text = "Uni,Where\nElon University,NC\n"
        let missing = try check("schools", text)
        #expect(missing.status == 422)
        #expect(
            missing.text.contains(
                "The file has no column for “Name” or “Id in the national catalogue”"))
        let names = try missing.page.all("select").compactMap { $0["name"] }
        #expect(names == ["header_row", "map-0", "map-1"])
        let matched = try check(
            "schools", text, items: [("map-0", "Uni=name"), ("map-1", "Where=state")])
        #expect(matched.status == 200 && matched.text.contains("1 row ready"))
    }

    @Test func theSameFileAsksFirst() throws {
        let text = "metric_type,value,recorded_date\nvelocity,90,2026-01-05\n"
        func stored() throws -> Browser.Answer {
            let form = try Browser.form(
                in: try check("metrics", text), to: "/import/metrics/commit")
            return try browser.post(form)
        }
        #expect(try stored().status == 303)
        let again = try stored()
        #expect(again.status == 409 && again.text.contains("Import it again"))
        let form = try Browser.form(in: again, to: "/import/metrics/commit")
        #expect(try browser.post(form).status == 303)
    }

    @Test(arguments: [
        ("", "The file is empty"), ("name\n", "The file has no rows"),
        ("\u{FF}\u{FE}", "no column"), ("name\n\"open", "never closed"),
    ])
    func aFileThatCannotBeReadSaysWhy(text: String, reason: String) throws {
        let answer = try check("schools", text)
        #expect(answer.status == 422 && answer.text.contains(reason), "\(answer.text)")
    }

    @Test func aFileMustBeChosenAndNotTooLarge() throws {
        let form = try browser.form("/import/schools")
        let none = try browser.post(form, files: [])
        #expect(none.status == 422 && none.text.contains("Please choose a file"))
        let row = String(repeating: "x", count: 999) + "\n"
        let limit = AttachmentLimit.fileBytesMax
        for (size, isTaken) in [(limit, true), (limit + 1, false)] {
            let text = "notes\n" + String(repeating: row, count: size / 1_000)
            let exact = text.prefix(size) + String(repeating: "y", count: max(0, size - text.count))
            let answer = try check("schools", String(exact))
            #expect(answer.status == 422)
            #expect(answer.text.contains(AttachmentRefusal.sizeText) == !isTaken)
        }
    }

    /// X-04: parents import nothing, and nobody stores what somebody else has checked.
    @Test func onlyThePlayerWhoCheckedStores() throws {
        let parent = try scene.browser(scene.parent)
        #expect(try parent.send("GET", "/import/schools")["location"] == "/")
        #expect(try parent.send("GET", "/import")["location"] == "/")
        let checked = try check("schools", "Name\nElon University\n")
        let form = try Browser.form(in: checked, to: "/import/schools/commit")
        let before = try schools()
        for person in [scene.sibling, scene.stranger, scene.parent] {
            let other = try scene.browser(person)
            var theirs = try other.form("/more", to: "/sign-out")
            theirs.action = form.action
            for name in ["import_id", "fingerprint"] {
                theirs.fill(name, form.items.first { $0.name == name }?.value ?? "")
            }
            theirs.fill("key", IdempotencyKey.random().text)
            let answer = try other.post(theirs)
            #expect(answer.status == (person.userID == scene.parent.userID ? 403 : 422))
            let isStranger = person.userID == scene.stranger.userID
            #expect(!isStranger || !answer.text.contains(WebScene.canary))
        }
        #expect(try schools() == before)
        #expect(try browser.post(form).status == 303)
    }
}
