import CommandKit
import Contracts
import Foundation
import ServiceKit

/// Reads the passphrase of a backup: hidden from the terminal, or for scripts from a file or stdin.
/// It is never a command line argument.
struct Passphrase {
    /// The flags that name a source other than the terminal.
    static let flags: [Flag] = [
        .value(
            "passphrase-file", .path(),
            "Read the passphrase from this file's first line; only you may read the file"),
        .toggle("passphrase-stdin", "Read the passphrase from the first line of stdin"),
    ]

    private let run: CommandRun

    init(_ run: CommandRun) { self.run = run }

    private var isGiven: Bool {
        run.invocation.text("passphrase-file") != nil || run.invocation.isOn("passphrase-stdin")
    }

    /// Returns the passphrase of a new backup, or nil if it is not to be encrypted.
    func ofNew() throws -> String? {
        if isGiven { return try given() }
        guard run.invocation.isOn("encrypt") else { return nil }
        let least = BackupLimit.passphraseCharactersMin
        let first = try asked("Passphrase (\(least) characters or more): ")
        guard first.count >= least else {
            throw CommandFailure(
                .validationFailed, "A passphrase has \(least) characters or more",
                remedy: "Take several words that nobody would guess.")
        }
        guard try asked("Once more: ") == first else {
            throw CommandFailure.usage("The two passphrases differ", remedy: "Try again.")
        }
        return first
    }

    /// Returns the passphrase of an existing backup, or nil if it is not encrypted.
    func ofExisting(_ path: String) throws -> String? {
        guard Self.isEncrypted(path) else { return nil }
        return try isGiven ? given() : asked("Passphrase: ")
    }

    private static func isEncrypted(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let magic = Data("RCBACKUP".utf8)
        return (try? file.read(upToCount: magic.count)) == magic
    }

    private func asked(_ question: String) throws -> String {
        do {
            return String(decoding: try run.console.prompt.secret(question), as: UTF8.self)
        } catch {
            throw CommandFailure.unanswered(
                error, flag: "--passphrase-file or --passphrase-stdin")
        }
    }

    private func given() throws -> String {
        guard let path = run.invocation.text("passphrase-file") else {
            do {
                return String(
                    decoding: try run.console.prompt.firstLineOfInput(), as: UTF8.self)
            } catch { throw CommandFailure.unanswered(error, flag: "--passphrase-file") }
        }
        guard !run.invocation.isOn("passphrase-stdin") else {
            throw CommandFailure.usage(
                "--passphrase-file and --passphrase-stdin exclude each other")
        }
        do {
            let bytes = try PrivateFile.read(path, sizeMax: BackupLimit.passphraseBytesMax)
            return String(decoding: bytes.prefix { $0 != 0x0a && $0 != 0x0d }, as: UTF8.self)
        } catch {
            throw CommandFailure(
                .validationFailed, "The passphrase cannot be read",
                reason: "\(error.description).")
        }
    }
}
