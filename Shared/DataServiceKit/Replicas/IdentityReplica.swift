public import Contracts
public import Foundation
public import ServiceKit
public import Storage

/// Every service's replica of identity: the members of families with their names and roles
/// (`replica_members`), the families (`replica_families`), and the revocations.
@Memberwise
public struct IdentityReplica: Replica {
    /// The tables, to pass to `DataService` together with the replica.
    public static let track = DataServiceTables.identityReplicaTrack

    public var producer: ServiceName { .identity }

    /// The most revocations removed in one housekeeping step.
    static let forgottenRowsMax = 500

    private let revocations: RevocationList
    private var clock: ProcessClock = ProcessClock()

    /// Fills the list from the tables before the first request.
    public func load(from database: Database) throws {
        let now = clock.machineTime()
        try database.read { transaction in
            try transaction.query("SELECT session_id FROM revoked_sessions") { row in
                revocations.revoke(session: try row.identifier(0), at: now)
            }
            try transaction.query("SELECT user_id, generation FROM revoked_users") { row in
                revocations.revoke(
                    user: try row.identifier(0), before: try row.int64(1), at: now)
            }
        }
    }

    /// Removes some of the revocations that no valid passport can have; returns true if there is
    /// more to do. Those left in the tables after a kill are loaded again and removed later.
    func forgetOld(in transaction: WriteTransaction) throws -> Bool {
        let gone = revocations.forgetOld(at: clock.machineTime(), limit: Self.forgottenRowsMax)
        for session in gone.sessions {
            try transaction.execute("DELETE FROM revoked_sessions WHERE session_id = ?1", session)
        }
        for user in gone.users {
            try transaction.execute("DELETE FROM revoked_users WHERE user_id = ?1", user)
        }
        return gone.count == Self.forgottenRowsMax
    }

    /// Applies a change of identity.
    public func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case IdentityFeed.memberChanged:
            try write(member: try change.decodedPayload(), leftAt: nil, in: transaction)
        case IdentityFeed.memberRemoved:
            // Keep the name, to display it on the member's records.
            try write(
                member: try change.decodedPayload(), leftAt: change.occurredAt, in: transaction)
        case IdentityFeed.familyChanged:
            let family: IdentityFeed.FamilyPayload = try change.decodedPayload()
            try transaction.execute(
                """
                INSERT INTO replica_families (family_unit_id, name, time_zone, parents_log)
                VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (family_unit_id) DO UPDATE
                SET name = excluded.name, time_zone = excluded.time_zone,
                    parents_log = excluded.parents_log
                """, family.familyUnitID, family.name, family.timeZone, family.parentsLog)
        case IdentityFeed.sessionRevoked:
            let session: IdentityFeed.SessionRevokedPayload = try change.decodedPayload()
            try revoke(session: session.sessionID, in: transaction)
        case IdentityFeed.passportsRevoked:
            try revoke(try change.decodedPayload(), in: transaction)
        default:
            break
        }
    }

    /// Returns a family's time zone; UTC if it is unknown.
    public static func timeZone(
        of family: FamilyID, in transaction: ReadTransaction
    ) throws -> TimeZone {
        let name = try transaction.first(
            "SELECT time_zone FROM replica_families WHERE family_unit_id = ?1", family
        ) { try $0.text(0) }
        return name.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    /// Returns whether the family lets parents log; nil if it has not decided or is unknown.
    static func parentsLog(
        in family: FamilyID, _ transaction: ReadTransaction
    ) throws -> Bool? {
        let choices: [Bool?] = try transaction.rows(
            "SELECT parents_log FROM replica_families WHERE family_unit_id = ?1", family
        ) { row in row.isNull(0) ? nil : try row.int64(0) != 0 }
        return choices.first ?? nil
    }

    /// Returns the family's current players, by id.
    static func players(of family: FamilyID, _ transaction: ReadTransaction) throws -> [UserID] {
        try transaction.rows(
            """
            SELECT user_id FROM replica_members
            WHERE family_unit_id = ?1 AND role = 'player' AND left_at IS NULL ORDER BY user_id
            """, family
        ) { try $0.identifier(0) }
    }

    /// Returns whether a user is or was a player of the family.
    static func knowsPlayer(
        _ user: UserID, of family: FamilyID, in transaction: ReadTransaction
    ) throws -> Bool {
        try transaction.exists(
            """
            SELECT 1 FROM replica_members
            WHERE family_unit_id = ?1 AND user_id = ?2 AND role = 'player'
            """, family, user)
    }

    /// Marks the list as complete: it contains all revocations from before this start.
    public func caughtUp() { revocations.becameComplete() }

    /// Removes members and families. Revocations stay, because dropping one would admit its user.
    public func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM replica_members /* all families: a rebuild */")
        try transaction.execute("DELETE FROM replica_families /* all families: a rebuild */")
    }

    private func write(
        member: IdentityFeed.MemberPayload, leftAt: Instant?, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO replica_members
                (family_unit_id, user_id, full_name, role, inbound_alerts, left_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (family_unit_id, user_id) DO UPDATE
            SET full_name = excluded.full_name, role = excluded.role,
                inbound_alerts = excluded.inbound_alerts, left_at = excluded.left_at
            """, member.familyUnitID, member.userID, member.fullName, member.role.rawValue,
            member.inboundAlerts, leftAt)
    }

    private func revoke(session: SessionID, in transaction: WriteTransaction) throws {
        try transaction.execute(
            "INSERT INTO revoked_sessions (session_id) VALUES (?1) ON CONFLICT DO NOTHING", session)
        transaction.beforeAnswers { [revocations, clock] in
            revocations.revoke(session: session, at: clock.machineTime())
        }
    }

    private func revoke(
        _ revoked: IdentityFeed.PassportsRevokedPayload, in transaction: WriteTransaction
    ) throws {
        guard let generation = revoked.generation else { return }
        try transaction.execute(
            """
            INSERT INTO revoked_users (user_id, generation) VALUES (?1, ?2)
            ON CONFLICT (user_id) DO UPDATE
            SET generation = max(generation, excluded.generation)
            """, revoked.userID, generation)
        transaction.beforeAnswers { [revocations, clock] in
            revocations.revoke(
                user: revoked.userID, before: generation, at: clock.machineTime())
        }
    }
}
