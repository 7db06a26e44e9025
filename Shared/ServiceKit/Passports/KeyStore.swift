public import Contracts
import Foundation
import Glibc
public import Sodium
import Synchronization

/// The Ed25519 keys of one system, under `keys/` of its home. Each owner has a secret seed
/// (`NAME.key`, 0600) and a public key (`NAME.pub`), and creates them if they are missing.
public final class KeyStore: Sendable {
    /// The owner of a key.
    public enum Owner: Hashable, Sendable {
        /// The identity service, for users' passports.
        case identity
        /// A service, for its own passport.
        case service(ServiceName)
        /// The operator of the system.
        case `operator`

        var fileName: String {
            switch self {
            case .identity: "identity"
            case .service(let name): "service-\(name.rawValue)"
            case .operator: "operator"
            }
        }
    }

    private let folder: String
    private let publicKeys = Mutex<[Owner: VerifyingKey]>([:])

    /// Creates a store for this folder, which must exist with mode 0700.
    public init(folder: String) {
        self.folder = folder
    }

    /// Returns the public key of an owner; nil if the owner has not created one.
    public func publicKey(of owner: Owner) -> VerifyingKey? {
        if let known = publicKeys.withLock({ $0[owner] }) {
            return known
        }
        guard let bytes = try? PrivateFile.read(path(owner, "pub"), sizeMax: 64),
            let key = try? VerifyingKey(bytes)
        else { return nil }
        publicKeys.withLock { $0[owner] = key }
        return key
    }

    /// Returns the secret key of an owner, created if necessary. Throws if the file is readable by
    /// others or contains no key.
    public func signingKey(of owner: Owner) throws -> SigningKey {
        let secret = path(owner, "key")
        if !FileManager.default.fileExists(atPath: secret) {
            let key = try SigningKey()
            // The first process to link its file wins; others use the winner's key.
            try PrivateFile.create(secret, holding: key.seed.unsafeCopy())
        }
        let key = try existingSigningKey(of: owner)
        let open = path(owner, "pub")
        let bytes = key.verifyingKey.bytes
        // With the public key of an earlier secret every passport would be refused.
        if (try? PrivateFile.read(open, sizeMax: 64)) != bytes {
            try PrivateFile.replace(open, holding: bytes)
        }
        return key
    }

    /// Returns the existing secret key of an owner. Throws if there is none.
    public func existingSigningKey(of owner: Owner) throws -> SigningKey {
        var seed = try PrivateFile.read(path(owner, "key"), sizeMax: SigningKey.seedByteCount)
        return try SigningKey(seed: SecretBytes(wiping: &seed))
    }

    private func path(_ owner: Owner, _ suffix: String) -> String {
        "\(folder)/\(owner.fileName).\(suffix)"
    }
}
