import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The addresses to which the family's changes go.
    mutating func addHooks(_ site: Site) {
        get(Place.hooks.text, site) { try await $0.hooksPage() }
        post(Place.hooks.text, site) { visit in
            let entry = HooksPage.Entry(
                address: visit.form["address"] ?? "", records: visit.form.values("records"))
            return try await visit.submit { key in
                let added = try await visit.call(
                    AddHook.self, .init(address: entry.address, records: entry.records),
                    key: key)
                return HTTPResponse(page: SecretsPage(added, try await visit.context()).write)
            } refused: { error, _ in
                try await visit.hooksPage(entry, error)
            }
        }
        get(
            "/settings/hooks/{id}/deliveries",
            site.playerPage(Place.hooks) { visit in
                try await visit.found("Change hook", .settings, Place.hooks) {
                    try await visit.hookDeliveries()
                }
            })
        post(
            "/settings/hooks/{id}/test",
            site.action(TestHook.self, .tested, to: "settings", "hooks") {
                .init(id: try $0.id(.hook))
            })
        post(
            "/settings/hooks/{id}/replay",
            site.action(ReplayHook.self, .replayed, to: "settings", "hooks") {
                .init(id: try $0.id(.hook), after: nil)
            })
        post(
            "/settings/hooks/{id}/remove",
            site.action(RemoveHook.self, .removed, to: "settings", "hooks") {
                .init(id: try $0.id(.hook))
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
        let hook = try hooks.require(.hook) { $0.id == id }
        let page = HookDeliveriesPage(hook, try await deliveries, try await context)
        return HTTPResponse(page: page.write)
    }

    fileprivate func hooksPage(
        _ entry: HooksPage.Entry = .empty, _ error: ServiceError? = nil
    ) async throws -> HTTPResponse {
        try await page(showing: ListHooks.self, refusing: error) {
            HooksPage($0.hooks, entry, error: error, $1).write
        }
    }
}
