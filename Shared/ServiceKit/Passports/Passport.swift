public import Contracts
public import Sodium

/// Who asks, as a signed statement that every service checks by itself.
///
/// The layout is section 8 of `docs/protocol.md`; the signature is Ed25519 (RFC 8032) over all
/// bytes before it.
public struct Passport: Hashable, Sendable {
    /// Whose statement it is.
    public enum Subject: Hashable, Sendable {
        /// A person, stated by identity: user, session, and the role in each family.
        case user(UserID, SessionID, [FamilyID: Role])
        /// A service, stated by itself.
        case service(ServiceName)
        /// Whoever holds the operator key of this system.
        case `operator`
    }

    /// How long a passport counts at most.
    public static let lifetimeMax = Duration.seconds(300)
    /// The longest passport, in bytes.
    public static let bytesMax = 512
    /// The length of the part before name and memberships, in bytes.
    static let fixedLength = 76
    /// The first byte.
    static let version: UInt8 = 2
    /// The length of one membership, in bytes.
    static let membershipLength = 17

    /// Who it speaks for.
    public let subject: Subject
    /// Which of the user's passports it is: identity counts up whenever all of those before lose
    /// their force (`RevocationList`). 0 where it speaks for no person.
    public let generation: Int64
    /// When it was issued, on the machine's clock: a time of day that is corrected neither
    /// lengthens nor shortens its life.
    public let issuedAt: MachineTime
    /// How long it counts from then on, at most `lifetimeMax`.
    public let lifetime: Duration

    /// A passport for this subject and time.
    public init(
        subject: Subject, generation: Int64 = 0, issuedAt: MachineTime,
        lifetime: Duration = Passport.lifetimeMax
    ) {
        self.subject = subject
        self.generation = generation
        self.issuedAt = issuedAt
        self.lifetime = lifetime
    }

    /// From this point on it no longer counts.
    public var expiresAt: MachineTime { issuedAt.advanced(by: lifetime) }

    /// Whether it is in force at this point: issued since the machine started and not ahead of its
    /// clock, not over, and for no longer than a passport may last.
    func isInForce(at now: MachineTime) -> Bool {
        issuedAt.start == now.start && issuedAt <= now && now < expiresAt
            && lifetime <= Passport.lifetimeMax
    }

    /// The bytes that are signed.
    var statement: [UInt8] {
        var bytes: [UInt8] = [Passport.version]
        switch subject {
        case .user(let user, let session, let families):
            bytes += [1, 0, UInt8(clamping: families.count)]
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

    /// The statement and its signature.
    public func signed(with key: SigningKey) throws -> [UInt8] {
        let statement = statement
        return statement + (try key.signature(of: statement))
    }
}

extension Passport {
    /// A passport as it arrived: read, but not yet believed.
    struct Unverified {
        let passport: Passport
        let statement: [UInt8]
        let signature: [UInt8]
    }

    /// Reads a passport's bytes; `nil` if they have another form. Nothing is believed yet.
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
        case (1, 0, 0...FamilyLimit.familiesPerUser):
            guard let families = memberships(bytes[fixedLength..<length]) else { return nil }
            subject = .user(user, session, families)
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
