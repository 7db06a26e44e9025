import Contracts
import Foundation
import Storage

/// All databases of a home as of one instant, and the ids of all files attached by then. Only the
/// thread that made it may use it.
final class HomeCut {
    /// The instant of the snapshots.
    let madeAt: Instant
    let id: BackupID
    /// The longest time that a service paused its writes.
    let pause: Duration
    let services: [ServiceName]
    /// The attached files; the work folder has a link to each.
    let attachments: [AttachmentID]

    private var snapshots: [ServiceName: DatabaseSnapshot]
    private var holds: ServiceHolds?

    init(
        madeAt: Instant, id: BackupID, pause: Duration, attachments: [AttachmentID],
        snapshots: [ServiceName: DatabaseSnapshot], holds: ServiceHolds?
    ) {
        self.madeAt = madeAt
        self.id = id
        self.pause = pause
        services = ServiceName.allCases.filter { snapshots[$0] != nil }
        self.attachments = attachments
        self.snapshots = snapshots
        self.holds = holds
    }

    deinit { end() }

    /// Copies a service's snapshot into a new file and ends the snapshot.
    func copy(_ service: ServiceName, to path: String) throws {
        guard let snapshot = snapshots.removeValue(forKey: service) else {
            preconditionFailure("a database is copied once")
        }
        defer { snapshot.end() }
        do {
            try snapshot.copy(to: path)
        } catch let error as StorageError {
            throw BackupRefusal(
                error.code == .disk ? .unavailable : .internal,
                "The database of \(service.rawValue) could not be copied",
                reason: "\(error.message). Nothing was left behind.",
                remedy: error.code == .disk ? "Free space in the home, then repeat." : nil)
        }
    }

    /// Ends all remaining snapshots and reports to the services that copying is over.
    func end() {
        for snapshot in snapshots.values { snapshot.end() }
        snapshots = [:]
        // A service that misses the report checkpoints its WAL again once its copy time is over.
        _ = try? holds?.release(copying: .zero)
        holds = nil
    }
}
