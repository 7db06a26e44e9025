import Contracts
import DataServiceKit
import Storage

/// Family codes. Each admits to one family in one role.
enum FamilyCodeRepository {
    /// How many times a code is drawn if other families already have it; there are 2^30 codes.
    static let drawsMax = 16

    /// Stores a new code for a family and role, replacing the earlier one.
    static func draw(
        for role: Role, of family: FamilyID, at now: Instant, in transaction: WriteTransaction,
        random: () -> FamilyCode = FamilyCode.random
    ) throws {
        for _ in 0..<drawsMax {
            let code = random().description
            let isTaken = try transaction.exists(
                "SELECT 1 FROM family_codes WHERE code = ?1 /* all families: codes are unique */",
                code)
            if isTaken { continue }
            try transaction.execute(
                """
                INSERT INTO family_codes (family_unit_id, role, code, created_at)
                VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (family_unit_id, role) DO UPDATE SET code = excluded.code,
                    created_at = excluded.created_at
                """, family, role.rawValue, code, now)
            return
        }
        throw ServiceError(.internal, "No free family code was found; please try again")
    }

    /// Returns the two codes of a family. Throws `not_found` if it has none.
    static func codes(of family: FamilyID, in transaction: ReadTransaction) throws -> FamilyCodes {
        var codes: [Role: String] = [:]
        try transaction.query(
            "SELECT role, code FROM family_codes WHERE family_unit_id = ?1", family
        ) { codes[try $0.word(0)] = try $0.text(1) }
        guard let parent = codes[.parent], let player = codes[.player] else {
            throw ServiceError.notFound(.family)
        }
        return FamilyCodes(parentCode: parent, playerCode: player)
    }
}
