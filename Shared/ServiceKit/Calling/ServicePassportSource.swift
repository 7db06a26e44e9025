public import Sodium
import Synchronization

/// Signs passports for a service or the operator in its own name, and renews them in time.
public final class ServicePassportSource: Sendable {
    private let subject: Passport.Subject
    private let key: SigningKey
    private let clock: ProcessClock
    private let current = Mutex<(bytes: [UInt8], renewAt: MachineTime)?>(nil)

    /// A source for this subject, which owns the key.
    public init(subject: Passport.Subject, key: SigningKey, clock: ProcessClock) {
        self.subject = subject
        self.key = key
        self.clock = clock
    }

    /// A passport that counts for a while yet.
    public func passport() throws -> [UInt8] {
        let now = clock.machineTime()
        if let current = current.withLock({ $0 }), now < current.renewAt {
            return current.bytes
        }
        let bytes = try Passport(subject: subject, issuedAt: now).signed(with: key)
        let renewAt = now.advanced(by: Passport.lifetimeMax / 2)
        current.withLock { $0 = (bytes, renewAt) }
        return bytes
    }
}
