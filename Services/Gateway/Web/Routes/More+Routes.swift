import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The start, the page "More", and the choice of a family.
    mutating func addMore(_ site: Site) {
        get(Place.today.text) { _ in .redirect(to: Place.interactions.text) }
        get(
            Place.more.text,
            site.page { visit in
                let page = try await MorePage(
                    email: visit.statement.user.email, visit.context())
                return HTTPResponse(page: page.write)
            })
        post(
            Place.family.text,
            site.page { visit in
                let chosen = visit.statement.families.first {
                    $0.familyUnitID.text == visit.form["family"]
                }
                guard let chosen else { throw ServiceError.notFound(.family) }
                var response = HTTPResponse.redirect(to: Place.today.text)
                response.set(
                    try FamilyCookie.setting(
                        chosen.familyUnitID, isSecure: site.cookie.isSecure))
                return response
            })
    }
}
