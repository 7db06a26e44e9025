import CommandKit
import Contracts
import Foundation
import ServiceKit

/// `backup …`: the commands for backups of the whole system.
enum BackupCommands {
    static let all = [create, list, verify, restore]

    private static let file = Argument(
        "FILE", "The backup: a path, or its name in the home's folder", .path())

    private static let create = CompassCommand(
        "backup create", .local, "Copy the whole system into one file, while it runs",
        details: """
            All services and attached files as of one instant. The file is read back and \
            checked before it gets its name. Passphrases can be told by nobody: without \
            its passphrase an encrypted backup is lost. Sign-ins, keys and logs are not part \
            of it.
            """,
        flags: [
            .value(
                "to", .path("PLACE"), default: "backups/ of the home",
                "A folder (a new one with / at its end), or a file that is not there yet"),
            .value(
                "keep", .integer(in: 1...BackupLimit.keptMax), default: "all",
                "Keep so many backups in the folder; older ones go once this one is checked"
            ),
            .toggle("encrypt", "Ask for a passphrase to encrypt it with"),
        ] + Passphrase.flags,
        examples: [
            "compass backup create": "Into the home's own folder",
            "compass backup create --to /mnt/disk --encrypt --keep 14":
                "Onto another disk, for the last two weeks",
        ]
    ) { run in
        var order = order(.create, run)
        order.path = run.invocation.text("to")
        order.keep = run.invocation.integer("keep")
        order.passphrase = try Passphrase(run).ofNew()
        let json = try run.console.backUp(order, run.environment)
        let report = try decoded(BackupCreated.self, json)
        return BackupPage(run).created(report, json)
    }

    private static let list = CompassCommand(
        "backup list", .readOnly, "List the backups of a folder, newest first",
        details: """
            Tells what a look at the files shows. Whether every byte is right, and the \
            passphrase, says backup verify.
            """,
        flags: [
            .value(
                "in", .path("FOLDER"), default: "backups/ of the home", "Another folder")
        ],
        examples: ["compass backup list": "What can be put back"]
    ) { run in
        var order = order(.list, run)
        order.path = run.invocation.text("in")
        let json = try run.console.backUp(order, run.environment)
        return BackupPage(run).list(try decoded(BackupList.self, json), json)
    }

    private static let verify = CompassCommand(
        "backup verify", .readOnly, "Check every byte of a backup, and every database in it",
        details: "Exits 1 if something is wrong with it, and says what.",
        arguments: [file], flags: Passphrase.flags,
        examples: [
            "compass backup verify compass-20261122T110503Z.tar": "Is it good?"
        ]
    ) { run in
        var order = order(.verify, run)
        let path = try place(run)
        order.path = path
        order.passphrase = try Passphrase(run).ofExisting(path)
        let json = try run.console.backUp(order, run.environment)
        return BackupPage(run).verified(try decoded(BackupVerified.self, json), json)
    }

    private static let restore = CompassCommand(
        "backup restore", .local, "Put a backup in the place of a home's data",
        details: """
            The system must be stopped. What was there is kept beside it under another name. \
            If anything fails, nothing has changed. After the next start the services read \
            each other's records anew; whoever has signed in since the backup signs in again.
            """,
        arguments: [file], flags: Passphrase.flags,
        examples: [
            "compass backup restore compass-20261122T110503Z.tar":
                "After \(SystemCommand.text("down")); then \(SystemCommand.start)",
            "compass backup restore b.tar --home /srv/two": "Into another, new home",
        ]
    ) { run in
        let path = try place(run)
        if ServiceName.allCases.contains(where: {
            FileManager.default.fileExists(atPath: run.home.database(of: $0.rawValue))
        }) {
            try run.confirm(
                "Put \(path) in the place of the data in \(run.home.path)? They are kept aside. ")
        }
        var order = order(.restore, run)
        order.path = path
        order.passphrase = try Passphrase(run).ofExisting(path)
        let json = try run.console.backUp(order, run.environment)
        return BackupPage(run).restored(try decoded(BackupRestored.self, json), json)
    }

    private static func order(_ work: BackupOrder.Work, _ run: CommandRun) -> BackupOrder {
        BackupOrder(work, home: run.home.path, endpoint: run.endpoint)
    }

    /// Returns the path of the backup argument. A bare name that is not a file here may be one of
    /// the home's backups.
    private static func place(_ run: CommandRun) throws -> String {
        let typed = run.argument(0)
        let own = "\(run.home.path)/backups/\(typed)"
        let files = FileManager.default
        let isElsewhere = typed.contains("/") || files.fileExists(atPath: typed)
        let path = !isElsewhere && files.fileExists(atPath: own) ? own : typed
        guard files.fileExists(atPath: path) else {
            let isFolderThere = files.fileExists(atPath: folder(of: path))
            throw CommandFailure(
                .notFound, "\(QuotedText.path(path)) is not there",
                remedy: "Try: "
                    + (isFolderThere && typed.contains("/")
                        ? listLine(beside: path, run) : run.line("backup", "list")))
        }
        return path
    }

    /// Returns the folder of a path, as it was typed.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The command that lists the backups beside this one.
    static func listLine(beside path: String, _ run: CommandRun) -> String {
        let folder = folder(of: path)
        return folder == "\(run.home.path)/backups"
            ? run.line("backup", "list") : run.line("backup", "list", "--in", folder)
    }

    private static func decoded<Report: Decodable>(
        _ type: Report.Type, _ json: [UInt8]
    ) throws -> Report {
        do {
            return try JSONCoding.decodeResponse(type, from: json)
        } catch { throw CommandFailure(error.code, error.message) }
    }
}
