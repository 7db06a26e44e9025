public import Contracts
public import Sodium

/// A signed statement of the caller's identity, which every service verifies by itself.
///
/// The layout is section 8 of `docs/protocol.md`. The signature is Ed25519 (RFC 8032) over all
/// bytes before it.
@Memberwise
public struct Passport: Hashable, Sendable {
    /// The subject of a passport.
    public enum Subject: Hashable, Sendable {
        /// A person, attested by identity: user, session, and the role in each family. A program
        /// that acts for the person has rights of its own; the session is its access token or
        /// calendar link.
        case user(UserID, SessionID, [FamilyID: Role], program: ProgramRights? = nil)
        /// A service, attested by itself.
        case service(ServiceName)
        /// The holder of the system's operator key.
        case `operator`
    }

    /// The longest validity of a passport.
    public static let lifetimeMax = Duration.seconds(300)
    /// The longest passport, in bytes.
    public static let bytesMax = 512
    /// The length of the part before name and memberships, in bytes.
    static let fixedLength = 76
    /// The value of the first byte.
    static let version: UInt8 = 2
    /// The length of one membership, in bytes.
    static let membershipLength = 17

    public let subject: Subject
    /// The generation of the user's passports; 0 if the subject is not a person. Identity
    /// increments it to revoke all earlier passports of the user (`RevocationList`).
    public var generation: Int64 = 0
    /// The time of issue on the machine's clock, so that corrections of the time of day neither
    /// lengthen nor shorten the validity.
    public let issuedAt: MachineTime
    /// The validity after issue, at most `lifetimeMax`.
    public var lifetime: Duration = Passport.lifetimeMax

    /// The time from which the passport is no longer valid.
    public var expiresAt: MachineTime { issuedAt.advanced(by: lifetime) }

    /// Returns whether the passport is valid at this point: issued since the machine's start and
    /// not in the future, not expired, and with a lifetime within the limit.
    func isInForce(at now: MachineTime) -> Bool {
        issuedAt.start == now.start && issuedAt <= now && now < expiresAt
            && lifetime <= Passport.lifetimeMax
    }

    /// The bytes that are signed.
    var statement: [UInt8] {
        var bytes: [UInt8] = [Passport.version]
        switch subject {
        case .user(let user, let session, let families, let rights):
            bytes += [Passport.kind(of: rights), 0, UInt8(clamping: families.count)]
            bytes += user.bytes + session.bytes
            appendTimes(to: &bytes)
            for (family, role) in families.sorted(by: { $0.key < $1.key }) {
                bytes += family.bytes
                bytes.append(role == .player ? 1 : 2)
            }
        case .service(let name):
            bytes += [2, UInt8(clamping: name.rawValue.utf8.count), 0]
            bytes += [UInt8](repeating: 0, count: 32)
            appendTimes(to: &bytes)
            bytes += name.rawValue.utf8
        case .operator:
            bytes += [3, 0, 0]
            bytes += [UInt8](repeating: 0, count: 32)
            appendTimes(to: &bytes)
        }
        return bytes
    }

    private func appendTimes(to bytes: inout [UInt8]) {
        bytes += issuedAt.start.bytes
        for number in [issuedAt.milliseconds, expiresAt.milliseconds, generation] {
            let value = UInt64(bitPattern: number)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
        }
    }

    /// Returns the statement and its signature.
    public func signed(with key: SigningKey) throws -> [UInt8] {
        let statement = statement
        return statement + (try key.signature(of: statement))
    }
}

extension Passport {
    /// A decoded passport whose signature is not yet verified.
    struct Unverified {
        let passport: Passport
        let statement: [UInt8]
        let signature: [UInt8]
    }

    /// Decodes a passport without verifying it; nil if the layout is invalid.
    static func read(_ bytes: [UInt8]) -> Unverified? {
        guard bytes.count <= bytesMax,
            bytes.count >= fixedLength + SigningKey.signatureByteCount, bytes[0] == version
        else { return nil }
        let nameLength = Int(bytes[2])
        let membershipCount = Int(bytes[3])
        let length = fixedLength + nameLength + membershipCount * membershipLength
        guard bytes.count == length + SigningKey.signatureByteCount,
            let user = UserID(bytes: bytes[4..<20]),
            let session = SessionID(bytes: bytes[20..<36])
        else { return nil }
        guard let start = MachineStart(bytes: bytes[36..<52]) else { return nil }
        let (issued, expires) = (number(bytes[52..<60]), number(bytes[60..<68]))
        let generation = number(bytes[68..<76])
        guard issued >= 0, expires >= issued, generation >= 0 else { return nil }
        let name = bytes[fixedLength..<fixedLength + nameLength]
        let isNobody = generation == 0 && bytes[4..<36].allSatisfy { $0 == 0 }
        let subject: Subject
        switch (bytes[1], nameLength, membershipCount) {
        case (1, 0, 0...FamilyLimit.familiesPerUser), (4...7, 0, 0...FamilyLimit.familiesPerUser):
            guard let families = memberships(bytes[fixedLength..<length]) else { return nil }
            subject = .user(user, session, families, program: rights(ofKind: bytes[1]))
        case (2, 1..., 0) where isNobody:
            guard let service = ServiceName(rawValue: String(decoding: name, as: UTF8.self))
            else { return nil }
            subject = .service(service)
        case (3, 0, 0) where isNobody:
            subject = .operator
        default:
            return nil
        }
        return Unverified(
            passport: Passport(
                subject: subject, generation: generation,
                issuedAt: MachineTime(start: start, milliseconds: issued),
                lifetime: .milliseconds(expires - issued)),
            statement: Array(bytes[..<length]), signature: Array(bytes[length...]))
    }

    /// The kind of a person's passport.
    private static func kind(of rights: ProgramRights?) -> UInt8 {
        switch rights {
        case nil: 1
        case .read: 4
        case .write: 5
        case .calendar: 6
        case .digest: 7
        }
    }

    private static func rights(ofKind kind: UInt8) -> ProgramRights? {
        ProgramRights.allCases.first { self.kind(of: $0) == kind }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func memberships(_ bytes: ArraySlice<UInt8>) -> [FamilyID: Role]? {
        var families: [FamilyID: Role] = [:]
        var rest = bytes
        while rest.count >= membershipLength {
            guard let family = FamilyID(bytes: rest.prefix(16)), families[family] == nil else {
                return nil
            }
            switch rest[rest.startIndex + 16] {
            case 1: families[family] = .player
            case 2: families[family] = .parent
            default: return nil
            }
            rest = rest.dropFirst(membershipLength)
        }
        return families
    }
}
