import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// What the reader can set about themselves: alerts, zone, sessions, password.
    mutating func addSettings(_ site: Site) {
        get(Place.settings.text, site.page { try await $0.settingsPage() })
        post(
            Place.settings.text,
            site.page { visit in
                do {
                    _ = try await visit.call(
                        UpdatePreferences.self,
                        .init(
                            inboundAlerts: visit.form["inbound_alerts"] == "true",
                            followUpReminders: visit.form["follow_up_reminders"] == "true",
                            weeklyDigest: visit.form["weekly_digest"] == "true",
                            timeZone: visit.form["time_zone"] ?? ""),
                        key: try visit.formKey)
                } catch let error as ServiceError where error.staysOnPage {
                    return try await visit.settingsPage(error)
                }
                site.passports.forget(visit.token)
                return Done.saved.redirect(to: "settings")
            })
        post(
            "/settings/sessions/{id}/end",
            site.page { visit in
                let id: SessionID = try visit.id(.session)
                _ = try await visit.call(
                    EndSession.self, .init(sessionID: id), key: try visit.formKey)
                return Done.ended.redirect(to: "settings")
            })
        get(
            Place.everything.text, timeMax: ArchiveDownloads.timeMax + .seconds(10),
            site.page { try await $0.everything() })
        addPasswords(site)
        addSecondFactor(site)
    }

    private mutating func addPasswords(_ site: Site) {
        get(
            Place.password.text,
            site.page { visit in
                let page = AccountFormPage(
                    changingPasswordOf: visit.email, after: nil,
                    try await visit.context())
                return HTTPResponse(page: page.write)
            })
        post(
            Place.password.text,
            site.page { visit in
                try await visit.accountForm { key in
                    let answer = try await visit.call(
                        ChangePassword.self,
                        .init(
                            currentPassword: visit.form["current_password"] ?? "",
                            newPassword: visit.form["new_password"] ?? ""),
                        key: key)
                    site.passports.forget(visit.token)
                    var response = Done.password.redirect(to: "settings")
                    response.set(try site.cookie.setting(answer.token))
                    return response
                } refused: {
                    AccountFormPage(
                        changingPasswordOf: visit.email, after: $0, $1)
                }
            })
        get(
            Place.recoveryCodes.text,
            site.page { visit in
                let page = AccountFormPage(
                    renewingRecoveryCodesOf: visit.email, after: nil, try await visit.context())
                return HTTPResponse(page: page.write)
            })
        post(
            Place.recoveryCodes.text,
            site.page { visit in
                try await visit.accountForm { key in
                    let answer = try await visit.call(
                        RenewRecoveryCodes.self, .init(password: visit.form["password"] ?? ""),
                        key: key)
                    return HTTPResponse(
                        page: SecretsPage(answer, try await visit.context()).write)
                } refused: {
                    AccountFormPage(renewingRecoveryCodesOf: visit.email, after: $0, $1)
                }
            })
        get(Place.resetPassword.text) { _ in HTTPResponse(page: ResetPasswordPage().write) }
        post(Place.resetPassword.text) { request in
            try OriginCheck.require(of: request)
            return try await site.resetPassword(try request.form())
        }
    }
}

extension Site {
    /// Replaces a lost password, and leads to the sign-in.
    fileprivate func resetPassword(_ form: FormItems) async throws -> HTTPResponse {
        let email = form["email"] ?? ""
        do {
            _ = try await caller.response(
                ResetPassword.self,
                .init(email: email, code: form["code"] ?? "", password: form["password"] ?? ""))
            return .redirect(to: Place.signIn.text)
        } catch let error as ServiceError {
            let page = ResetPasswordPage(email: email, error: error)
            return HTTPResponse(refusing: error, page: page.write)
        }
    }
}

extension Visit {
    /// The page with what the family and the reader can set.
    fileprivate func settingsPage(_ error: ServiceError? = nil) async throws -> HTTPResponse {
        async let context = context()
        async let family = call(ShowFamily.self, EmptyRequest())
        async let preferences = call(ShowPreferences.self, EmptyRequest())
        async let sessions = call(ListSessions.self, EmptyRequest())
        async let recoveryCodes = call(ShowRecoveryCodes.self, EmptyRequest())
        async let secondFactor = call(ShowSecondFactor.self, EmptyRequest())
        async let calendar = call(ShowCalendarLink.self, EmptyRequest())
        let page = SettingsPage(
            .init(
                family: try await family, codes: try await familyCodes(),
                preferences: try await preferences, sessions: try await sessions,
                recoveryCodes: try await recoveryCodes, secondFactor: try await secondFactor,
                calendar: try await calendar.link),
            error: error, try await context)
        guard let error else { return HTTPResponse(page: page.write) }
        return HTTPResponse(refusing: error, page: page.write)
    }

    /// The codes, if the reader may see them.
    private func familyCodes() async throws -> FamilyCodes? {
        do {
            return try await call(ShowFamilyCodes.self, EmptyRequest())
        } catch let error as ServiceError where error.code == .forbidden {
            return nil
        }
    }

    /// Does what a short form asks for. A refused form comes back with its key, unless the key
    /// stands for other entries.
    func accountForm(
        _ body: (IdempotencyKey) async throws -> HTTPResponse,
        refused: (ServiceError, PageContext) async throws -> AccountFormPage
    ) async throws -> HTTPResponse {
        let key = try formKey
        do {
            return try await body(key)
        } catch let error as ServiceError where error.staysOnPage {
            let context = try await context(key: error.code == .keyReused ? nil : key)
            let page = try await refused(error, context)
            return HTTPResponse(refusing: error, page: page.write)
        }
    }
}
