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
        get(
            "/settings/hooks/{id}/deliveries",
            site.page { visit in
                guard visit.isPlayer else { return .redirect(to: Place.hooks.text) }
                return try await visit.found("Change hook", .settings, Place.hooks) {
                    try await visit.hookDeliveries()
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
    /// The page with the deliveries of one of the reader's hooks.
    fileprivate func hookDeliveries() async throws -> HTTPResponse {
        let id: HookID = try id(.hook)
        async let context = context()
        async let deliveries = call(ListHookDeliveries.self, .init(id: id, state: nil)).deliveries
        let hooks = try await call(ListHooks.self, EmptyRequest()).hooks
        guard let hook = hooks.first(where: { $0.id == id }) else {
            throw ServiceError.notFound(.hook)
        }
        let page = HookDeliveriesPage(hook, try await deliveries, try await context)
        return HTTPResponse(page: page.write)
    }

    fileprivate func hooksPage(
        _ entry: HooksPage.Entry = .empty, _ error: ServiceError? = nil
    ) async throws -> HTTPResponse {
        let hooks = try await call(ListHooks.self, EmptyRequest()).hooks
        let page = HooksPage(hooks, entry, error: error, try await context())
        guard let error else { return HTTPResponse(page: page.write) }
        return HTTPResponse(refusing: error, page: page.write)
    }
}
