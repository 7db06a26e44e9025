import Contracts
import Foundation
import ServiceKit
import Sodium

/// Sign-ins whose password is right and whose code is missing. The page that asks for the code
/// holds them sealed, so that the password is neither typed twice nor readable in the page.
@Memberwise(labels: false)
struct PendingSignIns {
    /// How long the code may take.
    static let lifetime = Duration.seconds(300)
    /// The longest sealed text, in bytes.
    static let bytesMax = 4_096

    /// What was typed on the page of the sign-in.
    struct Entry: Codable, Equatable {
        let email: String
        let password: String
        let expiresAt: Instant
    }

    private let clock: ProcessClock
    private let box: SecretBox

    /// Returns the sealed form of what was typed.
    func sealed(email: String, password: String) throws -> String {
        let entry = Entry(
            email: email, password: password,
            expiresAt: clock.now().advanced(by: Self.lifetime))
        return Data(try box.seal(Array(try JSONEncoder().encode(entry)))).base64EncodedString()
    }

    /// Returns what was typed; nil if it was sealed too long ago, by another process or not at all.
    func entry(_ sealed: String) -> Entry? {
        guard sealed.utf8.count <= Self.bytesMax, let bytes = Data(base64Encoded: sealed),
            let opened = box.open(Array(bytes)),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(opened)),
            clock.now() < entry.expiresAt
        else { return nil }
        return entry
    }
}
