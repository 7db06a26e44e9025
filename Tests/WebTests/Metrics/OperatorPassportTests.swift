import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Web

@Suite("The passport for metrics") struct OperatorPassportTests {
    /// The services make the key at their first start, perhaps after the pages.
    @Test func aKeyThatIsMissingIsToldOnceAndUsedOnceItIsThere() throws {
        let folder = try TemporaryFolder()
        let (keys, time) = (
            KeyStore(folder: folder.url.path), MovedClock(Instant(milliseconds: 1_770_724_800_000))
        )
        let lines = Mutex<[String]>([])
        let logger = Logger(service: "test") { line in
            lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        }
        let passport = OperatorPassport(keys, clock: time.clock, logger: logger)
        #expect(passport.bytes().isEmpty && passport.bytes().isEmpty)
        #expect(lines.withLock { $0.count == 1 && $0[0].contains("operator's key") })
        _ = try keys.signingKey(of: .operator)
        let first = passport.bytes()
        let verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        #expect(try verifier.principal(of: first, at: time.clock.machineTime()) == .operator)
        time.advance(Passport.lifetimeMax)
        let later = passport.bytes()
        #expect(try verifier.principal(of: later, at: time.clock.machineTime()) == .operator)
        #expect(lines.withLock { $0.count } == 1)
    }
}
