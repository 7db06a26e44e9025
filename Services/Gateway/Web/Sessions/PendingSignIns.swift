import Contracts
import Foundation
import ServiceKit
import Sodium

/// Sign-ins whose password is right and whose code is missing. The page that asks for the code
/// holds them sealed, so that the password is neither typed twice nor readable in the page.
@Memberwise(labels: false)
struct PendingSignIns {
    /// How long the code may take, on the machine's clock: a time of day that is set back or ahead
    /// neither lengthens nor shortens it.
    static let lifetime = Duration.seconds(300)
    /// The longest sealed text, in bytes.
    static let bytesMax = 4_096

    /// What was typed on the page of the sign-in.
    struct Entry: Codable, Equatable {
        let email: String
        let password: String
        /// Whether other people use the device.
        let isShared: Bool
        /// When it was sealed: the machine's start, and the milliseconds since then.
        fileprivate let start: MachineStart
        fileprivate let milliseconds: Int64

        fileprivate init(
            email: String, password: String, isShared: Bool, sealedAt: MachineTime
        ) {
            self.email = email
            self.password = password
            self.isShared = isShared
            start = sealedAt.start
            milliseconds = sealedAt.milliseconds
        }

        /// Whether it was sealed since the machine's start, not in the future and not too long ago.
        fileprivate func isInForce(at now: MachineTime) -> Bool {
            let sealedAt = MachineTime(start: start, milliseconds: milliseconds)
            return start == now.start && sealedAt <= now
                && now < sealedAt.advanced(by: PendingSignIns.lifetime)
        }
    }

    private let clock: ProcessClock
    private let box: SecretBox

    /// Returns the sealed form of what was typed.
    func sealed(email: String, password: String, isShared: Bool) throws -> String {
        let entry = Entry(
            email: email, password: password, isShared: isShared, sealedAt: clock.machineTime())
        return Data(try box.seal(Array(try JSONEncoder().encode(entry)))).base64EncodedString()
    }

    /// Returns what was typed; nil if it was sealed too long ago, by another process or not at all.
    func entry(_ sealed: String) -> Entry? {
        guard sealed.utf8.count <= Self.bytesMax, let bytes = Data(base64Encoded: sealed),
            let opened = box.open(Array(bytes)),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(opened)),
            entry.isInForce(at: clock.machineTime())
        else { return nil }
        return entry
    }
}
