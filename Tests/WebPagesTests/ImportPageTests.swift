import Contracts
import HTML
import Imports
import Support
import Testing

@testable import WebPages

/// The pages of imports.
@Suite struct ImportPageTests {
    private func page(_ kind: ImportKind, _ state: ImportState) throws -> Document {
        var html = HTMLWriter()
        ImportPage(kind, state, Samples.context()).write(to: &html)
        return try Document(html.bytes)
    }

    private func step(_ page: Document) -> String? {
        page.all("li").first { $0["aria-current"] == "step" }?.text
    }

    @Test func thePageSaysWhichStepItIs() throws {
        #expect(step(try page(.schools, .empty)) == "1Choose file")
        let columns = try ImportColumns(header: ["a"], kind: .schools, mapped: [])
        #expect(
            step(try page(.schools, .refused(message: "No", reason: nil, columns)))
                == "2Match columns")
        #expect(step(try page(.interactions, .checked(SamplePages.unread()))) == "3Check")
        let refused = SamplePages.checked(isRefused: true)
        #expect(step(try page(.schools, .checked(refused))) == "4Import")
        let ready = SamplePages.checked(isRefused: false)
        #expect(step(try page(.schools, .checked(ready))) == "4Import")
    }

    // N-100, N-101: what changes, before and after; the choice; and the command of the page.
    @Test func aFileThatUpdatesSaysWhatChanges() throws {
        var html = HTMLWriter()
        ImportPage(.coaches, .checked(SamplePages.updating()), updates: true, Samples.context())
            .write(to: &html)
        let page = try Document(html.bytes)
        #expect(page.text.contains("2 rows ready"))
        #expect(
            page.text.contains(
                "1 row to change what is there. 1 row without a change. 1 row already there"))
        #expect(page.text.contains("Staff position: assistant → head"))
        #expect(page.text.contains("The same coach as line 2"))
        #expect(page.text.contains("--update --dry-run"))
        let choice = page.all("input").first { $0["name"] == "update" }
        #expect(choice?["checked"] != nil)
        let metrics = try self.page(.metrics, .empty)
        #expect(metrics.all("input").allSatisfy { $0["name"] != "update" })
        #expect(metrics.text.contains("Each row is a measurement of its own"))
    }

    /// The command at the end does what the page does.
    @Test func theCommandDoesTheSame() throws {
        func command(
            _ kind: ImportKind, _ state: ImportState, addsSchools: Bool = false
        ) throws -> String? {
            var html = HTMLWriter()
            ImportPage(kind, state, addsSchools: addsSchools, Samples.context()).write(to: &html)
            return try Document(html.bytes).all("code", "data-action", "copy").last?.text
        }
        let coaches = SamplePages.updating()
        #expect(
            try command(.coaches, .checked(coaches), addsSchools: true)
                == "compass import coaches coaches.csv --add-schools --dry-run")
        #expect(
            try command(.schools, .empty, addsSchools: true)
                == "compass import schools FILE --dry-run")
        let columns = try ImportColumns(
            header: ["College", "Notes"], kind: .schools, mapped: ["College=name", "Notes="])
        #expect(
            try command(.schools, .refused(message: "No", reason: nil, columns))
                == "compass import schools FILE --map Notes= --dry-run")
        let sample = SamplePages.log(isRefused: false)
        let log = PlannedLog(
            name: "log.xlsx", plan: sample.plan,
            defaults: LogDefaults(type: .phoneCall, direction: .inbound),
            sheet: ReadSheet(name: "New", others: ["Old"]), rows: nil)
        #expect(
            try command(.log, .planned(log))
                == "compass import log log.xlsx --sheet New --type phone_call --direction inbound "
                + "--dry-run")
    }

    // N-103: what was changed since is named.
    @Test func theAnswerToAnUndoNamesWhatWasKept() throws {
        var html = HTMLWriter()
        // The import of schools that was undone with it kept nothing, and lost a reference.
        var schools = UndoOperation.Response(OperationID(high: 1, low: 3), removed: ["schools": 2])
        schools.noteLost(.event, of: "metrics", 1)
        KeptRecordsPage([SamplePages.kept(), schools], Samples.context()).write(to: &html)
        let text = try Document(html.bytes).text
        #expect(text.contains("101 records kept") && text.contains("… and 1 more"))
        #expect(text.contains("2 coaches as before the import. 1 coach, 2 schools in the trash."))
        #expect(text.contains("1 metric has no event now"))
        #expect(text.contains("has since been changed"))
    }

    // N-104: the page of each kind leads to its template.
    @Test(arguments: ImportKind.onPages) func theTemplateIsThere(kind: ImportKind) throws {
        let links = try page(kind, .empty).all("a").compactMap { $0["href"] }
        #expect(links.contains("/import/\(kind.rawValue)/template"))
    }

    private func actions(_ page: Document) -> [String] {
        page.all("form").compactMap { $0["action"] }.filter { $0.hasPrefix("/import") }
    }

    private func buttons(_ page: Document) -> [String] {
        page.all("button").filter { $0["formaction"] != nil }.map(\.text)
    }

    /// The rows that are ready can be stored while others are wrong.
    @Test func theReadyRowsCanBeStored() throws {
        let refused = try page(.schools, .checked(SamplePages.checked(isRefused: true)))
        #expect(actions(refused) == ["/import/schools/commit", "/import/schools"])
        let hidden = refused.all("input").filter { $0["type"] == "hidden" }
        #expect(hidden.contains { $0["name"] == ImportPage.readyOnlyField })
        let ready = try page(.schools, .checked(SamplePages.checked(isRefused: false)))
        #expect(actions(ready) == ["/import/schools/commit", "/import/schools"])
        #expect(ready.all("input").allSatisfy { $0["name"] != ImportPage.readyOnlyField })
    }

    /// The row that names the columns can be another one.
    @Test func anotherRowCanNameTheColumns() throws {
        let choice = SamplePages.header(top: "Ours\nname,notes\n")
        var file = SamplePages.mending()
        file.header = choice
        let columns = try ImportColumns(header: ["a"], kind: .schools, mapped: [])
        let pages = [
            try page(.coaches, .checked(file)),
            try page(
                .schools, .refused(message: "No", reason: nil, columns, header: choice)),
        ]
        for page in pages {
            let options = page.all("option").map { ($0["value"], $0.text) }
            #expect(options.contains { $0 == ("1", "Line 1: Ours") })
            #expect(options.contains { $0 == ("", "Line 2: \(SamplePages.hostile)") })
            let hidden = page.all("input").filter { $0["type"] == "hidden" }
            #expect(hidden.contains { $0["name"] == "top" && $0["value"] == choice.top })
            #expect(hidden.contains { $0["name"] == "header_line" && $0["value"] == "2" })
            #expect(page.text.contains("--header-row 2"))
        }
    }

    /// What cannot be read is mended in place, joined or left
    /// out.
    @Test func rowsAreMendedInPlace() throws {
        let page = try page(.coaches, .checked(SamplePages.mending()))
        #expect(page.text.contains("4 rows need you."))
        #expect(page.text.contains("1 of 6 rows are ready"))
        #expect(actions(page) == ["/import/coaches", "/import/coaches"])
        #expect(buttons(page) == ["Import the ready row"])
        let inputs = page.all("input")
        func value(_ name: String) -> String? { inputs.first { $0["name"] == name }?["value"] }
        #expect(value("cell-3-email") == "nobody" && value("cell-3-phone") == "12")
        // A name that has no columns of its own is written anew as a whole, once.
        #expect(inputs.filter { $0["name"] == "cell-5-name" }.map { $0["value"] } == ["Madonna"])
        #expect(page.all("select").contains { $0["name"] == "cell-4-role" })
        #expect(value("join-6") == "true")
        #expect(page.text.contains("Notes: “Great arm, \(SamplePages.hostile), call Monday”"))
        for line in 3...6 { #expect(value("leave-\(line)") == "true") }
        let leftOut = inputs.filter { $0["checked"] != nil }.compactMap { $0["name"] }
        #expect(leftOut == ["leave-7"])
        #expect(value(ImportPage.rowsField) == "name" && value(ImportPage.takenField) == "1")
        #expect(page.text.contains("Read as Windows-1252"))
        // Rows that are too long for a form are listed; those that are ready can be stored.
        let long = try self.page(.coaches, .checked(SamplePages.mending(rows: nil)))
        #expect(actions(long) == ["/import/coaches/commit", "/import/coaches"])
        #expect(long.all("input").allSatisfy { $0["name"]?.hasPrefix("cell-") != true })
    }

    @Test func longReportsAreCutAndCounted() throws {
        let page = try page(.schools, .checked(SamplePages.checked(isRefused: true)))
        let listed = try #require(page.all(class: "mend").first)
        #expect(listed.text.contains("Line \(ImportPage.listedMax)"))
        #expect(page.text.contains("100 rows need you."))
        #expect(!page.text.contains("… and"))
    }

    /// N-110: a log says what becomes of its rows, and carries them to the form that stores them.
    @Test func aLogIsCheckedAndThenStored() throws {
        func forms(_ log: PlannedLog) throws -> (page: Document, actions: [String]) {
            let page = try page(.log, .planned(log))
            let actions = page.all("form").compactMap { $0["action"] }
            return (page, actions.filter { $0.hasPrefix("/import") })
        }
        func buttons(_ page: Document) -> [String] {
            page.all("button").compactMap { $0["formaction"] }
        }
        let ready = try forms(SamplePages.log(isRefused: false))
        #expect(ready.actions == ["/import/log", "/import/log"])
        #expect(buttons(ready.page) == ["/import/log/commit"])
        #expect(ready.page.text.contains("3 schools, 3 coaches, 102 interactions ready"))
        #expect(ready.page.text.contains("102 rows have no type: email"))
        #expect(ready.page.text.contains("98 more rows"))
        let hidden = ready.page.all("input").filter { $0["type"] == "hidden" }
        #expect(hidden.contains { $0["name"] == ImportPage.rowsField && $0["value"] == "Date" })
        let sheets = ready.page.all("select").filter { $0["name"] == ImportPage.sheetField }
        #expect(sheets.count == 1)
        // What cannot be read stops its row and not the file.
        let refused = try forms(SamplePages.log(isRefused: true))
        #expect(buttons(refused.page) == ["/import/log/commit"])
        #expect(refused.page.text.contains("1 row needs you."))
        #expect(refused.page.text.contains("101 of 102 rows are ready."))
        // Rows that are too long for a form: the file is chosen again.
        let long = try forms(SamplePages.log(isRefused: false, rows: nil))
        #expect(long.page.all("input").filter { $0["type"] == "file" }.count == 2)
    }

    /// Everything that is open can be answered in place: columns, words, schools, rows.
    @Test func aLogAsksAboutWhatIsOpen() throws {
        let page = try page(.log, .planned(SamplePages.openLog()))
        #expect(page.text.contains("1 column is not read, 1 school name is open, 1 row needs you."))
        #expect(page.text.contains("3 of 6 rows are ready."))
        let radios = page.all("input").filter { $0["type"] == "radio" }
        let chosen = radios.filter { $0["checked"] != nil }.compactMap { $0["value"] }
        // The one that the family follows is proposed; what is read for certain stays as it is.
        #expect(chosen.count == 3 && chosen[0].hasPrefix("school:A&M="))
        #expect(chosen.dropFirst().allSatisfy { $0.isEmpty })
        let values = radios.compactMap { $0["value"] }
        #expect(values.contains("school:OSU=204796") && values.contains("school:OSU=207388"))
        #expect(values.contains("school:OSU=new") && values.contains("school:OSU=?"))
        #expect(values.contains("school:Mizzou=new"))
        let names = Set((page.all("input") + page.all("select")).compactMap { $0["name"] })
        #expect(names.isSuperset(of: ["map-5", "cell-3-occurred_at", "cell-3-type", "leave-3"]))
        #expect(names.contains("take-6"))
        #expect(page.text.contains("Left out: the same contact as line 4"))
        let actions = page.all("form").compactMap { $0["action"] }
        #expect(actions.contains { $0.hasPrefix("/import/kept/") && $0.hasSuffix("/drop") })
    }

    /// A value that was cut to be shown is not put into a field, which would store it cut.
    @Test func aCutValueIsNotWrittenAnew() throws {
        let columns = try ImportColumns(header: ["Date", "School"], kind: .log, mapped: [])
        func names(_ date: String) throws -> [String] {
            let row = LogRow(
                .init(line: 2, fields: [date, "Elon"]), columns, LogDefaults(),
                in: Samples.context().zone)
            let log = PlannedLog(
                name: "log.csv",
                plan: LogPlan([row], columns, schools: [], coaches: []),
                defaults: LogDefaults(), rows: "Date")
            return try page(.log, .planned(log)).all("input").compactMap { $0["name"] }
        }
        let max = ImportReport.cellMax
        #expect(try names(String(repeating: "x", count: max)).contains("cell-2-occurred_at"))
        #expect(try !names(String(repeating: "x", count: max + 1)).contains("cell-2-occurred_at"))
    }

    /// Posts are stored row by row: a file can be imported without a check, and with refusals.
    @Test func postsAreImportedOrChecked() throws {
        func steps(_ posts: SentPosts) throws -> (step: String?, text: String, undo: Int) {
            let page = try page(.posts, .sent(posts))
            let undo = page.all("form").filter { $0["action"]?.hasSuffix("/undo") == true }
            return (step(page), page.text, undo.count)
        }
        let empty = try page(.posts, .empty).all("button").compactMap { $0["formaction"] }
        #expect(empty == ["/import/posts/commit"])
        let checked = try steps(SamplePages.posts(isCheck: true, isRefused: false))
        #expect(checked.step == "3Check" && checked.undo == 0)
        #expect(checked.text.contains("3 posts ready") && checked.text.contains("… and 2 more"))
        #expect(checked.text.contains("2 rows without a coach"))
        let refused = try steps(SamplePages.posts(isCheck: false, isRefused: true))
        #expect(refused.step == "4Import" && refused.undo == 1)
        #expect(refused.text.contains("1 of 106 rows cannot be imported"))
        let failed = try steps(
            SamplePages.posts(
                isCheck: false, isRefused: false, failure: ServiceError(.unavailable, "Later")))
        #expect(failed.undo == 1 && failed.text.contains("3 posts imported before that"))
    }

    // N-133: the words that nobody can read, with what was said about others; the rows come along
    // if a form can carry them.
    @Test func wordsCanBeExplained() throws {
        let page = try page(.interactions, .checked(SamplePages.unread()))
        let selects = page.all("select").compactMap { $0["name"] }.filter { $0.hasPrefix("value-") }
        #expect(selects == ["value-0", "value-1"])
        let options = page.all("option").compactMap { $0["value"] }
        #expect(options.contains("type:\(SamplePages.hostile)=phone_call"))
        #expect(!options.contains("type:\(SamplePages.hostile)="))
        let chosen = page.all("option").filter { $0["selected"] != nil }.compactMap { $0["value"] }
        #expect(chosen.first == "sentiment:gut=positive")
        #expect(options.contains("sentiment:gut="))
        #expect(page.text.contains("--map-value sentiment:gut=positive --dry-run"))
        func carried(_ page: Document) -> [String] {
            let hidden = page.all("input").filter { $0["type"] == "hidden" }
            let names = hidden.compactMap { $0["name"] }
            return names.filter { ["rows", "name", "fingerprint"].contains($0) }
        }
        #expect(carried(page) == ["name", "rows", "fingerprint"])
        let long = try self.page(.interactions, .checked(SamplePages.unread(rows: nil)))
        #expect(carried(long) == [] && !long.text.contains("Another file"))
    }

    // N-136: what an attempt before has stored is named, and goes along with the next one.
    @Test func theRetryOfALogNamesWhatIsStored() throws {
        var log = SamplePages.log(isRefused: false)
        log.failure = ServiceError(.unavailable, "Later")
        #expect(try !page(.log, .planned(log)).text.contains("Undo what is stored"))
        let (first, second) = (OperationID(high: 1, low: 2), OperationID(high: 1, low: 3))
        log.stored = [first, second]
        let page = try page(.log, .planned(log))
        let field = page.all("input").first { $0["name"] == ImportPage.storedField }
        #expect(field?["value"] == "\(first.text).\(second.text)")
        let actions = page.all("form").compactMap { $0["action"] }
        #expect(actions.contains("/trash/\(second.text).\(first.text)/undo"))
    }

    /// Fields are called what the forms call them; the names of columns stand where they are meant.
    @Test func fieldsHaveTheLabelsOfForms() throws {
        for kind in ImportKind.onPages {
            let labels = kind.fields.map(\.label)
            #expect(Set(labels).count == labels.count, "\(kind)")
            #expect(!labels.contains { $0.contains("_") || $0.isEmpty }, "\(kind)")
            let codes = try page(kind, .empty).all("code").map(\.text)
            #expect(kind.fields.allSatisfy { codes.contains($0.name) }, "\(kind)")
        }
        let columns = try ImportColumns(header: ["When"], kind: .interactions, mapped: [])
        let choices = try page(.interactions, .refused(message: "No", reason: nil, columns))
            .all("option")
        let time = try #require(choices.first { $0["value"] == "When=occurred_at" })
        #expect(time.text == FormLabel.time)
        #expect(try page(.interactions, .empty).text.contains("occurred_at (Date and time)"))
        let refused = try page(.schools, .checked(SamplePages.checked(isRefused: true)))
        let field = try #require(refused.all("span").first { $0["title"] == "name" })
        #expect(field.text == "Name")
        let unread = try page(.interactions, .checked(SamplePages.unread()))
        #expect(unread.text.contains("“gut” in Sentiment"))
    }

    /// Each column can be assigned to each field, or to none.
    @Test func columnsCanBeAssigned() throws {
        let columns = try ImportColumns(
            header: ["College", "", "Mood"], kind: .schools, mapped: ["College=name"])
        let page = try page(.schools, .refused(message: "No", reason: nil, columns))
        let selects = page.all("select").compactMap { $0["name"] }
        #expect(selects == ["map-0", "map-2"])
        let chosen = page.all("option").filter { $0["selected"] != nil }.compactMap { $0["value"] }
        #expect(chosen == ["College=name", "Mood="])
        #expect(page.all("option").count == 2 * (ImportKind.schools.fields.count + 1))
    }
}
