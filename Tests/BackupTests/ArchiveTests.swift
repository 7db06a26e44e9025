import Contracts
import Dispatch
import Foundation
import Sodium
import Support
import Synchronization
import Testing

@testable import Backup

/// The format of a backup's file: reading it back, reading it with other programs, and detecting
/// damage.
@Suite struct ArchiveTests {
    private let folder: TemporaryFolder
    private static let cost = PasswordHash.Cost.unsafeForTests
    private static let madeAt = Instant(milliseconds: 1_770_724_800_123)

    init() throws { folder = try TemporaryFolder() }

    /// Collects the contents of a backup.
    private final class Collector: EntryReceiver {
        var contents: [BackupEntry: [UInt8]] = [:]
        private var current: [UInt8] = []

        func begin(_ entry: BackupEntry) { current = [] }
        func take(_ piece: [UInt8]) { current += piece }
        func finish(_ entry: BackupEntry) { contents[entry] = current }
    }

    private static func description(_ services: [ServiceName] = []) -> BackupDescription {
        BackupDescription(
            format: 1, backupID: BackupID(high: 1, low: 2), madeAt: madeAt,
            services: services.map(\.rawValue))
    }

    /// Writes an archive with these entries, encrypted if there is a passphrase.
    private func write(
        _ entries: [(name: String, content: [UInt8])], passphrase: String? = nil,
        name: String = "b", services: [ServiceName] = []
    ) throws -> String {
        let path = folder.path(name)
        let file = try RawFile(creating: path)
        let sink: any ByteSink =
            if let passphrase {
                try SealedSink(
                    file, passphrase: SecretBytes(Array(passphrase.utf8)), cost: Self.cost,
                    madeAt: Self.madeAt)
            } else {
                PlainSink(file)
            }
        let tar = TarWriter(sink)
        try tar.add(
            "backup.json", try JSONCoding.encode(Self.description(services)), modified: 0)
        for (index, entry) in entries.enumerated() {
            let source = try RawFile(creating: folder.path("\(name)-\(index)"))
            try source.write(entry.content)
            try tar.add(entry.name, source)
        }
        try tar.finish(modified: 0)
        return path
    }

    private func read(_ path: String, passphrase: String? = nil) throws -> (
        BackupContents, [BackupEntry: [UInt8]]
    ) {
        let source = try OpenedBackup.source(
            path, passphrase: passphrase.map { SecretBytes(Array($0.utf8)) })
        let collector = Collector()
        return (try BackupReading(source).run(collector), collector.contents)
    }

    /// Sizes around those of a block, a piece to read and a sealed piece.
    private static let sizes = [
        0, 1, 511, 512, 513, TarWriter.pieceBytes, TarWriter.pieceBytes + 1,
        SealedHead.pieceBytes - 1_536, SealedHead.pieceBytes,
    ]

    @Test(arguments: sizes, [nil, "four quiet otters"])
    func whatWasWrittenIsRead(size: Int, passphrase: String?) throws {
        let id = AttachmentID(high: 3, low: 4)
        let content = SampleFiles.filler(size, 5)
        let path = try write(
            [
                ("data/coaches.sqlite", content), ("data/attachments/\(id.text)", [1, 2, 3]),
            ], passphrase: passphrase, services: [.coaches])
        let (contents, found) = try read(path, passphrase: passphrase)
        #expect(contents.description == Self.description([.coaches]))
        #expect(contents.databases == [.coaches])
        #expect(contents.attachments == 1)
        #expect(contents.problems == [])
        #expect(found[.database(.coaches)] == content)
        #expect(found[.attachment(id)] == [1, 2, 3])
        let looked = BackupFolder.look(at: path)
        #expect(looked.isWhole && looked.problem == nil)
        #expect(looked.madeAt == Self.madeAt)
        #expect(looked.isEncrypted == (passphrase != nil))
    }

    @Test func tarAndSha256sumReadAPlainBackup() throws {
        let path = try write([("data/events.sqlite", SampleFiles.filler(3_000, 1))])
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "cd \"$1\" && tar xf \"$2\" && sha256sum --quiet -c SHA256SUMS", "sh",
            folder.url.path, path,
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(
            try [UInt8](Data(contentsOf: URL(filePath: folder.path("data/events.sqlite"))))
                == SampleFiles.filler(3_000, 1))
    }

    @Test(arguments: [nil, "four quiet otters"])
    func everyFlippedBitAndEveryCutIsFound(passphrase: String?) throws {
        let path = try write(
            [("data/coaches.sqlite", SampleFiles.filler(700, 9))], passphrase: passphrase,
            services: [.coaches])
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let copy = folder.path("copy")
        func isGood(_ bytes: [UInt8]) throws -> Bool {
            try Data(bytes).write(to: URL(filePath: copy))
            do {
                return try read(copy, passphrase: passphrase).0.problems.isEmpty
            } catch is BackupRefusal {
                return false
            }
        }
        #expect(try isGood(bytes))
        for place in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            // The first piece of an encrypted backup authenticates its head, including the instant.
            #expect(try !isGood(damaged), "byte \(place) of \(bytes.count)")
        }
        for length in stride(from: 0, to: bytes.count, by: 37) {
            #expect(try !isGood(Array(bytes[..<length])), "\(length) of \(bytes.count) bytes")
        }
        #expect(try !isGood(Array(bytes.dropLast())))
        #expect(try !isGood(bytes + [0]))
    }

    @Test(arguments: [
        "data/../../etc/passwd", "/etc/passwd", "data/unknown.sqlite", "data/attachments/x",
        "data/attachments/", "data/coaches.sqlite-wal", "backup.json",
        "data/attachments/00000000-0000-0003-0000-00000000000G",
    ])
    func anEntryThatBelongsInNoBackupIsRefused(name: String) throws {
        let path = try write([(name, [1])])
        let refusal = #expect(throws: BackupRefusal.self) { try read(path) }
        #expect(refusal?.code == .dataLoss)
        #expect(refusal?.reason == "\(name) belongs in no backup.")
    }

    @Test func aMissingDatabaseAndADoubledOneAreFound() throws {
        let missing = try write([], services: [.coaches])
        #expect(try read(missing).0.problems == ["the database of coaches is missing"])
        let doubled = try write(
            [("data/coaches.sqlite", [1]), ("data/coaches.sqlite", [2])], name: "c")
        let refusal = #expect(throws: BackupRefusal.self) { try read(doubled) }
        #expect(refusal?.reason == "data/coaches.sqlite is in it twice.")
    }

    @Test func aWrongPassphraseIsTold() throws {
        let path = try write([], passphrase: "four quiet otters")
        let refusal = #expect(throws: BackupRefusal.self) {
            try read(path, passphrase: "four quiet cats")
        }
        #expect(refusal?.code == .validationFailed)
        #expect(refusal?.message == "The passphrase does not open \(path)")
        let none = #expect(throws: BackupRefusal.self) { try read(path) }
        #expect(none?.message == "\(path) is encrypted")
    }

    @Test func aHeaderKeepsSizesBeyondOctalDigits() throws {
        let largest: Int64 = (1 << 33) - 1
        for size in [0, 1, 511, largest, largest + 1, TarHeader.sizeMax] {
            let header = TarHeader(name: "data/coaches.sqlite", size: size, modified: 12)
            #expect(TarHeader(parsing: header.bytes) == header)
        }
        for size in [TarHeader.sizeMax + 1, Int64.max] {
            let header = TarHeader(name: "data/coaches.sqlite", size: size, modified: 12)
            #expect(TarHeader(parsing: header.bytes) == nil)
        }
        let name = String(repeating: "n", count: TarHeader.nameBytesMax)
        #expect(TarHeader(parsing: TarHeader(name: name, size: 1, modified: 0).bytes)?.name == name)
    }

    // MARK: Folders

    @Test func filesThatAreNoBackupsAreListedWithTheirProblem() throws {
        let name = "compass-20260210T120000Z.tar"
        for size in [TarHeader.sizeMax, Int64.max] {
            let header = TarHeader(name: BackupEntry.description.name, size: size, modified: 0)
            try Data(header.bytes).write(to: URL(fileURLWithPath: folder.path(name)))
            let found = try BackupFolder(folder.url.path).list().backups
            #expect(found.map(\.isWhole) == [false] && found.first?.problem != nil)
        }
        try FileManager.default.removeItem(atPath: folder.path(name))
        // A named pipe without a writer: opening it does not wait.
        try #require(unsafe mkfifo(folder.path(name), 0o600) == 0)
        let found = try BackupFolder(folder.url.path).list().backups
        #expect(found.map(\.isWhole) == [false] && found.first?.problem != nil)
    }

    /// The paths of a list begin with the folder as it was typed.
    @Test(arguments: [("b", "b"), ("../b/", "../b"), ("/b//", "/b"), ("/", "/"), (".", ".")])
    func aFolderEndsWithoutASlash(typed: String, path: String) {
        #expect(BackupFolder(typed).path == path)
    }

    @Test func namesOfOneSecondAreCountedAndTheNewestIsFirst() throws {
        let backups = BackupFolder(folder.url.path)
        var made: [String] = []
        for isEncrypted in [false, true, false] {
            let name = backups.freeName(for: Self.madeAt, isEncrypted: isEncrypted)
            _ = try RawFile(creating: folder.path(name))
            made.append(name)
        }
        #expect(
            made == [
                "compass-20260210T120000Z.tar", "compass-20260210T120000Z-2.tar.enc",
                "compass-20260210T120000Z-3.tar",
            ])
        for other in [
            "compass-20260210T120000Z.tar.gz", "notes.tar", "compass-2026T12Z.tar",
            ".compass-backup-x.part",
        ] { _ = try RawFile(creating: folder.path(other)) }
        _ = try RawFile(creating: folder.path("compass-20260210T115959Z.tar"))
        #expect(try backups.names() == made.reversed() + ["compass-20260210T115959Z.tar"])
    }

    @Test func leftoversOfTheDeadGoAndThoseOfTheLivingStay() throws {
        let parent = folder.url.path
        let living = try WorkFolder(in: parent)
        let left = folder.path("backup-work-left00")
        try FileManager.default.createDirectory(
            atPath: left, withIntermediateDirectories: false)
        let draft = try Draft(in: parent, name: "mine.tar")
        _ = try RawFile(creating: folder.path(".compass-backup-dead.tar.part"))
        let second = try WorkFolder(in: parent)
        _ = try Draft(in: parent, name: "other.tar")
        #expect(RawFile.exists(living.path) && RawFile.exists(second.path))
        #expect(!RawFile.exists(left))
        #expect(RawFile.exists(draft.path))
        #expect(!RawFile.exists(folder.path(".compass-backup-dead.tar.part")))
    }

    /// A folder that is made while other processes remove leftovers stays.
    @Test func foldersAndDraftsThatAreMadeAtOnceStay() throws {
        let parent = folder.url.path
        let missing = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { lane in
            for number in 0..<50 {
                let paths = (try? Self.made(in: parent, "\(lane)-\(number).tar")) ?? []
                missing.withLock { $0 += paths.count == 2 ? [] : ["\(lane)-\(number)"] }
            }
        }
        #expect(missing.withLock { $0 } == [])
    }

    /// The paths of a folder and a draft that exist as long as they are in use.
    private static func made(in parent: String, _ name: String) throws -> [String] {
        let (work, draft) = (try WorkFolder(in: parent), try Draft(in: parent, name: name))
        return withExtendedLifetime((work, draft)) {
            [work.path, draft.path].filter(RawFile.exists)
        }
    }
}
