import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite struct SavedViewPageTests {
    private func list(
        _ active: [ActiveFilter] = [], _ views: [SavedView] = SavedViewSamples.views,
        _ role: Role = .player, rows: Int = 3
    ) throws -> Document {
        let page = InteractionsPage(
            .success(Samples.list(Samples.interactions(rows), role, active)),
            SamplePages.request(active), SavedViewSamples.context(views, role))
        return try Samples.document { page.write(to: &$0) }
    }

    private func links(_ page: Document) -> [String] {
        page.all("a").compactMap { $0["href"] }
    }

    // N-28: by address, so that a link can be passed on.
    @Test func savedFiltersAreLinksToTheList() throws {
        let page = try list()
        #expect(links(page).contains("/interactions?type=email&days=30"))
        #expect(links(page).contains("/interactions?direction=inbound"))
        // Those of other lists and those that can no longer be used are left out.
        #expect(!links(page).contains("/coaches?role=head"))
        #expect(!links(page).contains { $0.contains("colour") })
        #expect(!links(page).contains { $0.hasPrefix("/views/new") }, "nothing to save")
        #expect(!(try list([], [])).text.contains("All saved filters"))
    }

    // N-27
    @Test func activeFiltersCanBeSaved() throws {
        let page = try list(SamplePages.chips)
        #expect(
            links(page).contains(
                "/views/new?list=interactions&type=email&direction=inbound&days=90"))
        #expect(links(page).contains("/views"))
        let saved = SavedViewSamples.view(
            9, "This", .interactions, [("type", "email"), ("direction", "inbound"), ("days", "90")])
        let again = try list(SamplePages.chips, [saved])
        #expect(!links(again).contains { $0.hasPrefix("/views/new") }, "it is saved already")
        #expect(again.all("a", "aria-current", "true").map(\.text) == ["This"])
    }

    // N-27: the form carries the filters, with the names of the flags.
    @Test func theFormCarriesTheFilters() throws {
        let write = try #require(SavedViewSamples.all.first { $0.name == "view-save" }).write
        let page = try Samples.document(write)
        #expect(page.text.contains("Type: Email · Last 30 days"))
        for (name, value) in [("list", "interactions"), ("type", "email"), ("days", "30")] {
            #expect(page.all("input", "name", name).map { $0["value"] } == [value])
        }
        #expect(page.all("form", "method", "post").contains { $0["action"] == "/views" })
    }

    // N-29: only its owner removes a filter.
    @Test func onlyOwnFiltersHaveAButton() throws {
        let write = try #require(SavedViewSamples.all.first { $0.name == "views" }).write
        let page = try Samples.document(write)
        let removals = page.all("form", "method", "post").compactMap { $0["action"] }
            .filter { $0.hasPrefix("/views/") }
        #expect(removals.count == SavedViewSamples.views.count { $0.ownerID == Samples.player })
        #expect(page.text.contains("by Elena Rivera"))
        #expect(page.text.contains("It can no longer be used: There is no filter --colour"))
    }

    // N-39: a form that works without script; parents can neither delete nor export.
    @Test func rowsCanBeMarked() throws {
        let page = try list(SamplePages.chips)
        let boxes = page.all("input", "name", "id")
        #expect(boxes.map { $0["value"] } == Samples.interactions(3).map(\.id.text))
        #expect(boxes.allSatisfy { $0["form"] == "marks" && $0["aria-label"] != nil })
        let form = try #require(page.all("form", "id", "marks").first)
        #expect(form["method"] == "get" && form["action"] == "/interactions/delete")
        #expect(page.all("button", "formaction", "/interactions/export").count == 1)
        #expect(
            links(page).contains(
                "/interactions/delete?all=true&type=email&direction=inbound&days=90"))
        let plain = try list()
        #expect(!links(plain).contains { $0.hasPrefix("/interactions/delete") })
        let parent = try list([], [], .parent)
        #expect(parent.all("input", "name", "id").isEmpty)
        #expect(parent.all("form", "id", "marks").isEmpty)
    }

    // N-39: as many rows are marked at once as fit in the address of the question.
    @Test(arguments: [(150, "Mark all"), (151, "Mark the first 150")])
    func aPageMarksALimitedNumber(rows: Int, label: String) throws {
        let page = try list([], [], rows: rows)
        #expect(page.all("label").map(\.text).contains(label))
        #expect(page.all("input", "data-max", "150").count == 1)
        let marked = page.all("input", "name", "id").prefix(MarkLimit.rows).map {
            WebAddress.QueryItem("id", $0["value"] ?? "")
        }
        let address = WebAddress("interactions", "delete", query: marked)
        #expect(marked.count == MarkLimit.rows && address.text.utf8.count < 8_000)
    }

    // N-39: exactly what was asked about is deleted.
    @Test func theQuestionNamesTheRecords() throws {
        let write = try #require(SavedViewSamples.all.first { $0.name == "delete-interactions" })
            .write
        let page = try Samples.document(write)
        #expect(page.text.contains("Are you sure you want to delete 3 interactions?"))
        #expect(
            page.all("input", "name", "id").map { $0["value"] }
                == Samples.interactions(3).map(\.id.text))
    }
}
