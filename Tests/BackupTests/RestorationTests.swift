import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Backup

/// What a restore leaves in a home besides the content of the backup.
@Suite struct RestorationTests {
    private let folder: TemporaryFolder
    private var home: CompassHome { CompassHome(path: folder.path("home")) }

    init() throws { folder = try TemporaryFolder() }

    /// Restores a backup that contains these databases, by default none.
    @discardableResult
    private func restore(databases: [ServiceName: String] = [:]) throws -> BackupRestored {
        let path = folder.path("b.tar")
        if !RawFile.exists(path) {
            let tar = TarWriter(PlainSink(try RawFile(creating: path)))
            let description = BackupDescription(
                format: 1, backupID: BackupID(high: 1, low: 2),
                madeAt: Instant(milliseconds: 1_770_724_800_000),
                services: databases.keys.map(\.rawValue))
            try tar.add("backup.json", try JSONCoding.encode(description), modified: 0)
            for (service, file) in databases {
                try tar.add(BackupEntry.database(service).name, try RawFile(reading: file))
            }
            try tar.finish(modified: 0)
        }
        return try Restoration(
            path: path, home: home, clock: ProcessClock(), passphrase: nil
        ).run()
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func aServiceThatTheBackupDoesNotKnowBeginsAnew() throws {
        #expect(try restore().setAside == nil)
        for service in ServiceName.allCases {
            #expect(RawFile.exists(home.acceptance(of: service.rawValue)), "\(service)")
        }
    }

    @Test func aHomeWhoseServicesRunIsNamedWithTheCommandThatStopsThem() throws {
        try home.prepare()
        let service = try FileOwnership(ofDatabase: home.database(of: "coaches"))
        defer { service.release() }
        let refusal = #expect(throws: BackupRefusal.self) { try restore() }
        #expect(refusal?.remedy == "Stop it first: make down COMPASS_HOME=\(home.path)")
    }

    /// Starts the coaches service over a file and ends it at once. Returns whether it would write.
    private func runCoaches(over path: String) throws -> Bool {
        let clock = ProcessClock()
        let logger = Logger(service: "coaches", clock: clock, write: { _ in })
        let verifier = PassportVerifier(
            keys: KeyStore(folder: folder.path("keys")), revocations: RevocationList())
        let host = ServiceHost(
            name: "coaches", clock: clock, verifier: verifier, logger: logger)
        var database = DatabaseConfiguration(path: path, applicationID: 5)
        database.listPath = home.databaseList
        let service = try DataService(
            DataService.Configuration(
                service: .coaches, database: database, migrations: [], clock: clock),
            host: host, logger: logger)
        defer { service.stop(by: .now + .seconds(5)) }
        return service.isReady
    }

    // N-149: what happens to a restored file before its first start is no part of the restore.
    @Test(arguments: [false, true]) func aRestoredFileThatIsLostIsMissed(isLost: Bool) throws {
        try home.prepare()
        let source = folder.path("source.sqlite")
        #expect(try runCoaches(over: source))
        try restore(databases: [.coaches: source])
        let path = home.database(of: "coaches")
        for ending in ["-wal", "-shm"] { #expect(!RawFile.exists(path + ending)) }
        let others = ServiceName.allCases.filter { $0 != .coaches }
        for service in others {
            let acceptance = home.acceptance(of: service.rawValue)
            #expect(FileManager.default.contents(atPath: acceptance) == Data(), "\(service)")
        }
        if isLost {
            try FileManager.default.removeItem(atPath: path)
            let refusal = #expect(throws: StorageError.self) { try runCoaches(over: path) }
            #expect(refusal?.message.contains("is missing") == true)
        } else {
            #expect(try runCoaches(over: path))
            #expect(!RawFile.exists(home.acceptance(of: "coaches")))
        }
    }

    /// Old life records, refusals, WALs and reserves must not apply to the new files.
    @Test func nothingOfBeforeStandsBesideTheNewFiles() throws {
        try home.prepare()
        let path = home.database(of: "coaches")
        let old = ["", "-wal", "-shm", ".life", ".refused", ".reserve"].map { path + $0 }
        for each in old { try Data("old".utf8).write(to: URL(fileURLWithPath: each)) }
        let place = try #require(try restore().setAside)
        for each in old { #expect(!RawFile.exists(each), "\(each)") }
        let kept = try names(place)
        for each in old { #expect(kept.contains(URL(fileURLWithPath: each).lastPathComponent)) }
        #expect(try !names(home.path).contains("data.restoring"))
    }

    /// Repeated restores never remove replaced data as leftovers.
    @Test func whatIsKeptAsideStays() throws {
        try home.prepare()
        var places: Set<String> = []
        for number in 0..<3 {
            let path = home.database(of: "coaches")
            try Data("\(number)".utf8).write(to: URL(fileURLWithPath: path))
            let place = try #require(try restore().setAside)
            #expect(places.insert(place).inserted)
            #expect(
                FileManager.default.contents(atPath: "\(place)/coaches.sqlite")
                    == Data("\(number)".utf8))
        }
        #expect(try names(home.path).filter { $0.hasPrefix("data.before-") }.count == 3)
    }

    @Test func aHomeThatIsBeingRestoredWaitsForNobodyElse() throws {
        try home.prepare()
        do {
            let lock = try HomeLock(home)
            let refusal = #expect(throws: BackupRefusal.self) { try restore() }
            #expect(refusal?.code == .busy)
            withExtendedLifetime(lock) {}
        }
        _ = try restore()
    }
}
