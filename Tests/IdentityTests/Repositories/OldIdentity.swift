import Contracts
import DataServiceKit
import OATH
import Sodium
import Storage
import Support

@testable import Identity

/// The database of an earlier version of identity, with everything that this version could store:
/// the family of the player Ana and the parent Pat, which the player Lea and the parent Lou have
/// left. The rows are written as that version wrote them.
struct OldIdentity {
    /// The versions: each is named by the step that it does not have yet.
    static let versions = IdentitySchema.migrations.dropFirst().map(\.name)

    static let family = FamilyID(high: 1, low: 1)
    static let familyName = "Ana Example's family"
    static let zone = "Europe/Berlin"
    static let ana = user(1, "Ana", .player)
    static let pat = user(2, "Pat", .parent)
    static let lea = user(3, "Lea", .player)
    static let lou = user(4, "Lou", .parent)
    static let codes = FamilyCodes(parentCode: "FAM-222222", playerCode: "FAM-333333")
    /// The names of Ana's sessions, which are their tokens too.
    static let (live, ended) = ("phone", "old phone")
    static let tokenSecret = "compass_spreadsheet"
    static let calendarSecret = "calendar"
    static let recoveryCode = "AAAAA-BBBBB-CCCCC-DDDDD-EEEEEE"
    static let view = SavedView(
        id: SavedViewID(high: 6, low: 1), list: .interactions, name: "Overdue",
        filters: [SavedFilter(flag: "days", value: "30")], isShared: true, ownerID: ana.id,
        ownerName: ana.fullName)

    /// A day within all lifetimes.
    static let made = ManualClock().now.advanced(by: .seconds(-86_400))
    private static let secret = [UInt8](repeating: 7, count: 20)

    let folder: TemporaryFolder
    private let steps: [String]

    /// Makes the database with the steps before the named one.
    init(before step: String) throws {
        folder = try TemporaryFolder()
        steps = Array(IdentitySchema.migrations.map(\.name).prefix { $0 != step })
        let database = try OldDatabase.open(
            folder.path("identity.sqlite"), .identity, IdentitySchema.schema, before: step)
        defer { database.close() }
        let hash = try PasswordHasher(cost: .unsafeForTests).hash(IdentityFixture.password)
        try database.write { [self] transaction in
            for user in [Self.ana, Self.pat, Self.lea, Self.lou] {
                try store(user, hash, transaction)
            }
            try storeFamily(transaction)
            try storeSessions(transaction)
            try storeLaterRows(transaction)
        }
    }

    /// Whether the version has a step.
    func has(_ migration: Migration) -> Bool { steps.contains(migration.name) }

    /// The code that Pat's sign-in needs; nil if the version knows no second factors.
    func code(at now: Instant) -> String? {
        guard has(IdentitySchema.secondFactors) else { return nil }
        return TimeCode.code(Self.secret, step: TimeCode.step(at: now.milliseconds / 1_000))
    }

    private static func user(_ number: UInt64, _ name: String, _ role: Role) -> User {
        User(
            id: UserID(high: 2, low: number), email: "\(name.lowercased())@example.org",
            fullName: "\(name) Example", role: role, timeZone: zone, createdAt: made)
    }
}

// MARK: Rows

extension OldIdentity {
    private func store(_ user: User, _ hash: String, _ transaction: WriteTransaction) throws {
        let passports =
            has(IdentitySchema.generations) ? "passport_generation" : "passports_not_before"
        try transaction.execute(
            """
            INSERT INTO users (id, email, full_name, role, time_zone, inbound_alerts, password_hash,
                \(passports), created_at, version)
            VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, 1, ?7, 3)
            """, user.id, user.email, user.fullName, user.role.rawValue, user.timeZone, hash,
            user.createdAt)
        guard user == Self.pat else { return }
        if has(IdentitySchema.followUpReminders) {
            try transaction.execute(
                "UPDATE users SET follow_up_reminders = 1 WHERE id = ?1", user.id)
        }
        if has(IdentitySchema.weeklyDigests) {
            try transaction.execute("UPDATE users SET weekly_digest = 1 WHERE id = ?1", user.id)
        }
    }

    private func storeFamily(_ transaction: WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO families (family_unit_id, name, time_zone, created_at, version)
            VALUES (?1, ?2, ?3, ?4, 1)
            """, Self.family, Self.familyName, Self.zone, Self.made)
        for (role, code) in [("parent", Self.codes.parentCode), ("player", Self.codes.playerCode)] {
            try transaction.execute(
                """
                INSERT INTO family_codes (family_unit_id, role, code, created_at)
                VALUES (?1, ?2, ?3, ?4)
                """, Self.family, role, code, Self.made)
        }
        for user in [Self.ana, Self.pat, Self.lea, Self.lou] {
            let hasLeft = user == Self.lea || user == Self.lou
            try transaction.execute(
                """
                INSERT INTO family_members (family_unit_id, user_id, role, joined_at, version,
                    deleted_at, operation_id)
                VALUES (?1, ?2, ?3, ?4, 2, ?5, ?6)
                """, Self.family, user.id, user.role.rawValue, Self.made,
                hasLeft ? Self.made : nil, hasLeft ? OperationID(high: 7, low: user.id.low) : nil)
        }
        if has(IdentitySchema.parentsLog) {
            try transaction.execute(
                "UPDATE families SET parents_log = 1 WHERE family_unit_id = ?1", Self.family)
        }
    }

    private func storeSessions(_ transaction: WriteTransaction) throws {
        for (number, name) in [Self.live, Self.ended].enumerated() {
            try transaction.execute(
                """
                INSERT INTO sessions (id, user_id, token_hash, device, created_at, last_used_at,
                    ended_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)
                """, SessionID(high: 3, low: UInt64(number)), Self.ana.id,
                try SessionToken.madeDigest(of: name), name, Self.made,
                name == Self.ended ? Self.made : nil)
        }
    }

    /// What came with later steps: codes, access tokens, calendar links, second factors and saved
    /// filters.
    private func storeLaterRows(_ transaction: WriteTransaction) throws {
        if has(IdentitySchema.resetCodes), let code = ResetCode(typed: Self.recoveryCode) {
            try transaction.execute(
                """
                INSERT INTO reset_codes (code_hash, user_id, means, created_at)
                VALUES (?1, ?2, 'recovery_code', ?3)
                """, ResetCodeRepository.digest(of: code), Self.ana.id, Self.made)
        }
        if has(IdentitySchema.accessTokens) {
            try transaction.execute(
                """
                INSERT INTO sessions (id, user_id, token_hash, device, created_at, last_used_at,
                    token_rights, expires_at)
                VALUES (?1, ?2, ?3, 'spreadsheet', ?4, ?4, 'read', ?5)
                """, SessionID(high: 4, low: 1), Self.ana.id,
                try SessionToken.madeDigest(of: Self.tokenSecret), Self.made,
                Self.made.advanced(by: .seconds(90 * 86_400)))
        }
        if has(IdentitySchema.calendarLinks) {
            try transaction.execute(
                """
                INSERT INTO sessions (id, user_id, token_hash, created_at, last_used_at,
                    token_rights, expires_at, calendar_of)
                VALUES (?1, ?2, ?3, ?4, ?4, 'read', ?5, ?6)
                """, SessionID(high: 4, low: 2), Self.ana.id,
                try SessionToken.madeDigest(of: Self.calendarSecret), Self.made, Instant.latest,
                Self.family)
        }
        if has(IdentitySchema.secondFactors) {
            try transaction.execute(
                """
                INSERT INTO second_factors (user_id, secret, created_at, confirmed_at)
                VALUES (?1, ?2, ?3, ?3)
                """, Self.pat.id, Self.secret, Self.made)
        }
        if has(IdentitySchema.savedViews) {
            try transaction.execute(
                """
                INSERT INTO saved_views (family_unit_id, user_id, list, folded_name, id, name,
                    filters, is_shared, saved_at)
                VALUES (?1, ?2, 'interactions', 'overdue', ?3, ?4, ?5, 1, ?6)
                """, Self.family, Self.ana.id, Self.view.id, Self.view.name,
                #"[{"flag":"days","value":"30"}]"#, Self.made)
        }
    }
}
