public import Contracts
import Foundation
import Glibc
public import Sodium
import Synchronization

/// The Ed25519 keys of one system, under `keys/` of its home: a secret seed (`NAME.key`, 0600) and
/// a public key (`NAME.pub`) for each owner. A missing key is made by its owner.
public final class KeyStore: Sendable {
    /// Who owns a key.
    public enum Owner: Hashable, Sendable {
        /// Identity, for the passports of people.
        case identity
        /// A service, for its own passport.
        case service(ServiceName)
        /// Whoever operates the system.
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

    /// The keys in this folder, which exists with mode 0700.
    public init(folder: String) {
        self.folder = folder
    }

    /// The public key of an owner; `nil` while that owner has made none.
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

    /// The secret key of an owner, made now if there is none. Throws if the file can be read by
    /// others or does not hold a key.
    public func signingKey(of owner: Owner) throws -> SigningKey {
        let secret = path(owner, "key")
        if !FileManager.default.fileExists(atPath: secret) {
            let key = try SigningKey()
            // The first to link its file wins; a second one uses the winner's key.
            try PrivateFile.create(secret, holding: key.seed.unsafeCopy())
        }
        let key = try existingSigningKey(of: owner)
        let open = path(owner, "pub")
        let bytes = key.verifyingKey.bytes
        // One that belongs to an earlier secret would have every passport refused.
        if (try? PrivateFile.read(open, sizeMax: 64)) != bytes {
            try PrivateFile.replace(open, holding: bytes)
        }
        return key
    }

    /// The secret key of an owner that has one. Throws if there is none.
    public func existingSigningKey(of owner: Owner) throws -> SigningKey {
        var seed = try PrivateFile.read(path(owner, "key"), sizeMax: SigningKey.seedByteCount)
        return try SigningKey(seed: SecretBytes(wiping: &seed))
    }

    private func path(_ owner: Owner, _ suffix: String) -> String {
        "\(folder)/\(owner.fileName).\(suffix)"
    }
}
