import Contracts
import HTML

@testable import WebPages

/// The pages on which an account and a family begin, in their states.
extension SamplePages {
    static let family: [(name: String, write: Writing)] = [
        ("sign-up", { SignUpPage().write(to: &$0) }),
        (
            "sign-up-refused",
            {
                SignUpPage(
                    entry: SignUpEntry(
                        fullName: hostile, email: "maya@rivera", role: "player",
                        timeZone: "Pacific/Auckland"),
                    error: ServiceError(
                        .validationFailed, "Please check the form",
                        errors: [
                            "email": "Please enter an e-mail address",
                            "password": "A password has at least 15 characters",
                        ])
                ).write(to: &$0)
            }
        ),
        ("join", { join(.player, hasFamily: false).write(to: &$0) }),
        (
            "join-left",
            {
                let left = LeftFamily(
                    familyUnitID: FamilyID(high: 7, low: 9), name: hostile, leftAt: Samples.now)
                join(.player, hasFamily: false, left: left).write(to: &$0)
            }
        ),
        ("join-again", { join(.parent, hasFamily: false, wasMember: true).write(to: &$0) }),
        ("join-another", { join(.parent, hasFamily: true).write(to: &$0) }),
        (
            "join-refused",
            {
                join(
                    .player, hasFamily: false,
                    .init(code: "FAM-1", error: .invalid("code", FamilyCode.refusal))
                ).write(to: &$0)
            }
        ),
        ("settings", { page(.player, codes: codes).write(to: &$0) }),
        ("settings-parent", { page(.parent, codes: nil).write(to: &$0) }),
        (
            "settings-refused",
            {
                page(.player, codes: codes, error: .invalid("time_zone", "No such zone"))
                    .write(to: &$0)
            }
        ),
        (
            "password",
            {
                AccountFormPage(
                    .newPassword, of: "maya@rivera.example",
                    after: .invalid("current_password", hostile),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "recovery-codes",
            {
                AccountFormPage(
                    .recoveryCodes, of: "maya@rivera.example", after: nil, Samples.context()
                )
                .write(to: &$0)
            }
        ),
        (
            "second-factor",
            {
                AccountFormPage(
                    .secondFactor, of: "maya@rivera.example", after: nil, Samples.context()
                )
                .write(to: &$0)
            }
        ),
        (
            "second-factor-secret",
            {
                SecondFactorPage(
                    .init(secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", email: "maya@rivera.example"),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "second-factor-refused",
            {
                AccountFormPage(
                    .secondFactorCode, after: .invalid("code", SecondFactorText.isWrong),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "second-factor-off",
            {
                AccountFormPage(
                    .secondFactorRemoval, of: "maya@rivera.example",
                    after: .invalid("code", hostile), Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "sign-in-code",
            {
                SignInCodePage(pending: hostile, destination: "/coaches").write(to: &$0)
            }
        ),
        (
            "rename",
            {
                AccountFormPage(
                    .renamingFamily(to: hostile), after: ServiceError(.unavailable, "Away"),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "reset-member",
            {
                AccountFormPage(
                    .resettingPassword(of: member), of: "elena@rivera.example", after: nil,
                    Samples.context(.parent)
                ).write(to: &$0)
            }
        ),
        (
            "codes",
            {
                SecretsPage(
                    RenewRecoveryCodes.Response(
                        codes: ["ABCD-EFGH", "IJKL-MNOP"], madeAt: Samples.now),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "return-code",
            {
                SecretsPage(returningTo: hostile, with: "FAM-ABC234", Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "tokens",
            {
                AccessTokensPage(
                    TokenRights.allCases.map(token), .init(name: hostile),
                    error: .invalid("days", "Days must be a whole number from 1 to 366"),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        ("no-tokens", { AccessTokensPage([], .empty, Samples.context()).write(to: &$0) }),
        (
            "token",
            {
                SecretsPage(
                    AddAccessToken.Response(secret: "compass_a-b", token: token(.read)),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "hooks",
            {
                HooksPage(
                    [hook(), hook(isOff: true)], .init(address: hostile, records: ["coach"]),
                    error: .invalid("address", HookAddress.refusal), Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "hook-deliveries",
            {
                HookDeliveriesPage(hook(), hookDeliveries, Samples.context()).write(to: &$0)
            }
        ),
        (
            "no-hook-deliveries",
            { HookDeliveriesPage(hook(), [], Samples.context()).write(to: &$0) }
        ),
        ("no-hooks", { HooksPage([], .empty, Samples.context(.parent)).write(to: &$0) }),
        (
            "hooks-of-the-family",
            { HooksPage([hook()], .empty, Samples.context(.parent)).write(to: &$0) }
        ),
        (
            "hook",
            {
                SecretsPage(
                    AddHook.Response(secret: "whsec_YQ==", hook: hook()), Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "calendar-link",
            {
                SecretsPage(
                    calendarAt: "https://compass.example.org/calendar/a-b_c.ics",
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        ("reset-password", { ResetPasswordPage().write(to: &$0) }),
        (
            "reset-password-refused",
            {
                ResetPasswordPage(email: hostile, error: .invalid("code", "No such code"))
                    .write(to: &$0)
            }
        ),
        (
            "remove-member",
            { ConfirmationPage(removing: member, Samples.context()).write(to: &$0) }
        ),
        ("leave", { ConfirmationPage(leavingFamilyOf: Samples.context()).write(to: &$0) }),
    ]

    static let hostile = "<script>alert(\"1\")</script> & 'Co'"

    static let codes = FamilyCodes(parentCode: "FAM-7KQ2WX", playerCode: "FAM-ABC234")

    static func join(
        _ role: Role, hasFamily: Bool, left: LeftFamily? = nil, wasMember: Bool = false,
        _ entry: JoinPage.Entry = JoinPage.Entry()
    ) -> JoinPage {
        let user = User(
            id: Samples.context().userID, email: "maya@rivera.example", fullName: "Maya Rivera",
            role: role, timeZone: "America/New_York", createdAt: Samples.now)
        return JoinPage(
            user: user, hasFamily: hasFamily, left: left, wasMember: wasMember, entry: entry,
            token: "token", key: IdempotencyKey(high: 1, low: 1))
    }

    static func page(
        _ role: Role, codes: FamilyCodes?, error: ServiceError? = nil
    ) -> SettingsPage {
        let context = Samples.context(role)
        let family = Membership(
            familyUnitID: context.family.id, name: hostile, role: role,
            timeZone: "America/New_York", parentsLog: role == .parent ? nil : error != nil)
        let members = [
            ("Maya Rivera", Role.player, context.userID),
            ("מאיה לוי", .player, UserID(high: 7, low: 1)),
            (hostile, .parent, UserID(high: 7, low: 2)),
        ].map { name, role, id in
            Member(userID: id, fullName: name, role: role, joinedAt: Samples.now)
        }
        let sessions = (1...2).map { number in
            Session(
                id: SessionID(high: 5, low: UInt64(number)), device: number == 1 ? nil : hostile,
                createdAt: Samples.now, lastUsedAt: Samples.now, expiresAt: Samples.now)
        }
        return SettingsPage(
            .init(
                family: .init(family: family, members: members), codes: codes,
                preferences: .init(inboundAlerts: true, timeZone: "US/Eastern"),
                sessions: .init(sessions: sessions, current: sessions[0].id),
                recoveryCodes: .init(left: role == .player ? 0 : 9, madeAt: nil),
                secondFactor: .init(
                    isOn: role == .parent, since: role == .parent ? Samples.now : nil),
                calendar: role == .player
                    ? CalendarLink(createdAt: Samples.now, lastUsedAt: nil) : nil),
            error: error, context)
    }

    private static func token(_ rights: TokenRights) -> AccessToken {
        AccessToken(
            id: SessionID(high: 5, low: rights == .read ? 1 : 2), name: hostile, rights: rights,
            createdAt: Samples.now, lastUsedAt: rights == .read ? nil : Samples.now,
            expiresAt: Samples.now)
    }

    static func hook(isOff: Bool = false) -> Hook {
        Hook(
            id: HookID(high: 8, low: isOff ? 2 : 1), userID: Samples.context().userID,
            userName: hostile, address: isOff ? "https://example.org/" + hostile : "https://a.b",
            records: isOff ? [.coach, .followUp] : HookRecord.allCases, createdAt: Samples.now,
            switchedOffAt: isOff ? Samples.now : nil, waiting: isOff ? 7 : 0,
            failed: isOff ? 1 : 0, deliveredAt: isOff ? nil : Samples.now,
            problem: isOff ? "It answered 500" : nil)
    }

    /// One of each state, and one of a hostile service.
    static let hookDeliveries = [
        ("interaction.created", "interaction", HookDeliveryState.waiting, nil as String?),
        ("coach.changed", "coach", .delivered, nil), ("school.deleted", "school", .failed, "500"),
        ("hook.test", "hook", .delivered, nil), (hostile, hostile, .failed, hostile),
    ].enumerated().map { place, told in
        HookDelivery(
            number: Int64(place + 1), id: HookDeliveryID(high: 1, low: UInt64(place)),
            type: told.0, recordType: told.1, recordID: RecordID(high: 2, low: 3).text,
            occurredAt: Samples.now, state: told.2, attempts: told.3 == nil ? 0 : 15,
            problem: told.3, deliveredAt: told.2 == .delivered ? Samples.now : nil)
    }

    private static var member: Member {
        Member(
            userID: UserID(high: 7, low: 2), fullName: hostile, role: .player,
            joinedAt: Samples.now)
    }
}
