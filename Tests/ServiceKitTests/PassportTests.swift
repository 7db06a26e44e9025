import Contracts
import Foundation
import Sodium
import Support
import Testing

@testable import ServiceKit

@Suite("Passport")
struct PassportTests {
    private let day = Instant(text: "2026-02-10T12:00:00Z")!
    private let now = MachineTime(start: MachineStart(high: 3, low: 4), milliseconds: 900_000)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var keys: KeyStore { KeyStore(folder: folder.url.path) }

    private func userPassport(
        families: [FamilyID: Role] = [:], user: UserID? = nil, session: SessionID? = nil,
        generation: Int64 = 0, issuedAt: MachineTime? = nil,
        lifetime: Duration = Passport.lifetimeMax
    ) -> Passport {
        Passport(
            subject: .user(user ?? .make(at: day), session ?? .make(at: day), families),
            generation: generation, issuedAt: issuedAt ?? now, lifetime: lifetime)
    }

    private func families(_ count: Int) -> [FamilyID: Role] {
        Dictionary(
            uniqueKeysWithValues: (0..<count).map {
                (FamilyID.make(at: day), $0.isMultiple(of: 2) ? Role.player : .parent)
            })
    }

    @Test(arguments: [0, 1, 2, 16])
    func readsWhatItWrites(count: Int) throws {
        let passport = userPassport(families: families(count), generation: 1 << 40)
        let bytes = try passport.signed(with: SigningKey())
        #expect(bytes.count <= Passport.bytesMax)
        let read = try #require(Passport.read(bytes))
        #expect(read.passport == passport)
        #expect(read.statement + read.signature == bytes)
    }

    @Test(
        arguments: [(1, nil), (4, .read), (5, .write), (6, .calendar), (7, .digest)]
            as [(UInt8, ProgramRights?)])
    func statesTheRightsOfAProgram(kind: UInt8, rights: ProgramRights?) throws {
        let passport = Passport(
            subject: .user(.make(at: day), .make(at: day), families(1), program: rights),
            issuedAt: now)
        let bytes = try passport.signed(with: SigningKey())
        #expect(bytes[1] == kind)
        #expect(Passport.read(bytes)?.passport == passport)
    }

    @Test
    func refusesOneFamilyTooMany() throws {
        let bytes = try userPassport(families: families(17)).signed(with: SigningKey())
        #expect(Passport.read(bytes) == nil)
    }

    @Test
    func refusesEveryCutAndEveryPrefix() throws {
        let bytes = try userPassport(families: families(3)).signed(with: SigningKey())
        for length in 0..<bytes.count {
            #expect(Passport.read(Array(bytes[..<length])) == nil)
        }
        #expect(Passport.read(bytes + [0]) == nil)
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
            var bytes = genuine
            bytes[position] ^= 1 << UInt8(position % 8)
            #expect(throws: ServiceError.self) { try verifier.principal(of: bytes, at: now) }
        }
    }

    @Test
    func endsAtItsInstantAndNotBefore() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let passport = userPassport()
        let bytes = try passport.signed(with: keys.signingKey(of: .identity))
        let last = passport.expiresAt.advanced(by: .milliseconds(-1))
        #expect(try verifier.principal(of: bytes, at: last).user != nil)
        let error = #expect(throws: ServiceError.self) {
            try verifier.principal(of: bytes, at: passport.expiresAt)
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
        let session = SessionID.make(at: day)
        let bytes = try userPassport(session: session).signed(
            with: keys.signingKey(of: .identity))
        #expect(try verifier.principal(of: bytes, at: now).user != nil)
        revocations.revoke(session: session, at: now)
        #expect(throws: ServiceError.self) { try verifier.principal(of: bytes, at: now) }
    }

    @Test
    func nobodyIsLetInWhileASignOutMayBeMissing() throws {
        let revocations = RevocationList()
        let verifier = PassportVerifier(keys: keys, revocations: revocations)
        let bytes = try userPassport().signed(with: keys.signingKey(of: .identity))
        revocations.awaitNews()
        do {
            _ = try verifier.principal(of: bytes, at: now)
            Issue.record("a passport counted before the list was complete")
        } catch {
            #expect(error.code == .unavailable && error.code.isRetryable)
        }
        #expect(try verifier.principal(of: [], at: now) == .anonymous)
        revocations.becameComplete()
        #expect(try verifier.principal(of: bytes, at: now).user != nil)
    }

    /// Nothing issued in the future is believed, nor anything of an earlier start of the
    /// machine.
    @Test
    func onlyWhatWasIssuedSinceTheMachineStartedAndNotAheadCounts() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let key = try keys.signingKey(of: .identity)
        func code(_ issuedAt: MachineTime, _ lifetime: Duration = Passport.lifetimeMax) throws
            -> ErrorCode?
        {
            let bytes = try userPassport(issuedAt: issuedAt, lifetime: lifetime).signed(with: key)
            do throws(ServiceError) {
                _ = try verifier.principal(of: bytes, at: now)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(try code(now) == nil)
        #expect(try code(now.advanced(by: .milliseconds(1))) == .unauthenticated)
        #expect(try code(now.advanced(by: .seconds(86_400))) == .unauthenticated)
        let earlier = MachineStart(high: 3, low: 5)
        #expect(
            try code(MachineTime(start: earlier, milliseconds: now.milliseconds - 1))
                == .unauthenticated)
        // Numbers at the ends of their range trap nothing.
        for milliseconds in [0, Int64.max - 1, Int64.max] {
            let far = MachineTime(start: now.start, milliseconds: milliseconds)
            for lifetime in [Duration.zero, .milliseconds(Int64.max)] {
                #expect(try code(far, lifetime) == .unauthenticated)
            }
        }
    }

    @Test
    func passportOfAnEarlierGenerationIsRefusedAndALaterOneCounts() throws {
        let revocations = RevocationList()
        let verifier = PassportVerifier(keys: keys, revocations: revocations)
        let user = UserID.make(at: day)
        let key = try keys.signingKey(of: .identity)
        revocations.revoke(user: user, before: 5, at: now)
        // Told again by a feed that is read from its beginning.
        revocations.revoke(user: user, before: 3, at: now)
        let earlier = try userPassport(user: user, generation: 4).signed(with: key)
        let present = try userPassport(user: user, generation: 5).signed(with: key)
        #expect(throws: ServiceError.self) { try verifier.principal(of: earlier, at: now) }
        #expect(try verifier.principal(of: present, at: now).user?.userID == user)
    }

    @Test
    func revocationIsForgottenAfterEveryPassportItConcernsAndNotBefore() {
        let revocations = RevocationList()
        let (user, session) = (UserID.make(at: day), SessionID.make(at: day))
        revocations.revoke(session: session, at: now)
        revocations.revoke(user: user, before: 1, at: now)
        let last = now.advanced(by: RevocationList.keptFor - .milliseconds(1))
        revocations.revoke(session: .make(at: day), at: last)
        #expect(revocations.forgetOld(at: last, limit: 9).count == 0)
        #expect(!revocations.admits(.make(at: day), session, generation: 0))
        #expect(!revocations.admits(user, .make(at: day), generation: 0))
        let end = now.advanced(by: RevocationList.keptFor)
        // Another start of the machine says nothing of how long ago it was.
        let other = MachineTime(start: MachineStart(high: 9, low: 9), milliseconds: .max)
        #expect(revocations.forgetOld(at: other, limit: 9).count == 0)
        let first = revocations.forgetOld(at: end, limit: 1)
        #expect(first.sessions == [session] && first.users.isEmpty)
        #expect(revocations.forgetOld(at: end, limit: 9).users == [user])
        #expect(revocations.count == 1)
        #expect(revocations.admits(user, session, generation: 0))
    }

    @Test(arguments: [Passport.Subject.service(.coaches), .operator])
    func idsOfAPersonAreZeroWhereNobodyIsMeant(subject: Passport.Subject) throws {
        let passport = Passport(subject: subject, issuedAt: now)
        let bytes = try passport.signed(with: SigningKey())
        #expect(Passport.read(bytes)?.passport == passport)
        for position in Array(4..<36) + [75] {
            var other = bytes
            other[position] = 1
            #expect(Passport.read(other) == nil)
        }
    }

    @Test
    func aFamilyIsNamedOnce() throws {
        var bytes = try userPassport(families: families(2)).signed(with: SigningKey())
        bytes.replaceSubrange(93..<109, with: bytes[76..<92])
        #expect(Passport.read(bytes) == nil)
    }

    @Test
    func noBytesAreNobody() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        #expect(try verifier.principal(of: [], at: now) == .anonymous)
    }

    @Test
    func serviceAndOperatorSpeakForThemselves() throws {
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        let clock = ProcessClock(fixed: day)
        let now = clock.machineTime().advanced(by: .seconds(1))
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
