import Contracts
import Foundation
import Sodium
import Support
import Testing

@testable import ServiceKit

/// A signature is checked once; what stands beside it in the cache is never believed for it.
@Suite struct PassportCacheTests {
    private let now = MachineTime(start: MachineStart(high: 1, low: 1), milliseconds: 900_000)
    private let folder: TemporaryFolder
    private let verifier: PassportVerifier
    private let genuine: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        let keys = KeyStore(folder: folder.url.path)
        verifier = PassportVerifier(keys: keys, revocations: RevocationList())
        genuine = try Passport(
            subject: .user(
                .make(at: .earliest), .make(at: .earliest), [.make(at: .earliest): .parent]),
            issuedAt: now
        ).signed(with: keys.signingKey(of: .identity))
        _ = try verifier.principal(of: genuine, at: now)
    }

    /// Each bit of what a genuine passport states may be another one's, with its signature.
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
