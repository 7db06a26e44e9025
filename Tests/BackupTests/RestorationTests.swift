import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Backup

/// What a restore leaves in a home besides the content of the backup.
@Suite struct RestorationTests {
    private let folder: TemporaryFolder
    private var home: CompassHome { CompassHome(path: folder.path("home")) }

    init() throws { folder = try TemporaryFolder() }

    /// Restores a backup that contains no services.
    private func restore() throws -> BackupRestored {
        let path = folder.path("b.tar")
        if !RawFile.exists(path) {
            let tar = TarWriter(PlainSink(try RawFile(creating: path)))
            let description = BackupDescription(
                format: 1, backupID: BackupID(high: 1, low: 2),
                madeAt: Instant(milliseconds: 1_770_724_800_000), services: [])
            try tar.add("backup.json", try JSONCoding.encode(description), modified: 0)
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
