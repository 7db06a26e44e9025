import CommandKit
import Contracts
import Foundation
import Support
import Synchronization
import Testing

@testable import Gateway

/// The backup commands: their flags and prompts, the orders they send, and their output.
@Suite struct BackupCommandTests {
    private static let passphrase = "four quiet otters"
    private static let made = Instant(milliseconds: 1_770_724_800_000)

    private static func file(
        _ path: String, isEncrypted: Bool = false, problem: String? = nil
    ) -> BackupFile {
        BackupFile(
            path: path, madeAt: made, bytes: 5_452_595, isEncrypted: isEncrypted,
            isWhole: problem == nil, problem: problem)
    }

    /// Runs a command line with a stub of `compass-backup` that returns this report. Returns the
    /// orders that the stub received.
    private func run(
        _ harness: CompassHarness, _ words: [String], _ report: any Encodable & Sendable
    ) -> (ran: Ran, orders: [BackupOrder]) {
        var orders: [BackupOrder] = []
        harness.backUp = { order, _ in
            orders.append(order)
            return try JSONCoding.encode(report)
        }
        return (harness.run(words: words), orders)
    }

    private static func created(isEncrypted: Bool = false, removed: [String] = []) -> BackupCreated
    {
        BackupCreated(
            backup: file("/b/compass-20260210T120000Z.tar", isEncrypted: isEncrypted), databases: 6,
            attachments: 2, pauseMilliseconds: 7, durationMilliseconds: 1_234, removed: removed)
    }

    @Test func aBackupSaysWhereItIsHowLongItTookAndThatAnybodyCanReadIt() throws {
        let harness = try CompassHarness()
        let (ran, orders) = run(
            harness, ["backup", "create", "--to", "/b", "--keep", "14"],
            Self.created(removed: ["/b/old.tar"]))
        #expect(ran.code == .success, "\(ran.err)")
        #expect(orders.count == 1)
        let order = try #require(orders.first)
        #expect(order.work == .create && order.path == "/b" && order.keep == 14)
        #expect(order.home == harness.folder.path("home") && order.passphrase == nil)
        for part in [
            "Backup made and checked", "/b/compass-20260210T120000Z.tar",
            "Feb 10, 2026, 12:00 PM", "5.2 MiB", "Writes waited", "7 ms", "1.2 s",
        ] { #expect(ran.out.contains(part), "\(part): \(ran.out)") }
        #expect(ran.err.contains("Removed: /b/old.tar"))
        #expect(
            ran.err.contains("It is not encrypted: whoever can read the file reads everything."))
    }

    @Test func aPassphraseIsAskedForTwice() throws {
        let harness = try CompassHarness()
        harness.prompt = ScriptedPrompt(answers: [Self.passphrase, Self.passphrase])
        let right = run(
            harness, ["backup", "create", "--encrypt"], Self.created(isEncrypted: true))
        #expect(right.ran.code == .success, "\(right.ran.err)")
        #expect(right.orders.first?.passphrase == Self.passphrase)
        #expect(
            !right.ran.out.contains(Self.passphrase) && !right.ran.err.contains("not encrypted"))
        harness.prompt = ScriptedPrompt(answers: [Self.passphrase, "four quiet cats"])
        let other = run(harness, ["backup", "create", "--encrypt"], Self.created())
        #expect(other.ran.code == .usage && other.orders.isEmpty)
        #expect(other.ran.err.contains("The two passphrases differ"))
    }

    @Test(arguments: [(BackupLimit.passphraseCharactersMin, true), (11, false)])
    func aPassphraseHasTwelveCharacters(count: Int, isTaken: Bool) throws {
        let harness = try CompassHarness()
        let text = String(repeating: "ü", count: count)
        harness.prompt = ScriptedPrompt(answers: [text, text])
        let (ran, orders) = run(harness, ["backup", "create", "--encrypt"], Self.created())
        #expect((ran.code == .success) == isTaken && orders.isEmpty == !isTaken)
        if !isTaken { #expect(ran.err.contains("A passphrase has 12 characters or more")) }
    }

    @Test func aScriptKeepsItsPassphraseInAPrivateFileOrGivesItOnStdin() throws {
        let harness = try CompassHarness()
        let path = harness.folder.path("passphrase")
        let words = ["backup", "create", "--passphrase-file", path]
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data("\(Self.passphrase)\nmore\n".utf8),
                attributes: [.posixPermissions: 0o644]))
        let open = run(harness, words, Self.created())
        #expect(open.ran.code != .success && open.orders.isEmpty)
        #expect(open.ran.err.contains("The passphrase cannot be read"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(run(harness, words, Self.created()).orders.first?.passphrase == Self.passphrase)
        harness.prompt = ScriptedPrompt(isTerminal: false, answers: [Self.passphrase])
        let piped = run(harness, ["backup", "create", "--passphrase-stdin"], Self.created())
        #expect(piped.orders.first?.passphrase == Self.passphrase)
        let both = run(harness, words + ["--passphrase-stdin"], Self.created())
        #expect(both.ran.code == .usage && both.orders.isEmpty)
    }

    @Test func theListIsATableWithWhatIsWrong() throws {
        let harness = try CompassHarness()
        let report = BackupList(
            folder: "/b",
            backups: [
                Self.file("/b/one.tar"),
                Self.file("/b/two.tar.enc", isEncrypted: true, problem: "Its end is missing."),
            ])
        let (ran, orders) = run(harness, ["backup", "list", "--in", "/b"], report)
        #expect(ran.code == .success && orders.first?.path == "/b")
        for part in ["one.tar", "two.tar.enc", "Its end is missing.", "5452595"] {
            #expect(ran.out.contains(part), "\(part): \(ran.out)")
        }
        let none = run(harness, ["backup", "list"], BackupList(folder: "/b", backups: []))
        #expect(none.ran.code == .success)
        #expect((none.ran.out + none.ran.err).contains("None yet. Make one: compass backup create"))
    }

    /// What is shown can be pasted into the next command, however narrow the terminal is.
    @Test(arguments: ["/b", "../my backups", "/\(String(repeating: "x", count: 120))"])
    func theListShowsWholePaths(folder: String) throws {
        let harness = try CompassHarness()
        let path = "\(folder)/compass-20260210T120000Z.tar"
        harness.backUp = { _, _ in
            try JSONCoding.encode(BackupList(folder: folder, backups: [Self.file(path)]))
        }
        let ran = harness.run(
            words: ["backup", "list", "--in", folder],
            traits: TerminalTraits(isTerminal: true, columns: 80))
        let pasted = folder.contains(" ") ? "'\(path)'" : path
        let rows = ran.out.split(separator: "\n").filter { !$0.contains("backup verify") }
        #expect(rows.contains { $0.contains(pasted) }, "\(ran.out)")
        #expect(ran.out.contains("Check one: compass backup verify \(pasted)\n"), "\(ran.out)")
    }

    @Test func theNextCommandLooksWhereThisOneDid() throws {
        let harness = try CompassHarness()
        let path = harness.folder.path("b.tar")
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
        let report = BackupVerified(
            backup: Self.file(path), databases: 6, attachments: 2, durationMilliseconds: 1,
            problems: ["data/coaches.sqlite is not it"])
        let beside = "compass backup list --in \(harness.folder.url.path)\n"
        let bad = run(harness, ["backup", "verify", path], report)
        #expect(bad.ran.err.contains("Look for another one: \(beside)"), "\(bad.ran.err)")
        let missing = run(
            harness, ["backup", "verify", harness.folder.path("other.tar")], report)
        #expect(missing.ran.code == .notFound && missing.orders.isEmpty)
        #expect(missing.ran.err.contains("Try: \(beside)"), "\(missing.ran.err)")
        for typed in ["other.tar", "/nowhere/other.tar"] {
            let ran = run(harness, ["backup", "verify", typed], report).ran
            #expect(ran.err.contains("Try: compass backup list\n"), "\(ran.err)")
        }
    }

    @Test func aDamagedBackupEndsWithOneAndAGoodOneWithNone() throws {
        let harness = try CompassHarness()
        let path = harness.folder.path("b.tar")
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
        func report(_ problems: [String]) -> BackupVerified {
            BackupVerified(
                backup: Self.file(path), databases: 6, attachments: 2, durationMilliseconds: 1,
                problems: problems)
        }
        let good = run(harness, ["backup", "verify", path], report([]))
        #expect(good.ran.code == .success && good.ran.out.contains("Backup is good"))
        let bad = run(
            harness, ["backup", "verify", path], report(["data/coaches.sqlite is not it"]))
        #expect(bad.ran.code == .failure)
        #expect(bad.ran.out.contains("Backup is damaged"))
        #expect(bad.ran.out.contains("data/coaches.sqlite is not it"))
        #expect(bad.ran.err.contains("Do not rely on it."))
    }

    @Test func dataThatAreThereAreReplacedOnlyWhenSomebodyAgrees() throws {
        let harness = try CompassHarness()
        let path = harness.folder.path("b.tar")
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
        let report = BackupRestored(
            backup: Self.file(path), home: harness.folder.path("home"), databases: 6,
            attachments: 2, setAside: "/h/data.before-x", durationMilliseconds: 1)
        let words = ["backup", "restore", path]
        // A restore into an empty home needs no confirmation.
        let empty = run(harness, words, report)
        #expect(empty.ran.code == .success && empty.orders.first?.work == .restore)
        let data = harness.folder.path("home/data")
        try FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: "\(data)/events.sqlite", contents: nil))
        let unasked = run(harness, words, report)
        #expect(unasked.ran.code == .usage && unasked.orders.isEmpty)
        harness.prompt = ScriptedPrompt(answers: ["n"])
        #expect(run(harness, words, report).orders.isEmpty)
        #expect(harness.prompt.questions.first?.contains("They are kept aside.") == true)
        harness.prompt = ScriptedPrompt(answers: ["y"])
        let agreed = run(harness, words, report)
        #expect(agreed.ran.code == .success && agreed.orders.count == 1)
        #expect(agreed.ran.out.contains("/h/data.before-x"))
        #expect(agreed.ran.err.contains("make up COMPASS_HOME="))
        #expect(run(harness, words + ["--yes"], report).orders.count == 1)
        let missing = run(harness, ["backup", "restore", "/nowhere/b.tar"], report)
        #expect(missing.ran.code == .notFound && missing.orders.isEmpty)
    }

    /// A bare name may be one of the home's own backups.
    @Test func aNameIsLookedForInTheHomeToo() throws {
        let harness = try CompassHarness()
        let folder = harness.folder.path("home/backups")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/compass-20260210T120000Z.tar"
        #expect(FileManager.default.createFile(atPath: path, contents: Data("RCBACKUP".utf8)))
        harness.prompt = ScriptedPrompt(answers: [Self.passphrase])
        let report = BackupVerified(
            backup: Self.file(path), databases: 6, attachments: 2, durationMilliseconds: 1,
            problems: [])
        let (_, orders) = run(
            harness, ["backup", "verify", "compass-20260210T120000Z.tar"], report)
        #expect(orders.first?.path == path)
        // A file that begins like an encrypted backup needs its passphrase.
        #expect(orders.first?.passphrase == Self.passphrase)
    }

    @Test func whatTheProgramRefusesIsToldWithItsReasonAndRemedy() throws {
        let harness = try CompassHarness()
        harness.backUp = { _, _ in
            throw CommandFailure(
                .conflict, "The system is running", reason: "It has its database open.",
                remedy: "Stop it first: make down")
        }
        let ran = harness.run("backup create")
        #expect(ran.code == .conflict)
        for part in ["The system is running", "It has its database open.", "make down"] {
            #expect(ran.err.contains(part), "\(part): \(ran.err)")
        }
    }

    @Test func aProgramThatIsNotThereIsNamed() {
        let order = BackupOrder(.list, home: "/h", endpoint: "ipc:///h")
        let missing = #expect(throws: CommandFailure.self) {
            try BackupProgram.report(on: order, environment: ["COMPASS_BIN": "/nonexistent"])
        }
        #expect(missing?.message == "compass-backup is missing")
    }
}
