import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The reader's access tokens.
    mutating func addTokens(_ site: Site) {
        get(Place.tokens.text, site) { try await $0.tokensPage() }
        post(Place.tokens.text, site) { visit in
            let entry = AccessTokensPage.Entry(
                name: visit.form["name"] ?? "", rights: visit.form["rights"] ?? "",
                days: visit.form["days"] ?? "")
            return try await visit.submit { key in
                let added = try await visit.call(AddAccessToken.self, .init(entry), key: key)
                return HTTPResponse(page: SecretsPage(added, try await visit.context()).write)
            } refused: { error, _ in
                try await visit.tokensPage(entry, error)
            }
        }
        post(
            "/settings/tokens/{id}/end",
            site.action(RevokeAccessToken.self, .revoked, to: "settings", "tokens") {
                .init(id: try $0.id(.token))
            })
    }
}

extension AddAccessToken.Request {
    /// The request of a form. Days that are not a number are refused like 0 days.
    fileprivate init(_ entry: AccessTokensPage.Entry) {
        self.init(name: entry.name, rights: entry.rights, days: Int(entry.days) ?? 0)
    }
}

extension Visit {
    fileprivate func tokensPage(
        _ entry: AccessTokensPage.Entry = .empty, _ error: ServiceError? = nil
    ) async throws -> HTTPResponse {
        try await page(showing: ListAccessTokens.self, refusing: error) {
            AccessTokensPage($0.tokens, entry, error: error, $1).write
        }
    }
}
