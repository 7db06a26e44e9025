import Contracts
import Foundation
import ServiceKit

/// Pauses the writes of a home's running services at the same time, and resumes them.
final class ServiceHolds {
    /// The time a service has to pause its writes. The rest of the lease is for the snapshots.
    static let patience = Duration.milliseconds(1_500)

    private let services: [ServiceName]
    private let id: BackupID
    private let transport: BrokerTransport
    private let caller: Caller
    private let passport: [UInt8]

    /// Connects to the broker as the operator. No service waits yet.
    init(
        of services: [ServiceName], id: BackupID, home: CompassHome, endpoint: String,
        clock: ProcessClock
    ) throws {
        self.services = services
        self.id = id
        do {
            let key = try KeyStore(folder: home.keysFolder).existingSigningKey(of: .operator)
            passport = try ServicePassportSource(subject: .operator, key: key, clock: clock)
                .passport()
        } catch {
            throw BackupRefusal(
                .forbidden, "Only the system's operator can do that",
                reason: "There is no readable operator key in \(home.keysFolder).")
        }
        do {
            transport = try BrokerTransport(endpoint: endpoint)
        } catch {
            throw BackupRefusal(
                .validationFailed, "The broker's endpoint cannot be used", reason: "\(error)")
        }
        caller = Caller(transport: transport, clock: clock)
    }

    deinit { transport.stop(by: ContinuousClock.now) }

    /// Pauses the writes of all services, and returns once all are paused.
    ///
    /// - Throws: the first failure, after releasing the services that did pause.
    func begin() throws {
        do {
            _ = try answers(
                HoldWrites.self,
                .init(backupID: id, leaseMilliseconds: BackupLimit.leaseMillisecondsMax))
        } catch {
            _ = try? release(copying: .zero)
            throw error
        }
    }

    /// Resumes the writes of all services, which do not checkpoint their WAL while `copying` lasts.
    ///
    /// - Returns: the longest pause of a service; nil if one had resumed before.
    @discardableResult
    func release(copying: Duration) throws -> Duration? {
        let request = ReleaseWrites.Request(
            backupID: id, copyMilliseconds: Int(copying.wholeMilliseconds))
        let results = try answers(ReleaseWrites.self, request)
        guard results.allSatisfy(\.wasHeld) else { return nil }
        return .microseconds(results.map(\.heldMicroseconds).max() ?? 0)
    }

    /// Calls all services at once and waits for every answer. Throws the first failure.
    private func answers<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> [Op.Response] {
        let payload = try JSONCoding.encode(request)
        let options = Caller.Options(passport: passport, budget: Self.patience)
        let calls = services.map { service in
            (service, caller.begin(operation, payload: payload, at: service, options: options))
        }
        var results: [Op.Response] = []
        var failure: BackupRefusal?
        for (service, call) in calls {
            do {
                results.append(
                    try JSONCoding.decodeResponse(Op.Response.self, from: try call.answer().json))
            } catch let error as Caller.Failure {
                failure = failure ?? Self.refusal(service, error.error)
            } catch {
                failure = failure ?? BackupRefusal(.internal, "\(error)")
            }
        }
        if let failure { throw failure }
        return results
    }

    private static func refusal(_ service: ServiceName, _ error: ServiceError) -> BackupRefusal {
        BackupRefusal(
            error.code.isRetryable ? .unavailable : error.code,
            "\(service.rawValue) did not wait for the backup",
            reason: "\(error.message). Nothing was left behind.",
            remedy: "See whether it answers: compass service status")
    }
}
