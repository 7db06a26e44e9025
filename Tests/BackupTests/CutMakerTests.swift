import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Backup

/// What a backup says of databases that it cannot contain.
@Suite struct CutMakerTests {
    private let folder: TemporaryFolder
    private var home: CompassHome { CompassHome(path: folder.path("home")) }

    /// Makes a home whose services are stopped.
    init() throws {
        folder = try TemporaryFolder()
        try home.prepare()
        for service in ServiceName.allCases {
            let database = try Database(
                DatabaseConfiguration(
                    path: home.database(of: service.rawValue), applicationID: 5),
                tracks: [
                    MigrationTrack(
                        "a", [Migration("a", sql: "CREATE TABLE texts (content BLOB) STRICT")])
                ])
            // Many pages that opening does not read.
            try database.write { transaction in
                for _ in 0..<10 {
                    try transaction.execute(
                        "INSERT INTO texts (content) VALUES (?1)",
                        [UInt8](repeating: 1, count: 20_000))
                }
            }
            database.close()
        }
    }

    private func make() throws -> HomeCut {
        try CutMaker(
            home: home, endpoint: home.brokerEndpoint, clock: ProcessClock(),
            links: folder.path("links")
        ).make()
    }

    private func url(_ service: ServiceName) -> URL {
        URL(fileURLWithPath: home.database(of: service.rawValue))
    }

    @Test func aSoundHomeIsCutWhole() throws {
        let cut = try make()
        #expect(cut.services == ServiceName.allCases)
        cut.end()
    }

    @Test func oneMissingDatabaseIsNamedWithItsRemedy() throws {
        try FileManager.default.removeItem(at: url(.coaches))
        let refusal = #expect(throws: BackupRefusal.self) { try make() }
        #expect(refusal?.code == .conflict)
        #expect(refusal?.message == "The database of coaches is missing in \(home.dataFolder)")
        #expect(refusal?.remedy?.hasSuffix("make up") == true)
    }

    // N-173
    @Test func allBadDatabasesAreNamedAtOnceEachWithItsRemedy() throws {
        try FileManager.default.removeItem(at: url(.coaches))
        try Data(repeating: 1, count: 8_192).write(to: url(.events))
        var bytes = try Data(contentsOf: url(.hooks))
        for page in stride(from: 8 * 4_096, to: bytes.count, by: 4_096) { bytes[page + 3] ^= 0xFF }
        try bytes.write(to: url(.hooks))
        let refusal = #expect(throws: BackupRefusal.self) { try make() }
        #expect(refusal?.code == .dataLoss)
        #expect(
            refusal?.message
                == "The databases of coaches, events and hooks cannot be backed up")
        let reason = try #require(refusal?.reason)
        let parts = reason.split(separator: "; ")
        #expect(parts.count == 3, "\(reason)")
        for (part, words) in zip(
            parts,
            [
                ["coaches is missing in ", "make up"], ["events cannot be ", "estore a"],
                ["hooks cannot be ", "Restore the newest backup: compass backup list"],
            ])
        {
            for text in words { #expect(part.contains(text), "\(part)") }
        }
    }
}
