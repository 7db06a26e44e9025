import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The profiles of the family's players, and the form of one's own.
    mutating func addProfiles(_ site: Site) {
        get(Place.profile.text, site) { visit in
            try await visit.page(showing: ListProfiles.self, EmptyRequest()) {
                ProfilesPage($0, $1).write
            }
        }
        get(
            Place.editProfile.text,
            site.playerPage(Place.profile) { visit in
                try await visit.profileForm(RecordEntry(of: try await visit.ownProfile()), nil)
            })
        post(Place.editProfile.text, site) { visit in
            try await visit.sent { entry, key in
                let form = try entry.form(editing: ProfileID(of: visit.statement.user.id))
                _ = try await visit.call(EditProfile.self, form, key: key)
                return Done.saved.redirect(to: "profile")
            } refused: {
                try await visit.profileForm($0, $1)
            }
        }
    }
}

extension Visit {
    fileprivate func ownProfile() async throws -> PlayerProfile {
        let user = statement.user.id
        let found = try await call(ListProfiles.self, EmptyRequest()).profiles
        return try found.require(.profile) { $0.userID == user }
    }

    /// The page with the form. A form that comes back keeps its key.
    fileprivate func profileForm(
        _ entry: RecordEntry<PlayerProfile>, _ key: IdempotencyKey?
    ) async throws -> HTTPResponse {
        let page = RecordFormPage(editing: entry, try await context(key: key))
        return HTTPResponse(entry.status, page: page.write)
    }
}
