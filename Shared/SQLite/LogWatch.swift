internal import CSQLite

/// Counts the pages in the write-ahead log: SQLite tells it after every commit
/// (<https://sqlite.org/c3ref/wal_hook.html>).
final class LogWatch {
    var pages = 0
    /// Pages that the last checkpoint had moved.
    var movedPages = 0
    /// Regions that the wal-index has room for at least.
    var indexRegions = 1

    /// The connection keeps the watch for as long as SQLite may call it.
    func install(on handle: OpaquePointer) {
        _ = unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context = unsafe context else { return SQLITE_OK }
                let watch = unsafe Unmanaged<LogWatch>.fromOpaque(context).takeUnretainedValue()
                watch.pages = Int(pages)
                // A commit adds pages, so a log that did not grow began anew.
                if watch.pages <= watch.movedPages { watch.movedPages = 0 }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// Pages in the write-ahead log after the last commit of this connection.
    public var logPages: Int { log.pages }

    /// Of these, pages that are not in the database file yet.
    public var unmovedLogPages: Int { max(0, log.pages - log.movedPages) }
}
