import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The reader's access tokens.
    mutating func addTokens(_ site: Site) {
        get(Place.tokens.text, site.page { try await $0.tokensPage() })
        post(
            Place.tokens.text,
            site.page { visit in
                let entry = AccessTokensPage.Entry(
                    name: visit.form["name"] ?? "", rights: visit.form["rights"] ?? "",
                    days: visit.form["days"] ?? "")
                do {
                    let added = try await visit.call(
                        AddAccessToken.self, .init(entry), key: try visit.formKey)
                    let page = SecretsPage(added, try await visit.context())
                    return HTTPResponse(page: page.write)
                } catch let error as ServiceError where error.staysOnPage {
                    return try await visit.tokensPage(entry, error)
                }
            })
        post(
            "/settings/tokens/{id}/end",
            site.page { visit in
                let id: SessionID = try visit.id(.token)
                _ = try await visit.call(RevokeAccessToken.self, .init(id: id), key: visit.formKey)
                return Done.revoked.redirect(to: "settings", "tokens")
            })
    }
}

extension AddAccessToken.Request {
    /// The request of a form. Days that are no number are refused as 0 days are.
    fileprivate init(_ entry: AccessTokensPage.Entry) {
        self.init(name: entry.name, rights: entry.rights, days: Int(entry.days) ?? 0)
    }
}

extension Visit {
    fileprivate func tokensPage(
        _ entry: AccessTokensPage.Entry = .empty, _ error: ServiceError? = nil
    ) async throws -> HTTPResponse {
        let tokens = try await call(ListAccessTokens.self, EmptyRequest()).tokens
        let page = AccessTokensPage(tokens, entry, error: error, try await context())
        guard let error else { return HTTPResponse(page: page.write) }
        return HTTPResponse(refusing: error, page: page.write)
    }
}
