import Contracts
public import Majordomo
import Sodium

/// Says which worker may offer which service: one of the product only to whoever signs with the
/// key of that service, any other name to everybody of this user.
public struct RegistrationCheck: Sendable {
    private let keysFolder: String

    /// A check against the public keys in this folder.
    public init(keysFolder: String) {
        self.keysFolder = keysFolder
    }

    /// Whether the worker may offer the service. The key is read anew each time: a service that
    /// was given another one since registers with it at once, and the old one counts no more.
    public func admits(_ registration: WorkerRegistration) -> Bool {
        guard let service = ServiceName(rawValue: registration.service) else { return true }
        guard let proof = registration.proof,
            let key = KeyStore(folder: keysFolder).publicKey(of: .service(service))
        else { return false }
        let statement = WorkerRegistration.statement(
            service: registration.service, challenge: registration.challenge)
        return key.isValid(signature: proof, for: statement)
    }
}
