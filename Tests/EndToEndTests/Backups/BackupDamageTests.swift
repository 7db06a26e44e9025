import Contracts
import Foundation
import Support
import Testing

/// Damage of a backup and failures of its commands are reported, and change nothing.
@Suite(.onePerCore) struct BackupDamageTests {
    @Test func aWrongPassphraseOpensNothing() throws {
        let session = try BackupSession()
        let short = try session.backup("create", "--passphrase-stdin", input: "short words")
        #expect(short.ending == .exit(3))
        let created = try session.backup(
            "create", "--passphrase-stdin", input: BackupSession.passphrase)
        let path = try #require(try created.path)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        for secret in ["SQLite format 3", "kept", "backup.json"] {
            #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(secret)")
        }
        session.system.stopAll()
        for word in ["verify", "restore"] {
            let refused = try session.backup(
                word, path, "--passphrase-stdin", home: session.secondHome,
                input: "four quiet otters sleeping")
            #expect(refused.ending == .exit(3), "\(word): \(refused.errors)")
            #expect(refused.message.contains("passphrase"))
            let unasked = try session.backup(word, path, home: session.secondHome)
            #expect(unasked.ending == .exit(2))
        }
        #expect(
            !FileManager.default.fileExists(atPath: "\(session.secondHome)/data/coaches.sqlite"))
        let right = try session.backup(
            "verify", path, "--passphrase-stdin", input: BackupSession.passphrase)
        #expect(right.ending == .exit(0), "\(right.errors)")
    }

    @Test(arguments: [false, true])
    func aFlippedByteOrACutIsFoundWhereverItIs(isEncrypted: Bool) throws {
        let session = try BackupSession()
        let created =
            try isEncrypted
            ? session.backup("create", "--passphrase-stdin", input: BackupSession.passphrase)
            : session.backup("create")
        let path = try #require(try created.path)
        session.system.stopAll()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let copy = session.second.path("damaged")
        var generator = SeededNumbers(seed: 14)
        let places =
            [0, 9, 60, 80, 130, bytes.count - 1, bytes.count - 20]
            + (0..<12).map { _ in Int.random(in: 0..<bytes.count, using: &generator) }
        func outcome(_ damaged: [UInt8], _ words: String...) throws -> CommandResult {
            try Data(damaged).write(to: URL(fileURLWithPath: copy))
            return try session.backup(
                words[0], copy, "--passphrase-stdin", home: session.secondHome,
                input: BackupSession.passphrase)
        }
        for place in places {
            var damaged = bytes
            damaged[place] ^= 0x20
            let checked = try outcome(damaged, "verify")
            #expect(checked.ending != .exit(0), "byte \(place)")
        }
        for length in [0, 1, 511, 512, bytes.count / 2, bytes.count - 512, bytes.count - 1] {
            let checked = try outcome(Array(bytes[..<length]), "verify")
            #expect(checked.ending != .exit(0), "\(length) bytes")
        }
        #expect(try outcome(bytes + [0], "verify").ending != .exit(0))
        var damaged = bytes
        damaged[bytes.count / 2] ^= 1
        let refused = try outcome(damaged, "restore")
        #expect(refused.ending == .exit(1), "\(refused.errors)")
        #expect(refused.message.contains("is damaged"))
        #expect(
            !FileManager.default.fileExists(atPath: "\(session.secondHome)/data/coaches.sqlite"))
        #expect(try outcome(bytes, "verify").ending == .exit(0))
    }

    /// With too little room, `create` and `restore` refuse to begin and leave nothing behind.
    @Test func aFullDiskIsToldAndLeftAsItWas() throws {
        try SmallDisk.run(megabytes: 40) { disk in
            let session = try BackupSession()
            let path = try session.create()
            let home = disk.url.appendingPathComponent("home").path
            try disk.fill(leaving: 1 << 20)
            func expectRefusal(_ result: CommandResult) throws {
                #expect(result.ending == .exit(8), "\(result.errors)")
                #expect(result.message.contains("not enough room"), "\(result.message)")
                let left = try FileManager.default.contentsOfDirectory(atPath: disk.url.path)
                #expect(left == ["filler"])
            }
            try expectRefusal(session.backup("create", "--to", disk.url.path))
            try expectRefusal(session.backup("restore", path, home: home))
            disk.free()
            let made = try session.backup("create", "--to", disk.url.path)
            #expect(made.ending == .exit(0), "\(made.errors)")
            let restored = try session.backup("restore", path, home: home)
            #expect(restored.ending == .exit(0), "\(restored.errors)")
        }
    }

    @Test func aTargetThatCannotBeWrittenLeavesNothing() throws {
        let session = try BackupSession()
        // A file size limit simulates a disk that becomes full.
        let full = try session.system.compass(
            ["backup", "create", "--json"], under: ["/usr/bin/prlimit", "--fsize=400000"])
        #expect(full.ending == .exit(8), "\(full.errors)")
        #expect(try session.leftovers() == [])
        let missing = try session.backup("create", "--to", "/nowhere/at/all.tar")
        #expect(missing.ending == .exit(6), "\(missing.errors)")
        let taken = try session.backup("create", "--to", "/etc/hostname")
        #expect(taken.ending == .exit(7), "\(taken.errors)")
        let empty = try session.backup("create", home: session.secondHome)
        #expect(empty.ending == .exit(6), "\(empty.errors)")
        let none = try session.backup("verify", "/nowhere/at/all.tar")
        #expect(none.ending == .exit(6), "\(none.errors)")
        #expect(try session.backup("create").ending == .exit(0))
    }
}
