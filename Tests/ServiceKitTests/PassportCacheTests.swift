import Contracts
import Foundation
import Sodium
import Support
import Testing

@testable import ServiceKit

/// A signature is checked once; what stands beside it in the cache is never believed for it.
@Suite struct PassportCacheTests {
    private let now = Instant(text: "2026-02-10T12:00:00Z")!
    private let folder: TemporaryFolder
    private let verifier: PassportVerifier
    private let genuine: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        let keys = KeyStore(folder: folder.url.path)
        verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        genuine = try Passport(
            subject: .user(
                .make(at: now), .make(at: now), [.make(at: now): .parent]),
            issuedAt: now, expiresAt: now.advanced(by: Passport.lifetimeMax)
        ).signed(with: keys.signingKey(of: .identity))
        _ = try verifier.principal(of: genuine, at: now)
    }

    /// S40: each bit of what a genuine passport states may be another one's, with its signature.
    @Test func aForgedPassportBesideACachedGenuineOneIsRefused() throws {
        for position in genuine.indices {
            var forged = genuine
            forged[position] ^= 1 << UInt8(position % 8)
            #expect(throws: ServiceError.self, "bit of \(position)") {
                try verifier.principal(of: forged, at: now)
            }
        }
        #expect(try verifier.principal(of: genuine, at: now).user != nil)
    }
}
