import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Removes what interrupted uploads left behind: part files, and files whose row was never written.
/// Skips files in use and those written within the last hour.
struct AttachmentSweep {
    /// The time without progress after which an upload is abandoned.
    static let restMax = Duration.seconds(3_600)

    /// The numbers of items removed by a sweep.
    struct Report: Equatable {
        var uploads = 0
        var parts = 0
        var files = 0
    }

    let files: AttachmentFiles
    let service: DataService

    /// Sweeps once, in housekeeping time.
    func run() throws -> Report {
        var report = Report()
        let oldest = service.housekeeping.now().advanced(by: .zero - Self.restMax)
        for entry in try orphans(writtenBefore: oldest) {
            // A file in use is not an orphan.
            let isRemoved = try? files.exclusively(entry.id) { try remove(entry) }
            guard isRemoved == true else { continue }
            if entry.isPart { report.parts += 1 } else { report.files += 1 }
        }
        report.uploads = try forgetUploads(begunBefore: oldest)
        return report
    }

    /// Old part files, and old files without a row at the time of reading.
    private func orphans(
        writtenBefore oldest: Instant
    ) throws -> [AttachmentFolder.Entry] {
        let old = try files.folder.entries().filter { entry in
            try files.folder.writtenAt(entry).map { $0 < oldest } ?? false
        }
        return try service.database.read { transaction in
            try old.filter { entry in
                try entry.isPart
                    || !transaction.exists(AttachmentStatements.isAttached, entry.id)
            }
        }
    }

    /// Removes a file without a row. The upload's row is deleted first, so that after a kill the
    /// next sweep still finds the file orphaned.
    private func remove(_ entry: AttachmentFolder.Entry) throws -> Bool {
        let isAttached = try service.write(nil) { unit in
            let transaction = unit.transaction
            if try transaction.exists(AttachmentStatements.isAttached, entry.id) {
                return true
            }
            try transaction.execute(AttachmentStatements.sweepUpload, entry.id)
            return false
        }
        // A part file next to an attached file is a leftover; the attached file is kept.
        guard !isAttached || entry.isPart else { return false }
        try files.folder.remove(entry)
        return true
    }

    /// Deletes old uploads that have no file.
    private func forgetUploads(begunBefore oldest: Instant) throws -> Int {
        let old = try service.database.read { transaction in
            try transaction.rows(AttachmentStatements.oldUploads, oldest) { row in
                try row.identifier(0, as: AttachmentID.self)
            }
        }
        var count = 0
        for id in old {
            let isForgotten = try? files.exclusively(id) {
                // An upload whose part file exists is kept.
                for isPart in [true, false]
                where try files.folder.size(.init(id: id, isPart: isPart)) != nil {
                    return false
                }
                try service.write(nil) { unit in
                    _ = try unit.transaction.execute(AttachmentStatements.sweepUpload, id)
                }
                return true
            }
            if isForgotten == true { count += 1 }
        }
        return count
    }
}
