import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Backup

/// What `--to` and `--in` name.
@Suite struct BackupTargetTests {
    private let folder: TemporaryFolder
    private var home: CompassHome { CompassHome(path: folder.path("home")) }

    init() throws { folder = try TemporaryFolder() }

    private func target(_ to: String?, keep: Int? = nil) throws -> BackupTarget {
        try BackupTarget(to, in: home, keep: keep)
    }

    private func refusal(of to: String, keep: Int? = nil) -> BackupRefusal? {
        #expect(throws: BackupRefusal.self) { try target(to, keep: keep) }
    }

    @Test(arguments: ["", "/", "//"])
    func aFolderThatIsThereIsOneHoweverItIsWritten(end: String) throws {
        let found = try target(folder.url.path + end, keep: 2)
        #expect(found.folder == folder.url.path && found.name == nil)
    }

    @Test func aPathThatEndsInASlashIsANewFolder() throws {
        let path = folder.path("new")
        let found = try target(path + "/", keep: 2)
        #expect(found.folder == path && found.name == nil)
        // A backup that is refused before it begins leaves no folder.
        #expect(!RawFile.exists(path))
        for _ in 0..<2 { try found.makeFolder() }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o700)
        let again = try target(path + "/")
        #expect(again.folder == path && again.name == nil)
        // Only one folder is made: a disk that is not mounted is not replaced by folders.
        let far = refusal(of: folder.path("no/such/"))
        #expect(far?.code == .notFound)
        #expect(far?.message == "The folder \(folder.path("no")) is not there")
    }

    @Test func anyOtherPathIsTheNameOfTheFile() throws {
        let found = try target(folder.path("new"))
        #expect(found.folder == folder.url.path && found.name == "new")
        try found.makeFolder()
        #expect(!RawFile.exists(folder.path("new")))
        let kept = refusal(of: folder.path("new"), keep: 2)
        #expect(kept?.code == .validationFailed)
        #expect(kept?.remedy?.contains("with / at its end") == true)
        _ = try RawFile(creating: folder.path("new"))
        for end in ["", "/"] {
            let taken = refusal(of: folder.path("new") + end)
            #expect(taken?.code == .conflict, "\(end)")
        }
    }

    @Test func withoutAPathTheHomeHasAFolder() throws {
        let found = try target(nil, keep: 2)
        #expect(found.folder == "\(home.path)/backups" && found.name == nil)
        #expect(RawFile.exists(found.folder))
    }

    /// A folder that is not there is not one without backups.
    @Test func aListNeedsItsFolder() throws {
        let dispatch = BackupDispatch(environment: [:])
        var order = BackupOrder(.list, home: home.path, endpoint: home.brokerEndpoint)
        func listed() throws -> BackupList {
            try JSONCoding.decodeResponse(BackupList.self, from: dispatch.report(on: order))
        }
        #expect(try listed().backups.isEmpty)
        order.path = folder.url.path
        #expect(try listed().backups.isEmpty)
        order.path = folder.path("typo")
        let missing = #expect(throws: BackupRefusal.self) { try listed() }
        #expect(missing?.code == .notFound)
        #expect(missing?.message == "The folder \(folder.path("typo")) is not there")
    }
}
