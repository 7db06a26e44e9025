import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The addresses to which the family's changes go.
    mutating func addHooks(_ site: Site) {
        get(Place.hooks.text, site.page { try await $0.hooksPage() })
        post(
            Place.hooks.text,
            site.page { visit in
                let entry = HooksPage.Entry(
                    address: visit.form["address"] ?? "", records: visit.form.values("records"))
                do {
                    let added = try await visit.call(
                        AddHook.self, .init(address: entry.address, records: entry.records),
                        key: try visit.formKey)
                    let page = SecretsPage(added, try await visit.context())
                    return HTTPResponse(page: page.write)
                } catch let error as ServiceError where error.staysOnPage {
                    return try await visit.hooksPage(entry, error)
                }
            })
        post(
            "/settings/hooks/{id}/test",
            site.page { visit in
                _ = try await visit.call(
                    TestHook.self, TestHook.Request(id: try visit.id(.hook)),
                    key: try visit.formKey)
                return Done.tested.redirect(to: "settings", "hooks")
            })
        post(
            "/settings/hooks/{id}/replay",
            site.page { visit in
                _ = try await visit.call(
                    ReplayHook.self, .init(id: try visit.id(.hook), after: nil),
                    key: try visit.formKey)
                return Done.replayed.redirect(to: "settings", "hooks")
            })
        post(
            "/settings/hooks/{id}/remove",
            site.page { visit in
                _ = try await visit.call(
                    RemoveHook.self, RemoveHook.Request(id: try visit.id(.hook)),
                    key: try visit.formKey)
                return Done.removed.redirect(to: "settings", "hooks")
            })
    }
}

extension Visit {
    fileprivate func hooksPage(
        _ entry: HooksPage.Entry = .empty, _ error: ServiceError? = nil
    ) async throws -> HTTPResponse {
        let hooks = try await call(ListHooks.self, EmptyRequest()).hooks
        let page = HooksPage(hooks, entry, error: error, try await context())
        guard let error else { return HTTPResponse(page: page.write) }
        return HTTPResponse(refusing: error, page: page.write)
    }
}
