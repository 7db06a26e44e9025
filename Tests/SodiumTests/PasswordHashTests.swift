import Testing

@testable import Sodium

@Suite struct PasswordHashTests {
    private func secret(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

    @Test func matchesItsPasswordAndNoOther() throws {
        let hash = try PasswordHash(of: secret("correct horse 🐎 battery"), cost: .unsafeForTests)
        #expect(hash.matches(secret("correct horse 🐎 battery")))
        #expect(!hash.matches(secret("correct horse 🐎 Battery")))
        #expect(!hash.matches(secret("")))
    }

    @Test func twoHashesOfOnePasswordDiffer() throws {
        let first = try PasswordHash(of: secret("same password"), cost: .unsafeForTests)
        let second = try PasswordHash(of: secret("same password"), cost: .unsafeForTests)
        #expect(first != second)
    }

    @Test func theTextNamesArgon2idAndItsCost() throws {
        let hash = try PasswordHash(of: secret("x"), cost: .unsafeForTests)
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try PasswordHash(stored: hash.text).matches(secret("x")))
    }

    @Test func theProductsCostIsTwoPassesOver64MiB() throws {
        let hash = try PasswordHash(of: secret("x"))
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(hash.text.utf8.count <= PasswordHash.textBytesMax)
        #expect(!hash.needsRehash())
    }

    @Test func aCheapHashWantsToBeMadeAnew() throws {
        let hash = try PasswordHash(of: secret("x"), cost: .unsafeForTests)
        #expect(hash.needsRehash())
        #expect(!hash.needsRehash(cost: .unsafeForTests))
    }

    @Test func theLongestPasswordIsTakenAndOneByteMoreIsRefused() throws {
        let longest = SecretBytes([UInt8](repeating: 0x61, count: PasswordHash.passwordBytesMax))
        let hash = try PasswordHash(of: longest, cost: .unsafeForTests)
        #expect(hash.matches(longest))
        let longer = SecretBytes([UInt8](repeating: 0x61, count: PasswordHash.passwordBytesMax + 1))
        #expect(!hash.matches(longer))
        #expect { try PasswordHash(of: longer, cost: .unsafeForTests) } throws: {
            ($0 as? SodiumError)?.code == .passwordTooLong
        }
    }

    @Test(arguments: [
        "", "plain", "$argon2i$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA",
        "$argon2id$" + String(repeating: "a", count: PasswordHash.textBytesMax - 9),
        "$argon2id$v=19\u{0}",
    ])
    func aStoredTextOfAnotherFormIsRefused(text: String) {
        #expect { try PasswordHash(stored: text) } throws: {
            ($0 as? SodiumError)?.code == .malformedHash
        }
    }

    @Test func aDamagedHashMatchesNothing() throws {
        let damaged = try PasswordHash(stored: "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA")
        #expect(!damaged.matches(secret("x")))
    }
}
