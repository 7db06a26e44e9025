internal import CSQLite

/// Counts the pages in the write-ahead log, which SQLite reports after every commit
/// (<https://sqlite.org/c3ref/wal_hook.html>).
final class WALWatch {
    var pages = 0
    /// The number of pages moved by the last checkpoint.
    var movedPages = 0
    /// The number of regions that the wal-index has at least.
    var indexRegions = 1

    /// Installs the watch, which the connection must keep as long as SQLite may call it.
    func install(on handle: OpaquePointer) {
        _ = unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                let watch = unsafe Unmanaged<WALWatch>.fromOpaque(context).takeUnretainedValue()
                watch.pages = Int(pages)
                // A commit adds pages, so a log that did not grow was restarted.
                if watch.pages <= watch.movedPages { watch.movedPages = 0 }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// The number of pages in the write-ahead log after this connection's last commit.
    public var walPages: Int { log.pages }

    /// The number of log pages that are not in the database file yet.
    public var unmovedLogPages: Int { max(0, log.pages - log.movedPages) }
}
