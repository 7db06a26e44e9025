import Contracts
import Sodium

extension Identifier {
    /// Creates the identifier that follows from a text: the first half of its SHA-256.
    init(hashing text: String) {
        let digest = SHA256Digest(of: Array(text.utf8)).bytes
        func word(_ start: Int) -> UInt64 {
            digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: word(0), low: word(8))
    }
}

extension HookID {
    /// Creates the id of the hook that a player adds to a family under a key. No answer with a
    /// secret is stored under its key, so the id tells a repeat from a second request.
    init(of player: UserID, in family: FamilyID, under key: IdempotencyKey) {
        self.init(hashing: "\(player.text) \(family.text) \(key.text)")
    }
}
