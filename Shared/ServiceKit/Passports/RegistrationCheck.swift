import Contracts
public import Majordomo
import Sodium

/// Decides which worker may offer which service. A service of the product requires a signature with
/// its key; any other name is open to all workers of this user.
@Memberwise
public struct RegistrationCheck: Sendable {
    private let keysFolder: String

    /// Returns whether the worker may offer the service. Reads the key each time, so that a
    /// replaced key takes effect at once.
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
