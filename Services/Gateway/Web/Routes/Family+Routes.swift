import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Joining and creating a family, its members and codes, and the choice among several.
    mutating func addFamily(_ site: Site) {
        get(Place.join.text, site.session { _, token, _ in try await site.joinPage(token) })
        post(
            Place.join.text,
            site.session { _, token, form in
                let code = form["code"] ?? ""
                return try await site.entering(token, form, .init(code: code)) { options in
                    let joined = try await site.caller.response(
                        JoinFamily.self, .init(code: code), options: options)
                    return (joined.family, Done.joined.redirect(to: "interactions"))
                }
            })
        post(
            Place.createFamily.text,
            site.session { _, token, form in
                let name = form["name"] ?? ""
                return try await site.entering(
                    token, form, .init(familyName: name)
                ) { options in
                    let created = try await site.caller.response(
                        CreateFamily.self, .init(name: name), options: options)
                    return (created.family, Done.created.redirect(to: "family"))
                }
            })
        get(Place.family.text, site.page { try await $0.familyPage() })
        post(
            Place.family.text,
            site.page { visit in
                let chosen = visit.statement.families.first {
                    $0.familyUnitID.text == visit.form["family"]
                }
                guard let chosen else { throw ServiceError.notFound(.family) }
                var response = HTTPResponse.redirect(to: Place.today.text)
                response.set(try site.choosing(chosen))
                return response
            })
        post(
            Place.renewCode.text,
            site.page { visit in
                _ = try await visit.call(
                    RenewFamilyCode.self, .init(role: visit.form["role"] ?? ""),
                    key: try visit.formKey)
                return Done.renewed.redirect(to: "family")
            })
    }
}

extension Site {
    fileprivate func choosing(_ family: Membership) throws(HTTPFailure) -> Cookie {
        try FamilyCookie.setting(family.familyUnitID, isSecure: cookie.isSecure)
    }

    fileprivate func joinPage(
        _ token: String, _ entry: JoinPage.Entry = JoinPage.Entry(),
        key: IdempotencyKey = .random()
    ) async throws -> HTTPResponse {
        let statement = try await passports.passport(of: token)
        let page = JoinPage(
            statement.user, hasFamily: !statement.families.isEmpty, entry,
            token: FormToken.of(token), key: key)
        return HTTPResponse(entry.error.map { HTTPStatus(of: $0) } ?? .ok, page: page.write)
    }

    /// Makes the reader a member of a family by `call`, and shows that family from then on. A
    /// refused form comes back with its entries.
    fileprivate func entering(
        _ token: String, _ form: FormItems, _ entry: JoinPage.Entry,
        _ call: (Caller.Options) async throws -> (Membership, HTTPResponse)
    ) async throws -> HTTPResponse {
        let key = try form.idempotencyKey
        let passport = try await passports.passport(of: token).bytes
        do {
            var (family, response) = try await call(
                .init(passport: passport, idempotencyKey: key))
            passports.forget(token)
            response.set(try choosing(family))
            return response
        } catch let error as ServiceError where error.code != .unauthenticated {
            var entry = entry
            entry.error = error
            return try await joinPage(token, entry)
        }
    }
}

extension Visit {
    /// The page of the family, with the codes if the reader may see them.
    fileprivate func familyPage() async throws -> HTTPResponse {
        async let context = context()
        let answer = try await call(ShowFamily.self, EmptyRequest())
        var codes: FamilyCodes?
        do {
            codes = try await call(ShowFamilyCodes.self, EmptyRequest())
        } catch let error as ServiceError where error.code == .forbidden {}
        let page = FamilyPage(answer, codes: codes, try await context)
        return HTTPResponse(page: page.write)
    }
}
