import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Identity

@Suite("Identity's tables: what the schema itself refuses, and how rows are found")
struct SchemaTests {
    @Test
    func codeOfAnotherFamilyIsDrawnAnew() throws {
        let (identity, _, first, _) = try IdentityFixture.withFamily()
        let (_, second, _) = try identity.family(of: identity.person("Bea", .player))
        let taken = try #require(FamilyCode(typed: "FAM-222222"))
        let free = try #require(FamilyCode(typed: "FAM-333333"))
        try identity.service.database.write { transaction in
            var drawn = [taken, taken, free]
            try FamilyCodeRepository.draw(
                for: .parent, of: first, at: .earliest, in: transaction, random: { taken })
            try FamilyCodeRepository.draw(
                for: .parent, of: second, at: .earliest, in: transaction,
                random: { drawn.removeFirst() })
            #expect(drawn.isEmpty)
            #expect(throws: ServiceError.self) {
                try FamilyCodeRepository.draw(
                    for: .player, of: second, at: .earliest, in: transaction, random: { taken })
            }
        }
        let codes = try identity.service.database.read {
            try FamilyCodeRepository.codes(of: second, in: $0)
        }
        #expect(codes.parentCode == "FAM-333333")
    }

    @Test
    func userIsPlayerInOneFamilyAtMost() throws {
        // DESIGN 4: held by a partial unique index, whatever a handler forgets.
        let (identity, ana, _, _) = try IdentityFixture.withFamily()
        let (_, other, _) = try identity.family(of: identity.person("Bea", .player))
        let error = #expect(throws: StorageError.self) {
            try identity.service.database.write { transaction in
                _ = try MembershipRepository(of: ana.user.id)
                    .join(other, as: .player, at: .earliest, in: transaction)
            }
        }
        #expect(error?.code == .unique)
    }

    @Test(arguments: [
        "SELECT 1 FROM users WHERE email = ?1",
        "SELECT 1 FROM users WHERE sign_up_key = ?1",
        "SELECT 1 FROM sessions WHERE token_hash = ?1",
        "SELECT 1 FROM sessions WHERE user_id = ?1 AND ended_at IS NULL",
        "SELECT id FROM sessions WHERE ended_at IS NOT NULL",
        "SELECT 1 FROM sessions WHERE user_id = ?1 AND calendar_of = ?2 AND ended_at IS NULL",
        "SELECT 1 FROM family_codes WHERE code = ?1",
        "SELECT 1 FROM family_members WHERE user_id = ?1 AND deleted_at IS NULL",
        "SELECT 1 FROM family_members WHERE family_unit_id = ?1 AND deleted_at IS NULL",
        "SELECT 1 FROM reset_codes WHERE code_hash = ?1",
        "SELECT 1 FROM reset_codes WHERE user_id = ?1 AND means = 'recovery_code'",
        "DELETE FROM reset_codes WHERE made_by = ?1",
        """
        SELECT 1 FROM family_members
        WHERE user_id = ?1 AND role = 'player' AND deleted_at IS NOT NULL
        """,
        """
        SELECT 1 FROM family_members
        WHERE user_id = ?1 AND role = 'parent' AND deleted_at IS NOT NULL
        """,
    ])
    func rowsAreFoundThroughAnIndex(sql: String) throws {
        let identity = try IdentityFixture()
        let plan = try identity.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.isEmpty && plan.allSatisfy { !$0.contains("SCAN") }, "\(plan)")
    }

    @Test
    func sessionsThatEndedLongAgoAreForgottenAtLogin() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        try identity.call(Logout.self, .init(), as: ana)
        func count() throws -> Int64? {
            try identity.service.database.read { try $0.scalar("SELECT count(*) FROM sessions") }
        }
        identity.clock.advance(by: SessionLifetime.keptAfterEnd)
        _ = try identity.login(ana.user.email)
        #expect(try count() == 2)
        identity.clock.advance(by: .milliseconds(1))
        _ = try identity.login(ana.user.email)
        #expect(try count() == 2)
    }
}
