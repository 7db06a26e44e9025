import Contracts
import Foundation
import Sodium
import Support
import Testing

@testable import ServiceKit

@Suite("Passport")
struct PassportTests {
    private let now = Instant(text: "2026-02-10T12:00:00Z")!
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var keys: KeyStore { KeyStore(folder: folder.url.path) }

    private func userPassport(
        families: [FamilyID: Role] = [:], user: UserID? = nil, session: SessionID? = nil,
        issuedAt: Instant? = nil, lifetime: Duration = Passport.lifetimeMax
    ) -> Passport {
        let issuedAt = issuedAt ?? now
        return Passport(
            subject: .user(user ?? .make(at: now), session ?? .make(at: now), families),
            issuedAt: issuedAt, expiresAt: issuedAt.advanced(by: lifetime))
    }

    private func families(_ count: Int) -> [FamilyID: Role] {
        Dictionary(
            uniqueKeysWithValues: (0..<count).map {
                (FamilyID.make(at: now), $0.isMultiple(of: 2) ? Role.player : .parent)
            })
    }

    @Test(arguments: [0, 1, 2, 16])
    func readsWhatItWrites(count: Int) throws {
        let passport = userPassport(families: families(count))
        let octets = try passport.signed(with: SigningKey())
        #expect(octets.count <= Passport.octetsMax)
        let read = try #require(Passport.read(octets))
        #expect(read.passport == passport)
        #expect(read.statement + read.signature == octets)
    }

    @Test
    func refusesOneFamilyTooMany() throws {
        let octets = try userPassport(families: families(17)).signed(with: SigningKey())
        #expect(Passport.read(octets) == nil)
    }

    @Test
    func refusesEveryCutAndEveryPrefix() throws {
        let octets = try userPassport(families: families(3)).signed(with: SigningKey())
        for length in 0..<octets.count {
            #expect(Passport.read(Array(octets[..<length])) == nil)
        }
        #expect(Passport.read(octets + [0]) == nil)
    }

    @Test
    func believesOnlyTheIssuersKey() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let genuine = try userPassport().signed(with: keys.signingKey(of: .identity))
        #expect(try verifier.principal(of: genuine, at: now).user != nil)

        let foreign = try userPassport().signed(with: SigningKey())
        let byService = try userPassport().signed(with: keys.signingKey(of: .service(.coaches)))
        for forged in [foreign, byService] {
            #expect(throws: ServiceError.self) { try verifier.principal(of: forged, at: now) }
        }
    }

    @Test
    func refusesEveryFlippedBit() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let genuine = try userPassport(families: families(1)).signed(
            with: keys.signingKey(of: .identity))
        for position in genuine.indices {
            var octets = genuine
            octets[position] ^= 1 << UInt8(position % 8)
            #expect(throws: ServiceError.self) { try verifier.principal(of: octets, at: now) }
        }
    }

    @Test
    func endsAtItsInstantAndNotBefore() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let passport = userPassport()
        let octets = try passport.signed(with: keys.signingKey(of: .identity))
        let last = Instant(milliseconds: passport.expiresAt.milliseconds - 1)
        #expect(try verifier.principal(of: octets, at: last).user != nil)
        let error = #expect(throws: ServiceError.self) {
            try verifier.principal(of: octets, at: passport.expiresAt)
        }
        #expect(error?.code == .unauthenticated)
    }

    @Test
    func livesNoLongerThanFiveMinutesEvenIfSigned() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let key = try keys.signingKey(of: .identity)
        let long = try userPassport(lifetime: .milliseconds(300_001)).signed(with: key)
        #expect(throws: ServiceError.self) { try verifier.principal(of: long, at: now) }
    }

    @Test
    func revokedSessionIsRefusedAtOnceAlsoFromTheCache() throws {
        let revocations = RevocationList()
        let verifier = PassportVerifier(keys: keys, revocations: revocations)
        let session = SessionID.make(at: now)
        let octets = try userPassport(session: session).signed(
            with: keys.signingKey(of: .identity))
        #expect(try verifier.principal(of: octets, at: now).user != nil)
        revocations.revoke(session: session, endedAt: now)
        #expect(throws: ServiceError.self) { try verifier.principal(of: octets, at: now) }
    }

    @Test
    func nobodyIsLetInWhileASignOutMayBeMissing() throws {
        let revocations = RevocationList()
        let verifier = PassportVerifier(keys: keys, revocations: revocations)
        let octets = try userPassport().signed(with: keys.signingKey(of: .identity))
        revocations.awaitNews()
        do {
            _ = try verifier.principal(of: octets, at: now)
            Issue.record("a passport counted before the list was complete")
        } catch {
            #expect(error.code == .unavailable && error.code.isRetryable)
        }
        #expect(try verifier.principal(of: [], at: now) == .anonymous)
        revocations.becameComplete()
        #expect(try verifier.principal(of: octets, at: now).user != nil)
    }

    @Test
    func passportUpToTheFloorIsRefusedAndALaterOneCounts() throws {
        let revocations = RevocationList()
        let verifier = PassportVerifier(keys: keys, revocations: revocations)
        let user = UserID.make(at: now)
        let key = try keys.signingKey(of: .identity)
        revocations.revoke(user: user, issuedUpTo: now)
        let atFloor = try userPassport(user: user, issuedAt: now).signed(with: key)
        let later = try userPassport(
            user: user, issuedAt: Instant(milliseconds: now.milliseconds + 1)
        ).signed(with: key)
        #expect(throws: ServiceError.self) { try verifier.principal(of: atFloor, at: now) }
        #expect(try verifier.principal(of: later, at: now).user?.userID == user)
    }

    @Test
    func revocationIsForgottenAfterEveryPassportItConcernsAndNotBefore() {
        let revocations = RevocationList()
        let (user, session) = (UserID.make(at: now), SessionID.make(at: now))
        revocations.revoke(session: session, endedAt: now)
        revocations.revoke(user: user, issuedUpTo: now)
        let kept = now.advanced(by: RevocationList.keptFor)
        revocations.revoke(session: .make(at: now), endedAt: kept)
        #expect(revocations.count == 3)
        #expect(!revocations.admits(.make(at: now), session, issuedAt: now))
        #expect(!revocations.admits(user, .make(at: now), issuedAt: now))
        for number in 1...1_000 {
            let later = kept.advanced(by: Passport.lifetimeMax * number)
            revocations.revoke(session: .make(at: later), endedAt: later)
        }
        #expect(revocations.count <= 6)
        #expect(revocations.admits(user, session, issuedAt: now))
    }

    @Test(arguments: [Passport.Subject.service(.coaches), .operator])
    func idsOfAPersonAreZeroWhereNobodyIsMeant(subject: Passport.Subject) throws {
        let passport = Passport(subject: subject, issuedAt: now, expiresAt: now)
        let octets = try passport.signed(with: SigningKey())
        #expect(Passport.read(octets)?.passport == passport)
        for position in 4..<36 {
            var other = octets
            other[position] = 1
            #expect(Passport.read(other) == nil)
        }
    }

    @Test
    func aFamilyIsNamedOnce() throws {
        var octets = try userPassport(families: families(2)).signed(with: SigningKey())
        octets.replaceSubrange(69..<85, with: octets[52..<68])
        #expect(Passport.read(octets) == nil)
    }

    @Test
    func noOctetsAreNobody() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        #expect(try verifier.principal(of: [], at: now) == .anonymous)
    }

    @Test
    func serviceAndOperatorSpeakForThemselves() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let clock = ProcessClock(fixed: now)
        let service = ServicePassportSource(
            subject: .service(.coaches), key: try keys.signingKey(of: .service(.coaches)),
            clock: clock)
        #expect(
            try verifier.principal(of: service.passport(), at: now) == .service(.coaches))
        let `operator` = ServicePassportSource(
            subject: .operator, key: try keys.signingKey(of: .operator), clock: clock)
        #expect(try verifier.principal(of: `operator`.passport(), at: now) == .operator)
    }
}

@Suite("KeyStore")
struct KeyStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test
    func makesAKeyOnceWithMode0600() throws {
        let keys = KeyStore(folder: folder.url.path)
        let first = try keys.signingKey(of: .identity)
        let again = try KeyStore(folder: folder.url.path).signingKey(of: .identity)
        #expect(first.verifyingKey == again.verifyingKey)
        #expect(KeyStore(folder: folder.url.path).publicKey(of: .identity) == first.verifyingKey)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.url.path + "/identity.key")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test
    func publicKeyOfAnotherSecretIsReplacedByItsOwner() throws {
        let key = try KeyStore(folder: folder.url.path).signingKey(of: .identity)
        try FileManager.default.removeItem(atPath: folder.url.path + "/identity.key")
        let next = try KeyStore(folder: folder.url.path).signingKey(of: .identity)
        #expect(next.verifyingKey != key.verifyingKey)
        #expect(KeyStore(folder: folder.url.path).publicKey(of: .identity) == next.verifyingKey)
    }

    @Test
    func refusesAKeyThatOthersCanRead() throws {
        let keys = KeyStore(folder: folder.url.path)
        _ = try keys.signingKey(of: .identity)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.url.path + "/identity.key")
        let failure = #expect(throws: PrivateFile.Failure.self) {
            try KeyStore(folder: folder.url.path).signingKey(of: .identity)
        }
        #expect(failure?.description.contains("chmod 600") == true)
    }

    @Test
    func ownerWithoutAKeyHasNone() {
        let keys = KeyStore(folder: folder.url.path)
        #expect(keys.publicKey(of: .operator) == nil)
        #expect(throws: (any Error).self) { try keys.existingSigningKey(of: .operator) }
    }
}
