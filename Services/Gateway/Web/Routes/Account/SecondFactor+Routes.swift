import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// Turning the reader's second factor on and off.
    mutating func addSecondFactor(_ site: Site) {
        get(Place.secondFactor.text, site) { visit in
            try await visit.page(showing: ShowSecondFactor.self, EmptyRequest()) {
                let page =
                    $0.isOn
                    ? AccountFormPage(.secondFactorRemoval, of: visit.email, after: nil, $1)
                    : AccountFormPage(.secondFactor, of: visit.email, after: nil, $1)
                return page.write
            }
        }
        post(Place.secondFactor.text, site) { visit in
            try await visit.accountForm { key in
                let made = try await visit.call(
                    BeginSecondFactor.self, .init(password: visit.form["password"] ?? ""),
                    key: key)
                return HTTPResponse(
                    page: SecondFactorPage(made, try await visit.context()).write)
            } refused: {
                AccountFormPage(.secondFactor, of: visit.email, after: $0, $1)
            }
        }
        post(Place.confirmSecondFactor.text, site) { visit in
            try await visit.accountForm { key in
                _ = try await visit.call(
                    ConfirmSecondFactor.self, .init(code: visit.form["code"] ?? ""), key: key)
                return Done.secured.redirect(to: "settings")
            } refused: {
                AccountFormPage(.secondFactorCode, after: $0, $1)
            }
        }
        post(Place.removeSecondFactor.text, site) { visit in
            try await visit.accountForm { key in
                _ = try await visit.call(
                    RemoveSecondFactor.self,
                    .init(
                        password: visit.form["password"] ?? "",
                        code: visit.form["code"] ?? ""),
                    key: key)
                return Done.unsecured.redirect(to: "settings")
            } refused: {
                AccountFormPage(.secondFactorRemoval, of: visit.email, after: $0, $1)
            }
        }
    }
}
