import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The saved filters of lists.
    mutating func addViews(_ site: Site) {
        get(Place.views.text, site) { visit in
            try await visit.page(showing: ListViews.self, .init()) {
                ViewsPage($0.views, $1).write
            }
        }
        get("/views/new", site) { visit in
            let query = visit.request.query
            guard let list = query["list"].flatMap(ViewedList.init), !query.filters.isEmpty
            else { return .redirect(to: Place.views.text) }
            let page = SaveViewPage(list, query.filters, try await visit.context())
            return HTTPResponse(page: page.write)
        }
        post(Place.views.text, site) { try await $0.saveView() }
        post(
            "/views/{id}/remove",
            site.action(RemoveView.self, .removed, to: "views") {
                .init(id: try $0.id(.savedFilter))
            })
    }
}

extension FormItems {
    /// The items that name no part of the form itself.
    fileprivate var filters: [SavedFilter] {
        let own: Set = [
            "token", "key", "of_family", "list", "name", "is_shared", "done", "undo",
        ]
        return all.filter { !own.contains($0.name) && !$0.value.isEmpty }
            .map { SavedFilter(flag: $0.name, value: $0.value) }
    }
}

extension Visit {
    /// Saves the filters of a form and leads back to the list. A refused form comes back with what
    /// was typed.
    fileprivate func saveView() async throws -> HTTPResponse {
        guard let list = form["list"].flatMap(ViewedList.init) else {
            throw ServiceError.invalid("list", "Please choose a list")
        }
        let filters = form.filters
        let entry = SaveViewPage.Entry(
            name: form["name"] ?? "", isShared: form["is_shared"] != nil)
        return try await submit { key in
            let saved = try await call(
                SaveView.self,
                .init(list: list, name: entry.name, filters: filters, isShared: entry.isShared),
                key: key
            ).view
            return Done.saved.redirect(
                to: [list.path], items: saved.filters.map { .init($0.flag, $0.value) })
        } refused: { error, key in
            let context = try await context(key: key)
            let page = SaveViewPage(list, filters, entry: entry, error: error, context)
            return HTTPResponse(refusing: error, page: page.write)
        }
    }
}
