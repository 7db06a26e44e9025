import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The page "More".
    mutating func addMore(_ site: Site) {
        get(Place.more.text, site) { visit in
            let page = try await MorePage(
                email: visit.email, visit.context())
            return HTTPResponse(page: page.write)
        }
    }
}
