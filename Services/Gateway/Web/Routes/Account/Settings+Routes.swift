import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// What the reader can set about themselves: alerts, zone, sessions, password.
    mutating func addSettings(_ site: Site) {
        get(Place.settings.text, site) { try await $0.settingsPage() }
        post(Place.settings.text, site) { visit in
            let entry = Preferences(
                inboundAlerts: visit.form["inbound_alerts"] == "true",
                followUpReminders: visit.form["follow_up_reminders"] == "true",
                weeklyDigest: visit.form["weekly_digest"] == "true",
                timeZone: visit.form["time_zone"] ?? "")
            return try await visit.submit { key in
                _ = try await visit.call(
                    UpdatePreferences.self,
                    .init(
                        inboundAlerts: entry.inboundAlerts,
                        followUpReminders: entry.followUpReminders,
                        weeklyDigest: entry.weeklyDigest, timeZone: entry.timeZone),
                    key: key)
                site.passports.forget(visit.token)
                return Done.saved.redirect(to: "settings")
            } refused: { error, key in
                try await visit.settingsPage(
                    entry, refusedFor: error, key: key.map(SettingsPage.pageKey))
            }
        }
        post(
            "/settings/sessions/{id}/end",
            site.action(EndSession.self, .ended, to: "settings") {
                .init(sessionID: try $0.id(.session))
            })
        get(Place.everything.text, timeMax: ArchiveDownloads.timeMax + .seconds(10), site) {
            try await $0.everything()
        }
        addPasswords(site)
        addSecondFactor(site)
    }

    private mutating func addPasswords(_ site: Site) {
        addAccountForm(Place.password.text, site) {
            AccountFormPage(.newPassword, of: $0.email, after: $1, $2)
        } submit: { visit, key in
            let answer = try await visit.call(
                ChangePassword.self,
                .init(
                    currentPassword: visit.form["current_password"] ?? "",
                    newPassword: visit.form["new_password"] ?? ""),
                key: key)
            site.passports.forget(visit.token)
            var response = Done.password.redirect(to: "settings")
            response.set(try site.cookie.setting(answer.token, of: answer.session))
            return response
        }
        addAccountForm(Place.recoveryCodes.text, site) {
            AccountFormPage(.recoveryCodes, of: $0.email, after: $1, $2)
        } submit: { visit, key in
            let answer = try await visit.call(
                RenewRecoveryCodes.self, .init(password: visit.form["password"] ?? ""), key: key)
            return HTTPResponse(page: SecretsPage(answer, try await visit.context()).write)
        }
        get(Place.resetPassword.text) { _ in HTTPResponse(page: ResetPasswordPage().write) }
        post(Place.resetPassword.text) { request in
            try OriginCheck.require(of: request)
            return try await site.resetPassword(try request.form())
        }
    }
}

extension Router {
    /// A page with a short form, and what the form does. A refused form comes back with its key,
    /// unless the key stands for other entries.
    mutating func addAccountForm(
        _ path: String, _ site: Site,
        page:
            @escaping @Sendable (Visit, ServiceError?, PageContext) async throws -> AccountFormPage,
        submit: @escaping @Sendable (Visit, IdempotencyKey) async throws -> HTTPResponse
    ) {
        get(path, site) { visit in
            HTTPResponse(page: try await page(visit, nil, visit.context()).write)
        }
        post(path, site) { visit in
            try await visit.accountForm {
                try await submit(visit, $0)
            } refused: {
                try await page(visit, $0, $1)
            }
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
    /// The page with what the family and the reader can set. Settings that were refused come back
    /// as the reader chose them.
    fileprivate func settingsPage(
        _ entry: Preferences? = nil, refusedFor error: ServiceError? = nil,
        key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
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
            entry: entry, error: error, try await context)
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
        try await submit(body) { error, key in
            let page = try await refused(error, try await context(key: key))
            return HTTPResponse(refusing: error, page: page.write)
        }
    }
}
