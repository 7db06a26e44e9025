import Contracts
import Foundation
import Storage

/// All databases of a home as of one instant, and the names of all files attached by then. It
/// belongs to the thread that made it.
final class HomeCut {
    /// The instant.
    let madeAt: Instant
    /// The backup.
    let id: BackupID
    /// The longest time that a service waited for it.
    let pause: Duration
    /// The services whose databases are in it.
    let services: [ServiceName]
    /// The attached files, which lie as links in the work folder.
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

    /// Copies a service's database of that instant into a new file, and lets go of it.
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

    /// Lets go of all files, and tells the services that nothing is copied any more.
    func end() {
        for snapshot in snapshots.values { snapshot.end() }
        snapshots = [:]
        // A service that does not hear it leaves its log alone for a while longer, no more.
        _ = try? holds?.release(copying: .zero)
        holds = nil
    }
}
