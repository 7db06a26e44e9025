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
        Row(
            WhoAmI.self, anonymous: .unauthenticated, player: nil, parent: nil, stranger: nil,
            request: { _ in EmptyRequest() }),
        Row(
            ListSessions.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in EmptyRequest() }),
        Row(
            Logout.self, anonymous: .unauthenticated, player: nil, parent: nil, stranger: nil,
            request: { _ in .init() }),
        Row(
            ShowPreferences.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in EmptyRequest() }),
        Row(
            UpdatePreferences.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in .init(inboundAlerts: false) }),
        Row(
            CreateFamily.self, anonymous: .unauthenticated, player: .conflict,
            parent: .forbidden, stranger: nil, request: { _ in .init() }),
        Row(
            JoinFamily.self, anonymous: .unauthenticated, player: .notFound, parent: .notFound,
            stranger: .notFound, request: { _ in .init(code: "FAM-222222") }),
        Row(
            ShowFamily.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: .notFound, request: { _ in EmptyRequest() }),
        Row(
            ShowFamilyCodes.self, anonymous: .unauthenticated, player: nil, parent: .forbidden,
            stranger: .notFound, request: { _ in EmptyRequest() }),
        Row(
            RenewFamilyCode.self, anonymous: .unauthenticated, player: nil, parent: .forbidden,
            stranger: .notFound, request: { _ in .init(role: "player") }),
        Row(
            RemoveMember.self, anonymous: .unauthenticated, player: nil, parent: .forbidden,
            stranger: .notFound, request: { .init(userID: $0) }),
        Row(
            LeaveFamily.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: .notFound, request: { _ in EmptyRequest() }),
        Row(
            EndSession.self, anonymous: .unauthenticated, player: .notFound, parent: .notFound,
            stranger: .notFound, request: { _ in .init(sessionID: .make(at: .earliest)) }),
        Row(
            ChangePassword.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil,
            request: { _ in
                .init(
                    currentPassword: IdentityFixture.password,
                    newPassword: IdentityFixture.resetPassword)
            }),
        Row(
            ResetPassword.self, anonymous: .unauthenticated, player: .unauthenticated,
            parent: .unauthenticated, stranger: .unauthenticated,
            request: { _ in
                .init(
                    email: "ana@example.org", code: ResetCode.random().description,
                    password: IdentityFixture.resetPassword)
            }),
        Row(
            ShowRecoveryCodes.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in EmptyRequest() }),
        Row(
            RenewRecoveryCodes.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in .init(password: IdentityFixture.password) }),
        Row(
            ShowSecondFactor.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in EmptyRequest() }),
        Row(
            BeginSecondFactor.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in .init(password: IdentityFixture.password) }),
        Row(
            ConfirmSecondFactor.self, anonymous: .unauthenticated, player: .conflict,
            parent: .conflict, stranger: .conflict, request: { _ in .init(code: "123456") }),
        Row(
            RemoveSecondFactor.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil,
            request: { _ in .init(password: IdentityFixture.password, code: "123456") }),
        Row(
            MakeMemberResetCode.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .notFound,
            request: { .init(userID: $0, password: IdentityFixture.password) }),
        Row(
            MakeResetCode.self, anonymous: .unauthenticated, player: .forbidden,
            parent: .forbidden, stranger: .forbidden,
            request: { _ in .init(email: "ana@example.org") }),
        Row(
            RenameFamily.self, anonymous: .unauthenticated, player: nil, parent: .forbidden,
            stranger: .notFound, request: { _ in .init(name: "Other") }),
        Row(
            SetFamilyZone.self, anonymous: .unauthenticated, player: nil, parent: .forbidden,
            stranger: .notFound, request: { _ in .init(timeZone: "America/Denver") }),
        Row(
            SetParentsLog.self, anonymous: .unauthenticated, player: nil, parent: .forbidden,
            stranger: .notFound, request: { _ in .init(parentsLog: true) }),
        Row(
            AddAccessToken.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in .init(name: "one", rights: "read", days: 1) }),
        Row(
            ListAccessTokens.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: nil, request: { _ in EmptyRequest() }),
        Row(
            RevokeAccessToken.self, anonymous: .unauthenticated, player: .notFound,
            parent: .notFound, stranger: .notFound,
            request: { _ in .init(id: .make(at: Instant(milliseconds: 0))) }),
        Row(
            MakeCalendarLink.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: .notFound, request: { _ in EmptyRequest() }),
        Row(
            ShowCalendarLink.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: .notFound, request: { _ in EmptyRequest() }),
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
        Row(
            SaveView.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: .notFound,
            request: { _ in
                .init(
                    list: .posts, name: "one", filters: [SavedFilter(flag: "days", value: "7")])
            }),
        Row(
            ListViews.self, anonymous: .unauthenticated, player: nil, parent: nil,
            stranger: .notFound, request: { _ in .init() }),
        Row(
            RemoveView.self, anonymous: .unauthenticated, player: .notFound, parent: .notFound,
            stranger: .notFound,
            request: { _ in .init(id: .make(at: Instant(milliseconds: 0))) }),
    ]

    @Test(arguments: rows)
    func everyCallerGetsWhatTheTableSays(row: Row) throws {
        for who in Who.allCases {
            let identity = try IdentityFixture()
            let (ana, family, codes) = try identity.family(of: identity.person("Ana", .player))
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
        let identity = try IdentityFixture()
        let (_, family, codes) = try identity.family(of: identity.person("Ana", .player))
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
        let identity = try IdentityFixture()
        let ana = try identity.person("Ana", .player)
        try identity.service.database.write { transaction in
            try transaction.execute("DELETE FROM sessions")
            try transaction.execute("DELETE FROM users")
        }
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == .notFound)
    }
}
