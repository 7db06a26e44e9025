import CommandKit
import Contracts
import Foundation
import Glibc

/// A file that appears whole or not at all: it is written under a temporary name beside its target,
/// readable by its owner only, and renamed at the end.
final class NewFile {
    private let path: String
    private let temporaryPath: String
    private let replaces: Bool
    private let flag: String
    private let bytes: LocalBytes

    /// The path that a flag's value names: in a folder, the file's own name.
    static func path(_ typed: String, name: String) -> String {
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: typed, isDirectory: &isFolder)
        guard typed.hasSuffix("/") || exists && isFolder.boolValue else { return typed }
        return typed.hasSuffix("/") ? typed + name : "\(typed)/\(name)"
    }

    /// Creates the temporary file. `replaces` allows `finish` to replace an existing file; `flag`
    /// names the path in messages.
    init(at path: String, replaces: Bool, flag: String = "to") throws {
        self.path = path
        self.flag = flag
        self.replaces = replaces
        let folder = path.range(of: "/", options: .backwards).map { path[..<$0.upperBound] } ?? ""
        let mark = Hexadecimal.text(UInt64.random(in: .min ... .max))
        temporaryPath = "\(folder).compass-\(mark).part"
        do {
            bytes = try LocalBytes(path: temporaryPath)
        } catch { throw Self.unplaceable(path, flag, error) }
    }

    deinit {
        // After `finish` this name no longer exists.
        unsafe _ = unlink(temporaryPath)
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws {
        do {
            try self.bytes.append(bytes)
        } catch { throw Self.unwritable(path, flag, error) }
    }

    /// Moves the file to its path. A file created there in the meantime is kept, unless this one
    /// may replace it.
    func finish() throws {
        do {
            try bytes.sync()
        } catch { throw Self.unwritable(path, flag, error) }
        do {
            try LocalBytes.publish(temporaryPath, as: path, replacing: replaces)
        } catch {
            throw error.code == EEXIST
                ? Self.taken(path, flag: flag) : Self.unplaceable(path, flag, error)
        }
    }

    /// The failure that refuses to overwrite a file.
    static func taken(_ path: String, flag: String = "to") -> CommandFailure {
        return CommandFailure(
            .conflict, "\(QuotedText.path(path)) already exists", reason: "Nothing was written.",
            remedy: "Replace it with --yes, or name another file with --\(flag).",
            errors: [flag: "already exists"])
    }

    private static func unwritable(
        _ path: String, _ flag: String, _ why: LocalBytes.Failure
    ) -> CommandFailure {
        CommandFailure(
            .internal, "\(QuotedText.path(path)) could not be written",
            reason: "\(why). No file was written.",
            remedy: "Choose a disk with more space with --\(flag).")
    }

    private static func unplaceable(
        _ path: String, _ flag: String, _ why: LocalBytes.Failure
    ) -> CommandFailure {
        return CommandFailure(
            .validationFailed, "\(QuotedText.path(path)) cannot be written",
            reason: "Field: \(flag) (--\(flag)): \(why).",
            remedy: "Choose a folder that you may write to with --\(flag).",
            errors: [flag: "\(why)"])
    }
}
