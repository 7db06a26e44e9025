public import Contracts
public import DataServiceKit
import ServiceKit
import Storage

extension ProfileAudience: ColumnWord {}

extension PlayerProfile {
    static let table = RecordTable<PlayerProfile>(
        "profiles",
        [
            .fixed("family_unit_id", \.familyUnitID), .fixed("id", \.id),
            .fixed("user_id", \.userID),
            .readOnly("full_name", \.fullName, from: "replica_members.full_name"),
            .init("positions_for", \.positionsFor),
            .init("graduation_year", \.graduationYear),
            .init("graduation_year_for", \.graduationYearFor),
            .init("height_for", \.heightFor), .init("weight", \.weight),
            .init("weight_for", \.weightFor), .init("gpa", \.gpa), .init("gpa_for", \.gpaFor),
            .init("video_links_for", \.videoLinksFor), .init("version", \.version),
            .fixed("created_at", \.createdAt), .init("updated_at", \.updatedAt),
        ],
        blank: PlayerProfile(of: .zero, in: .zero, at: .earliest))
}

/// All SQL about the profiles of one family.
@Memberwise(labels: false)
struct ProfileRepository {
    private static let columns = """
        \(PlayerProfile.table.selection)
        FROM profiles LEFT JOIN replica_members
            ON replica_members.family_unit_id = profiles.family_unit_id
                AND replica_members.user_id = profiles.user_id
        """
    static let listSQL = """
        SELECT \(columns) WHERE profiles.family_unit_id = ?1 AND profiles.deleted_at IS NULL
        """
    static let showSQL = """
        SELECT \(columns)
        WHERE profiles.family_unit_id = ?1 AND profiles.id = ?2 AND profiles.deleted_at IS NULL
        """
    static let playersSQL = """
        SELECT user_id, full_name FROM replica_members
        WHERE family_unit_id = ?1 AND role = 'player' AND left_at IS NULL
        ORDER BY full_name COLLATE NOCASE, user_id
        """

    static let nameSQL = """
        SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?2
        """

    private let scope: FamilyScope
    private let transaction: ReadTransaction

    /// The time of a profile that was never filled in, so that each answer about it is the same.
    private static let never = Instant(milliseconds: 0)

    /// A profile for each player of the family, by name; empty if the player has not filled it in.
    /// The caller's is there even if their membership has not arrived yet.
    func list() throws -> [PlayerProfile] {
        let stored = try transaction.rows(
            Self.listSQL, scope.familyID, map: PlayerProfile.table.record)
        var players = try transaction.rows(Self.playersSQL, scope.familyID) { row in
            PlayerProfile(
                of: try row.identifier(0), called: try row.text(1), in: scope.familyID,
                at: Self.never)
        }
        if scope.role == .player, !players.contains(where: { $0.userID == scope.userID }) {
            players.append(PlayerProfile(of: scope.userID, in: scope.familyID, at: Self.never))
        }
        return players.map { player in stored.first { $0.id == player.id } ?? player }
    }

    /// The profile of the caller.
    func own(at now: Instant) throws -> PlayerProfile {
        let id = ProfileID(of: scope.userID)
        let stored = try transaction.first(
            Self.showSQL, scope.familyID, id, map: PlayerProfile.table.record)
        if let stored { return stored }
        let name = try transaction.first(Self.nameSQL, scope.familyID, scope.userID) {
            try $0.text(0)
        }
        return PlayerProfile(of: scope.userID, called: name, in: scope.familyID, at: now)
    }
}
