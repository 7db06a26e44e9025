import Contracts
import Foundation
import Majordomo
import Sodium
import Support
import Testing

@testable import ServiceKit

/// Whoever offers a service of the product proves its key.
struct RegistrationCheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func registration(
        _ service: String, signedWith key: SigningKey?, challenge: String = "0a0b",
        statementOf other: String? = nil
    ) throws -> WorkerRegistration {
        let statement = WorkerRegistration.statement(
            service: other ?? service, challenge: "0a0b")
        return WorkerRegistration(
            service: service, challenge: challenge,
            proof: try key.map { try $0.signature(of: statement) })
    }

    @Test(arguments: ServiceName.allCases)
    func onlyTheServicesOwnKeyCounts(_ service: ServiceName) throws {
        let keys = KeyStore(folder: folder.url.path)
        let check = RegistrationCheck(keysFolder: folder.url.path)
        let name = service.rawValue
        // Before the service has made its key nobody is this service.
        let first = try SigningKey()
        #expect(try !check.admits(registration(name, signedWith: first)))
        let own = try keys.signingKey(of: .service(service))
        #expect(try check.admits(registration(name, signedWith: own)))
        #expect(try !check.admits(registration(name, signedWith: nil)))
        #expect(try !check.admits(registration(name, signedWith: first)))
        for other in ServiceName.allCases where other != service {
            let key = try keys.signingKey(of: .service(other))
            #expect(try !check.admits(registration(name, signedWith: key)))
        }
        let operatorKey = try keys.signingKey(of: .operator)
        #expect(try !check.admits(registration(name, signedWith: operatorKey)))
        #expect(try !check.admits(registration(name, signedWith: own, challenge: "0a0c")))
        #expect(try !check.admits(registration(name, signedWith: own, statementOf: "other")))
    }

    @Test func anyOtherNameNeedsNoKey() throws {
        let check = RegistrationCheck(keysFolder: folder.url.path)
        #expect(try check.admits(registration("echo", signedWith: nil)))
        #expect(try check.admits(registration("identity2", signedWith: nil)))
    }

    /// A service that was given another key registers with it at once.
    @Test func anotherKeyCountsFromTheNextRegistrationOn() throws {
        let check = RegistrationCheck(keysFolder: folder.url.path)
        let old = try KeyStore(folder: folder.url.path).signingKey(of: .service(.events))
        #expect(try check.admits(registration("events", signedWith: old)))
        try FileManager.default.removeItem(atPath: folder.path("service-events.key"))
        let new = try KeyStore(folder: folder.url.path).signingKey(of: .service(.events))
        #expect(try check.admits(registration("events", signedWith: new)))
        #expect(try !check.admits(registration("events", signedWith: old)))
    }
}
