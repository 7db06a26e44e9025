import Contracts
import Sodium
import Testing

@testable import Identity

@Suite("PasswordKeeper: Argon2id at libsodium's INTERACTIVE (S22, S25)")
struct PasswordKeeperTests {
    @Test
    func newHashesNameTheCostOfInteractive() throws {
        let keeper = try PasswordKeeper(cost: .interactive)
        let stored = try keeper.hash(IdentityFixture.password)
        #expect(stored.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(keeper.isRight(IdentityFixture.password, for: stored))
        #expect(!keeper.isRight("another password 1", for: stored))
        #expect(!keeper.isOutgrown(stored))
    }

    @Test
    func releaseCostIsInteractive() {
        // Never below 19 MiB and two passes; only a debug build's hook changes it.
        #expect(IdentityService.passwordCost == .interactive)
    }

    @Test
    func unknownUserIsCheckedAgainstAHashOfTheSameCost() throws {
        let keeper = try PasswordKeeper(cost: .interactive)
        let cost = try #require(PasswordKeeper.cost(of: keeper.decoy.text))
        #expect(cost.memoryBytes == PasswordHash.Cost.interactive.memoryBytes)
        #expect(cost.passes == PasswordHash.Cost.interactive.passes)
        #expect(!keeper.isRight(IdentityFixture.password, for: nil))
        #expect(keeper.checkCount == 1)
    }

    @Test
    func hashOfALowerCostIsOutgrownAndOfAHigherOneNot() throws {
        let cheap = try PasswordKeeper(cost: .unsafeForTests)
        let dear = try PasswordKeeper(cost: .interactive)
        let stored = try cheap.hash(IdentityFixture.password)
        #expect(dear.isOutgrown(stored))
        #expect(!cheap.isOutgrown(stored))
        #expect(!cheap.isOutgrown(dear.decoy.text))
        #expect(!dear.isOutgrown("rubbish"))
    }

    @Test
    func accentsMayBeComposedEitherWay() throws {
        let keeper = try PasswordKeeper(cost: .unsafeForTests)
        let stored = try keeper.hash("Caf\u{E9} gazebo quilt")
        #expect(keeper.isRight("Cafe\u{301} gazebo quilt", for: stored))
        #expect(!keeper.isRight("Cafe gazebo quilt", for: stored))
    }

    @Test
    func passwordBeyondTheHashIsRefusedNotCut() throws {
        let keeper = try PasswordKeeper(cost: .unsafeForTests)
        let most = String(repeating: "a", count: PasswordHash.passwordBytesMax)
        let stored = try keeper.hash(most)
        #expect(keeper.isRight(most, for: stored))
        let error = #expect(throws: ServiceError.self) { try keeper.hash(most + "a") }
        #expect(error?.errors.keys.contains("password") == true)
    }

    @Test(arguments: [
        "", "$argon2id$v=19", "$argon2id$v=19$m=x,t=2$", "$a$b$m=1$c", "$a$b$m=0,t=1",
    ])
    func unreadableCostsAreNone(stored: String) {
        #expect(PasswordKeeper.cost(of: stored) == nil)
    }
}
