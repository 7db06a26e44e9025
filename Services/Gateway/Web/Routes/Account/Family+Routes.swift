import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// Joining and creating a family, the choice among several, and what changes one.
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
                    return (created.family, Done.created.redirect(to: "settings"))
                }
            })
        // Only the choice among several families is sent there; whoever types the address wants
        // the page about the family.
        get(Place.family.text, site) { _ in .redirect(to: Place.settings.text) }
        post(Place.family.text, site) { visit in
            let chosen = visit.statement.families.first {
                $0.familyUnitID.text == visit.form["family"]
            }
            guard let chosen else { throw ServiceError.notFound(.family) }
            var response = HTTPResponse.redirect(to: Place.today.text)
            response.set(try site.choosing(chosen))
            return response
        }
        post(
            Place.renewCode.text,
            site.action(RenewFamilyCode.self, .renewed, to: "settings") {
                .init(role: $0.form["role"] ?? "")
            })
        post(
            Place.familyZone.text,
            site.action(SetFamilyZone.self, .saved, to: "settings", isInPassport: true) {
                .init(timeZone: $0.form["family_zone"] ?? "")
            })
        post(
            Place.parentsLog.text,
            site.action(SetParentsLog.self, .saved, to: "settings", isInPassport: true) {
                .init(parentsLog: $0.form["parents_log"].map { $0 == "true" })
            })
        addFamilyName(site)
        addMembers(site)
    }

    private mutating func addFamilyName(_ site: Site) {
        get(
            Place.familyName.text,
            site.playerPage(Place.settings) { visit in
                let page = AccountFormPage(
                    .renamingFamily(to: visit.family.name), after: nil, try await visit.context())
                return HTTPResponse(page: page.write)
            })
        post(Place.familyName.text, site) { visit in
            let name = visit.form["name"] ?? ""
            return try await visit.accountForm { key in
                _ = try await visit.call(RenameFamily.self, .init(name: name), key: key)
                site.passports.forget(visit.token)
                return Done.saved.redirect(to: "settings")
            } refused: {
                AccountFormPage(.renamingFamily(to: name), after: $0, $1)
            }
        }
    }

    /// Removing a member, helping one who lost their password, and leaving.
    private mutating func addMembers(_ site: Site) {
        get("/family/members/{id}/remove", site) { visit in
            let page = try await ConfirmationPage(removing: visit.member(), visit.context())
            return HTTPResponse(page: page.write)
        }
        post(
            "/family/members/{id}/remove",
            site.action(RemoveMember.self, .removed, to: "settings") {
                .init(userID: try $0.id(.member))
            })
        addAccountForm("/family/members/{id}/reset", site) {
            AccountFormPage(
                .resettingPassword(of: try await $0.member()), of: $0.email, after: $1, $2)
        } submit: { visit, key in
            let code = try await visit.call(
                MakeMemberResetCode.self,
                .init(userID: visit.id(.member), password: visit.form["password"] ?? ""), key: key)
            return HTTPResponse(page: SecretsPage(code, try await visit.context()).write)
        }
        get(Place.leaveFamily.text, site) { visit in
            let page = ConfirmationPage(leavingFamilyOf: try await visit.context())
            return HTTPResponse(page: page.write)
        }
        post(Place.leaveFamily.text, site) { visit in
            async let context = visit.context()
            let answer = try await visit.submit(LeaveFamily.self, EmptyRequest())
            site.passports.forget(visit.token)
            guard let code = answer.returnCode else {
                return .redirect(to: Place.today.text)
            }
            let page = SecretsPage(
                returningTo: visit.family.name, with: code, try await context)
            return HTTPResponse(page: page.write)
        }
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
            user: statement.user, hasFamily: !statement.families.isEmpty,
            left: statement.leftFamilies?.first, wasMember: statement.wasMember == true,
            entry: entry, token: FormToken.of(token), key: key)
        return HTTPResponse(HTTPStatus(of: entry.error), page: page.write)
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
    /// The member in the address.
    fileprivate func member() async throws -> Member {
        let wanted: UserID = try id(.member)
        let members = try await call(ShowFamily.self, EmptyRequest()).members
        return try members.require(.member) { $0.userID == wanted }
    }
}
