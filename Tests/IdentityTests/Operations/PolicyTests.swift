import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Testing

@testable import Identity

@Suite("Who may do what in identity (X-01, X-06, DOMAIN Who may do what, S35)")
struct PolicyTests {
    enum Who: String, CaseIterable {
        case anonymous, player, parent, stranger
    }

    /// An operation as one of the callers calls it, and the code that each gets; `nil` is admitted.
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let codes: [Who: ErrorCode?]
        let call: @Sendable (IdentityFixture, Person?, FamilyID, UserID) -> ErrorCode?

        var description: String { name }

        init<Op: Operation>(
            _ operation: Op.Type, anonymous: ErrorCode?, player: ErrorCode?, parent: ErrorCode?,
            stranger: ErrorCode?, request: @escaping @Sendable (UserID) -> Op.Request
        ) {
            name = Op.name
            codes = [
                .anonymous: anonymous, .player: player, .parent: parent, .stranger: stranger,
            ]
            call = { $0.code(operation, request($3), as: $1, family: $2) }
        }

        /// Whoever is signed in may.
        static func signedIn<Op: Operation>(
            _ operation: Op.Type, request: @escaping @Sendable (UserID) -> Op.Request
        ) -> Row {
            Row(
                operation, anonymous: .unauthenticated, player: nil, parent: nil, stranger: nil,
                request: request)
        }

        /// The members of the family may.
        static func members<Op: Operation>(
            _ operation: Op.Type, request: @escaping @Sendable (UserID) -> Op.Request
        ) -> Row {
            Row(
                operation, anonymous: .unauthenticated, player: nil, parent: nil,
                stranger: .notFound, request: request)
        }

        /// The players of the family may.
        static func players<Op: Operation>(
            _ operation: Op.Type, request: @escaping @Sendable (UserID) -> Op.Request
        ) -> Row {
            Row(
                operation, anonymous: .unauthenticated, player: nil, parent: .forbidden,
                stranger: .notFound, request: request)
        }
    }

    static let rows: [Row] = [
        Row(
            SignUp.self, anonymous: nil, player: nil, parent: nil, stranger: nil,
            request: { _ in
                .init(
                    email: "new@example.org", fullName: "New", role: "parent",
                    password: IdentityFixture.password)
            }),
        Row(
            Login.self, anonymous: nil, player: nil, parent: nil, stranger: nil,
            request: { _ in
                .init(
                    email: "ana@example.org", password: IdentityFixture.password, device: nil)
            }),
        Row(
            IssuePassport.self, anonymous: .unauthenticated, player: .unauthenticated,
            parent: .unauthenticated, stranger: .unauthenticated,
            request: { _ in .init(token: "invented") }),
        .signedIn(WhoAmI.self) { _ in EmptyRequest() },
        .signedIn(ListSessions.self) { _ in EmptyRequest() },
        .signedIn(Logout.self) { _ in .init() },
        .signedIn(ShowPreferences.self) { _ in EmptyRequest() },
        .signedIn(UpdatePreferences.self) { _ in .init(inboundAlerts: false) },
        Row(
            CreateFamily.self, anonymous: .unauthenticated, player: .conflict,
            parent: .forbidden, stranger: nil, request: { _ in .init() }),
        Row(
            JoinFamily.self, anonymous: .unauthenticated, player: .notFound, parent: .notFound,
            stranger: .notFound, request: { _ in .init(code: "FAM-222222") }),
        .members(ShowFamily.self) { _ in EmptyRequest() },
        .players(ShowFamilyCodes.self) { _ in EmptyRequest() },
        .players(RenewFamilyCode.self) { _ in .init(role: "player") },
        .players(RemoveMember.self) { .init(userID: $0) },
        .members(LeaveFamily.self) { _ in EmptyRequest() },
        Row(
            EndSession.self, anonymous: .unauthenticated, player: .notFound, parent: .notFound,
            stranger: .notFound, request: { _ in .init(sessionID: .make(at: .earliest)) }),
        .signedIn(ChangePassword.self) { _ in
            .init(
                currentPassword: IdentityFixture.password,
                newPassword: IdentityFixture.resetPassword)
        },
        Row(
            ResetPassword.self, anonymous: .unauthenticated, player: .unauthenticated,
            parent: .unauthenticated, stranger: .unauthenticated,
            request: { _ in
                .init(
                    email: "ana@example.org", code: ResetCode.random().description,
                    password: IdentityFixture.resetPassword)
            }),
        .signedIn(ShowRecoveryCodes.self) { _ in EmptyRequest() },
        .signedIn(RenewRecoveryCodes.self) { _ in .init(password: IdentityFixture.password) },
        .signedIn(ShowSecondFactor.self) { _ in EmptyRequest() },
        .signedIn(BeginSecondFactor.self) { _ in .init(password: IdentityFixture.password) },
        Row(
            ConfirmSecondFactor.self, anonymous: .unauthenticated, player: .conflict,
            parent: .conflict, stranger: .conflict, request: { _ in .init(code: "123456") }),
        .signedIn(RemoveSecondFactor.self) { _ in
            .init(password: IdentityFixture.password, code: "123456")
        },
        Row(
            MakeMemberResetCode.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .notFound,
            request: { .init(userID: $0, password: IdentityFixture.password) }),
        Row(
            MakeResetCode.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden,
            request: { _ in .init(email: "ana@example.org") }),
        Row(
            InviteUser.self, anonymous: .unauthenticated, player: .forbidden, parent: .forbidden,
            stranger: .forbidden, request: { _ in .init() }),
        Row(
            ListUserInvitations.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden, request: { _ in EmptyRequest() }),
        Row(
            ListUsers.self, anonymous: .unauthenticated, player: .forbidden, parent: .forbidden,
            stranger: .forbidden, request: { _ in .init() }),
        Row(
            ListFamilies.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden, request: { _ in .init() }),
        Row(
            SuspendUser.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden,
            request: { _ in .init(email: "ana@example.org") }),
        Row(
            ResumeUser.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden,
            request: { _ in .init(email: "ana@example.org") }),
        Row(
            RevokeUserInvitation.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden,
            request: { _ in .init(id: .make(at: Instant(milliseconds: 0))) }),
        .players(RenameFamily.self) { _ in .init(name: "Other") },
        .players(SetFamilyZone.self) { _ in .init(timeZone: "America/Denver") },
        .players(SetParentsLog.self) { _ in .init(parentsLog: true) },
        .signedIn(AddAccessToken.self) { _ in .init(name: "one", rights: "read", days: 1) },
        .signedIn(ListAccessTokens.self) { _ in EmptyRequest() },
        Row(
            RevokeAccessToken.self, anonymous: .unauthenticated, player: .notFound,
            parent: .notFound, stranger: .notFound,
            request: { _ in .init(id: .make(at: Instant(milliseconds: 0))) }),
        .members(MakeCalendarLink.self) { _ in EmptyRequest() },
        .members(ShowCalendarLink.self) { _ in EmptyRequest() },
        Row(
            RevokeCalendarLink.self, anonymous: .unauthenticated, player: .notFound,
            parent: .notFound, stranger: .notFound, request: { _ in EmptyRequest() }),
        Row(
            OpenCalendar.self, anonymous: .notFound, player: .notFound, parent: .notFound,
            stranger: .notFound, request: { _ in .init(secret: "invented") }),
        Row(
            OpenDigest.self, anonymous: .unauthenticated, player: .forbidden, parent: .forbidden,
            stranger: .forbidden,
            request: { .init(userID: $0, familyUnitID: .make(at: Instant(milliseconds: 0))) }),
        .members(SaveView.self) { _ in
            .init(
                list: .posts, name: "one", filters: [SavedFilter(flag: "days", value: "7")])
        },
        .members(ListViews.self) { _ in .init() },
        Row(
            RemoveView.self, anonymous: .unauthenticated, player: .notFound, parent: .notFound,
            stranger: .notFound,
            request: { _ in .init(id: .make(at: Instant(milliseconds: 0))) }),
    ]

    @Test(arguments: rows)
    func everyCallerGetsWhatTheTableSays(row: Row) throws {
        for who in Who.allCases {
            let (identity, ana, family, codes) = try IdentityFixture.withFamily()
            let pat = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
            let caller: Person? =
                switch who {
                case .anonymous: nil
                case .player: ana
                case .parent: pat
                case .stranger: try identity.person("Olga", .player)
                }
            let code = row.call(identity, caller, family, pat.user.id)
            #expect(code == row.codes[who] ?? nil, "\(row.name) as \(who.rawValue)")
        }
    }

    @Test
    func tableHasEveryOperationOfIdentity() throws {
        let identity = try IdentityFixture()
        let common = Set(OperationCatalogue.all.filter { $0.service == nil }.map(\.name))
        let served = try identity.call(DescribeService.self, EmptyRequest()).operations
            .map(\.name).filter { !common.contains($0) }
        #expect(served.sorted() == PolicyTests.rows.map(\.name).sorted())
    }

    @Test
    func passportThatLagsBehindTheTablesIsNotEnough() throws {
        // the role counts that the family's table has now, whatever a passport says.
        let (identity, _, family, codes) = try IdentityFixture.withFamily()
        let pat = try identity.joined(identity.person("Pat", .parent), codes.parentCode)
        try identity.service.database.write { transaction in
            try transaction.execute(
                "UPDATE family_members SET deleted_at = 1 WHERE role = 'parent'")
        }
        #expect(
            identity.code(ShowFamily.self, EmptyRequest(), as: pat, family: family)
                == .unauthenticated)
    }

    @Test
    func believedPassportOfNobodyFindsNobody() throws {
        // Only identity's own key could have made it: it is believed, and there is no such user.
        let (identity, ana) = try IdentityFixture.withAna()
        try identity.service.database.write { transaction in
            try transaction.execute("DELETE FROM sessions")
            try transaction.execute("DELETE FROM users")
        }
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == .notFound)
    }
}
