import Contracts
import Foundation
import Sodium
import Synchronization

/// Hashes and checks passwords. Each call takes a tenth of a second and 64 MiB, so it runs on the
/// password pool only.
final class PasswordHasher: Sendable {
    /// The hash of a random password that was discarded. Unknown users are checked against it, so
    /// that they cost the same work as known ones.
    private static let decoyText =
        "$argon2id$v=19$m=65536,t=2,p=1$PKCAnBsdZ6aZ60ywdg4L6Q$"
        + "hUSkOQtJqu+xP/Rn5VV3+bIernnLnXXVK9S8OuUrjGY"

    let cost: PasswordHash.Cost
    /// The hash that passwords of unknown users are checked against.
    let decoy: PasswordHash
    private let checks = Atomic<Int64>(0)

    /// `cost` is that of new hashes.
    init(cost: PasswordHash.Cost) throws {
        self.cost = cost
        let stored = try PasswordHash(stored: Self.decoyText)
        decoy =
            stored.needsRehash(cost: cost)
            ? try PasswordHash(of: SecretBytes(try SecureRandom.bytes(32)), cost: cost) : stored
    }

    /// The number of checks since the start; each is one hash.
    var checkCount: Int64 { checks.load(ordering: .relaxed) }

    /// Returns the stored form of the hash of a new password.
    func hash(_ password: String) throws -> String {
        do {
            return try PasswordHash(of: Self.bytes(of: password), cost: cost).text
        } catch {
            switch error.code {
            case .passwordTooLong:
                throw ServiceError.invalid("password", "Password must have at most 256 characters")
            case .outOfMemory: throw ServiceError(.busy, "The service is busy; try again")
            default: throw error
            }
        }
    }

    /// Whether the password matches the stored hash. Without a hash the result is false, after the
    /// same work.
    func isRight(_ password: String, for stored: String?) -> Bool {
        let known = stored.flatMap { try? PasswordHash(stored: $0) }
        let matches = compare(password, with: known ?? decoy)
        return matches && known != nil
    }

    /// Compares and counts; all checks pass through here.
    private func compare(_ password: String, with hash: PasswordHash) -> Bool {
        checks.add(1, ordering: .relaxed)
        return hash.matches(Self.bytes(of: password))
    }

    /// Whether a stored hash has a lower cost than new ones.
    func isOutgrown(_ stored: String) -> Bool {
        guard let hash = try? PasswordHash(stored: stored), hash.needsRehash(cost: cost),
            let old = Self.cost(of: stored)
        else { return false }
        return old.memoryBytes < cost.memoryBytes || old.passes < cost.passes
    }

    /// The cost stated in a stored hash: `$argon2id$v=19$m=KiB,t=passes,p=1$…`.
    static func cost(of stored: String) -> (memoryBytes: Int, passes: UInt64)? {
        let parts = stored.split(separator: "$")
        guard parts.count >= 3 else { return nil }
        var numbers: [Substring: Int] = [:]
        for item in parts[2].split(separator: ",") {
            let pair = item.split(separator: "=")
            guard pair.count == 2, let number = Int(pair[1]) else { return nil }
            numbers[pair[0]] = number
        }
        guard let kibibytes = numbers["m"], let passes = numbers["t"],
            (1...4_194_304).contains(kibibytes), passes > 0
        else { return nil }
        return (kibibytes * 1_024, UInt64(passes))
    }

    /// The password in Unicode Normalization Form C, so that the way a keyboard composes accents
    /// does not matter.
    private static func bytes(of password: String) -> SecretBytes {
        var bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        return SecretBytes(wiping: &bytes)
    }
}
