import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Removes what broken uploads left: parts, and files whose row was never written. Nothing that
/// an hour has not passed over is touched, and nothing that somebody works on.
struct AttachmentSweep {
    /// How long an upload may rest before it is given up.
    static let restMax = Duration.seconds(3_600)

    /// What a sweep did.
    struct Report: Equatable {
        var uploads = 0
        var parts = 0
        var files = 0
    }

    let files: AttachmentFiles
    let service: DataService

    /// Sweeps once, by time that really passed.
    func run() throws -> Report {
        var report = Report()
        let oldest = service.housekeeping.now().advanced(by: .zero - Self.restMax)
        for entry in try orphans(writtenBefore: oldest) {
            // A file in use is no orphan.
            let isRemoved = try? files.exclusively(entry.id) { try remove(entry) }
            guard isRemoved == true else { continue }
            if entry.isPart { report.parts += 1 } else { report.files += 1 }
        }
        report.uploads = try forgetUploads(begunBefore: oldest)
        return report
    }

    /// Old parts, and old files that have no row as far as one look tells.
    private func orphans(
        writtenBefore oldest: Instant
    ) throws -> [AttachmentFolder.Entry] {
        let old = try files.folder.entries().filter { entry in
            try files.folder.writtenAt(entry).map { $0 < oldest } ?? false
        }
        return try service.database.read { transaction in
            try old.filter { entry in
                try entry.isPart
                    || !transaction.exists(AttachmentStatements.isAttached, SQLValue(entry.id))
            }
        }
    }

    /// Removes a file that no row names; the upload's row goes first, so that a kill in between
    /// leaves a file that the next sweep knows for an orphan.
    private func remove(_ entry: AttachmentFolder.Entry) throws -> Bool {
        let isAttached = try service.write(nil) { unit in
            let transaction = unit.transaction
            if try transaction.exists(AttachmentStatements.isAttached, SQLValue(entry.id)) {
                return true
            }
            try transaction.execute(AttachmentStatements.sweepUpload, SQLValue(entry.id))
            return false
        }
        // A part beside an attached file is a leftover; the file itself is none.
        guard !isAttached || entry.isPart else { return false }
        try files.folder.remove(entry)
        return true
    }

    /// Forgets uploads that were begun long ago and of which nothing has come.
    private func forgetUploads(begunBefore oldest: Instant) throws -> Int {
        let old = try service.database.read { transaction in
            try transaction.rows(AttachmentStatements.oldUploads, SQLValue(oldest)) { row in
                try row.identifier(0, as: AttachmentID.self)
            }
        }
        var count = 0
        for id in old {
            let isForgotten = try? files.exclusively(id) {
                // Parts that still come keep their upload.
                for isPart in [true, false]
                where try files.folder.size(.init(id: id, isPart: isPart)) != nil {
                    return false
                }
                try service.write(nil) { unit in
                    _ = try unit.transaction.execute(
                        AttachmentStatements.sweepUpload, SQLValue(id))
                }
                return true
            }
            if isForgotten == true { count += 1 }
        }
        return count
    }
}
