public import Contracts
public import Sodium

/// Who asks, as a signed statement that every service checks by itself.
///
/// The layout is section 8 of `docs/protocol.md`; the signature is Ed25519 (RFC 8032) over all
/// octets before it.
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
    /// The longest passport, in octets.
    public static let octetsMax = 512
    /// The length of the part before name and memberships, in octets.
    static let fixedLength = 52
    /// The length of one membership, in octets.
    static let membershipLength = 17

    /// Who it speaks for.
    public let subject: Subject
    /// When it was issued.
    public let issuedAt: Instant
    /// From this instant on it no longer counts.
    public let expiresAt: Instant

    /// A passport for this subject and time.
    public init(subject: Subject, issuedAt: Instant, expiresAt: Instant) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// The octets that are signed.
    var statement: [UInt8] {
        var octets: [UInt8] = [1]
        switch subject {
        case .user(let user, let session, let families):
            octets += [1, 0, UInt8(clamping: families.count)]
            octets += user.octets + session.octets
            appendTimes(to: &octets)
            for (family, role) in families.sorted(by: { $0.key < $1.key }) {
                octets += family.octets
                octets.append(role == .player ? 1 : 2)
            }
        case .service(let name):
            octets += [2, UInt8(clamping: name.rawValue.utf8.count), 0]
            octets += [UInt8](repeating: 0, count: 32)
            appendTimes(to: &octets)
            octets += name.rawValue.utf8
        case .operator:
            octets += [3, 0, 0]
            octets += [UInt8](repeating: 0, count: 32)
            appendTimes(to: &octets)
        }
        return octets
    }

    private func appendTimes(to octets: inout [UInt8]) {
        for instant in [issuedAt, expiresAt] {
            let value = UInt64(bitPattern: instant.milliseconds)
            octets += (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
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

    /// Reads a passport's octets; `nil` if they have another form. Nothing is believed yet.
    static func read(_ octets: [UInt8]) -> Unverified? {
        guard octets.count <= octetsMax,
            octets.count >= fixedLength + SigningKey.signatureByteCount, octets[0] == 1
        else { return nil }
        let nameLength = Int(octets[2])
        let membershipCount = Int(octets[3])
        let length = fixedLength + nameLength + membershipCount * membershipLength
        guard octets.count == length + SigningKey.signatureByteCount,
            let user = UserID(octets: octets[4..<20]),
            let session = SessionID(octets: octets[20..<36])
        else { return nil }
        let issuedAt = instant(octets[36..<44])
        let expiresAt = instant(octets[44..<52])
        let name = octets[fixedLength..<fixedLength + nameLength]
        let isNobody = octets[4..<36].allSatisfy { $0 == 0 }
        let subject: Subject
        switch (octets[1], nameLength, membershipCount) {
        case (1, 0, 0...FamilyLimit.familiesPerUser):
            guard let families = memberships(octets[fixedLength..<length]) else { return nil }
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
            passport: Passport(subject: subject, issuedAt: issuedAt, expiresAt: expiresAt),
            statement: Array(octets[..<length]), signature: Array(octets[length...]))
    }

    private static func instant(_ octets: ArraySlice<UInt8>) -> Instant {
        let value = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Instant(milliseconds: Int64(bitPattern: value))
    }

    private static func memberships(_ octets: ArraySlice<UInt8>) -> [FamilyID: Role]? {
        var families: [FamilyID: Role] = [:]
        var rest = octets
        while rest.count >= membershipLength {
            guard let family = FamilyID(octets: rest.prefix(16)), families[family] == nil else {
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
