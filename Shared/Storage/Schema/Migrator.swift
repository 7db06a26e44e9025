internal import Glibc
internal import SQLite

/// Updates a file to the newest schema. Each step runs in one transaction with its version number,
/// so that a kill leaves the version before or after the step.
struct Migrator {
    /// The tables of this module, created first in every file.
    static let storageTrack = MigrationTrack(
        "storage",
        [
            Migration("owner epoch", sql: Dialect.createOwnerTable),
            Migration("marks of the file", sql: Dialect.addMarks),
        ])

    let connection: Connection
    let tracks: [MigrationTrack]

    init(_ connection: Connection, tracks: [MigrationTrack]) {
        self.connection = connection
        self.tracks = [Self.storageTrack] + tracks
        let names = Set(self.tracks.map(\.name))
        precondition(names.count == self.tracks.count, "two migration tracks have one name")
    }

    /// Applies the missing steps and returns their number. First copies an existing file to
    /// `PATH.vN.bak`, where N is the sum of its track versions (`user_version`).
    func run() throws -> Int {
        let before = try versions()
        try refuseNewer(before)
        guard isBehind(before) else { return 0 }
        let total = before.values.reduce(0, +)
        if total > 0 { try backUp(version: total) }
        let hasTracks = try connection.scalar(Dialect.hasTrackTable) == 1
        if !hasTracks { try apply(Migration("tracks", sql: Dialect.createTrackTable)) { _ in } }
        var applied = 0
        for track in tracks {
            for (index, migration) in track.migrations.enumerated()
            where index >= before[track.name] ?? 0 {
                try apply(migration) { transaction in
                    try Self.record(track.name, version: index + 1, in: transaction)
                }
                applied += 1
            }
        }
        return applied
    }

    /// Returns whether the file has the newest schema.
    func isDone() throws -> Bool { try !isBehind(versions()) }

    private func isBehind(_ found: [String: Int]) -> Bool {
        tracks.contains { (found[$0.name] ?? 0) < $0.migrations.count }
    }

    private func versions() throws -> [String: Int] {
        let version = try connection.scalar(Dialect.readSchemaVersion) ?? 0
        guard try connection.scalar(Dialect.hasTrackTable) == 1 else {
            guard version == 0 else { throw Self.newer("schema version \(version)") }
            return [:]
        }
        let reader = ReadTransaction(connection)
        var found: [String: Int] = [:]
        try reader.query("SELECT name, version FROM schema_tracks") { row in
            found[try row.text(0)] = Int(try row.int64(1))
        }
        guard found.values.reduce(0, +) == Int(version) else {
            throw StorageError(
                code: .wrongFile,
                message: "schema version \(version) and the track numbers disagree; "
                    + "restore the newest backup of the file")
        }
        return found
    }

    private func refuseNewer(_ found: [String: Int]) throws {
        for (name, version) in found {
            guard let track = tracks.first(where: { $0.name == name }),
                version <= track.migrations.count
            else { throw Self.newer("\(name) \(version)") }
        }
    }

    private func apply(
        _ migration: Migration, then record: (WriteTransaction) throws -> Void
    ) throws {
        let transaction = WriteTransaction(connection)
        defer { transaction.end() }
        try connection.run(Dialect.beginWriting)
        do {
            try connection.run(Dialect.deferReferences)
            try migration.apply(transaction)
            try transaction.writeGroupWork()
            try record(transaction)
            guard try connection.scalar(Dialect.danglingReferences) == 0 else {
                throw StorageError(
                    code: .foreignKey,
                    message: "migration \(migration.name) leaves references that point nowhere")
            }
            #if DEBUG
                TestHooks.reach("before-migration-commit")
            #endif
            try connection.run(Dialect.commit)
        } catch {
            if connection.isInTransaction { try? connection.run(Dialect.rollback) }
            throw error
        }
    }

    private static func record(
        _ track: String, version: Int, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO schema_tracks (name, version) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET version = excluded.version
            """, track, version)
        let total = try transaction.scalar("SELECT sum(version) FROM schema_tracks") ?? 0
        try transaction.execute(Dialect.writeSchemaVersion(total))
    }

    /// Copies the file. Keeps an existing copy of the same version from an earlier attempt.
    private func backUp(version: Int) throws {
        let copy = "\(connection.path).v\(version).bak"
        guard unsafe access(copy, F_OK) != 0 else { return }
        try connection.backUp(to: copy)
    }

    private static func newer(_ what: String) -> StorageError {
        StorageError(
            code: .newerFile,
            message: "the file was written by a newer version (\(what)); install that version")
    }
}
