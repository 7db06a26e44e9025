import Contracts
import Sodium
import Testing

@testable import Identity

@Suite("PasswordHasher: Argon2id at libsodium's INTERACTIVE")
struct PasswordHasherTests {
    @Test
    func newHashesNameTheCostOfInteractive() throws {
        let hasher = try PasswordHasher(cost: .interactive)
        let stored = try hasher.hash(IdentityFixture.password)
        #expect(stored.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(hasher.isRight(IdentityFixture.password, for: stored))
        #expect(!hasher.isRight("another password 1", for: stored))
        #expect(!hasher.isOutgrown(stored))
    }

    @Test
    func releaseCostIsInteractive() {
        // Never below 19 MiB and two passes; only a debug build's hook changes it.
        #expect(IdentityService.passwordCost == .interactive)
    }

    @Test
    func unknownUserIsCheckedAgainstAHashOfTheSameCost() throws {
        let hasher = try PasswordHasher(cost: .interactive)
        let cost = try #require(PasswordHasher.cost(of: hasher.decoy.text))
        #expect(cost.memoryBytes == PasswordHash.Cost.interactive.memoryBytes)
        #expect(cost.passes == PasswordHash.Cost.interactive.passes)
        #expect(!hasher.isRight(IdentityFixture.password, for: nil))
        #expect(hasher.checkCount == 1)
    }

    @Test
    func hashOfALowerCostIsOutgrownAndOfAHigherOneNot() throws {
        let cheap = try PasswordHasher(cost: .unsafeForTests)
        let dear = try PasswordHasher(cost: .interactive)
        let stored = try cheap.hash(IdentityFixture.password)
        #expect(dear.isOutgrown(stored))
        #expect(!cheap.isOutgrown(stored))
        #expect(!cheap.isOutgrown(dear.decoy.text))
        #expect(!dear.isOutgrown("rubbish"))
    }

    @Test
    func accentsMayBeComposedEitherWay() throws {
        let hasher = try PasswordHasher(cost: .unsafeForTests)
        let stored = try hasher.hash("Caf\u{E9} gazebo quilt")
        #expect(hasher.isRight("Cafe\u{301} gazebo quilt", for: stored))
        #expect(!hasher.isRight("Cafe gazebo quilt", for: stored))
    }

    @Test
    func passwordBeyondTheHashIsRefusedNotCut() throws {
        let hasher = try PasswordHasher(cost: .unsafeForTests)
        let most = String(repeating: "a", count: PasswordHash.passwordBytesMax)
        let stored = try hasher.hash(most)
        #expect(hasher.isRight(most, for: stored))
        let error = #expect(throws: ServiceError.self) { try hasher.hash(most + "a") }
        #expect(error?.errors.keys.contains("password") == true)
    }

    @Test(arguments: [
        "", "$argon2id$v=19", "$argon2id$v=19$m=x,t=2$", "$a$b$m=1$c", "$a$b$m=0,t=1",
    ])
    func unreadableCostsAreNone(stored: String) {
        #expect(PasswordHasher.cost(of: stored) == nil)
    }
}
