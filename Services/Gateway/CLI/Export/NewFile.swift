import CommandKit
import Contracts
import Foundation
import Glibc

/// A file that appears whole or not at all: it grows under another name beside its place, readable
/// by its owner only, and gets its name at the end.
final class NewFile {
    private let path: String
    private let temporaryPath: String
    private let replaces: Bool
    private let flag: String
    private let bytes: LocalBytes

    /// The place that `--to` means: a folder gets the file's own name.
    static func path(_ typed: String, name: String) -> String {
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: typed, isDirectory: &isFolder)
        guard typed.hasSuffix("/") || exists && isFolder.boolValue else { return typed }
        return typed.hasSuffix("/") ? typed + name : "\(typed)/\(name)"
    }

    /// Begins a file. `replaces` lets it take the place of another one in the end; `flag` is the
    /// one that named the place.
    init(at path: String, replaces: Bool, flag: String = "to") throws {
        self.path = path
        self.flag = flag
        self.replaces = replaces
        let folder = path.range(of: "/", options: .backwards).map { path[..<$0.upperBound] } ?? ""
        let mark = String(UInt64.random(in: .min ... .max), radix: 16)
        temporaryPath = "\(folder).compass-\(mark).part"
        do {
            bytes = try LocalBytes(path: temporaryPath)
        } catch { throw Self.unplaceable(path, flag, error) }
    }

    deinit {
        // After `finish` nothing has this name any more.
        unsafe _ = unlink(temporaryPath)
    }

    /// Adds text.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Adds bytes.
    func write(_ bytes: [UInt8]) throws {
        do {
            try self.bytes.append(bytes)
        } catch { throw Self.unwritable(path, flag, error) }
    }

    /// Gives the file its name. Something that came there meanwhile stays, unless this file may
    /// replace it.
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

    /// The refusal to overwrite.
    static func taken(_ path: String, flag: String = "to") -> CommandFailure {
        var failure = CommandFailure(
            .conflict, "\(shown(path)) exists already", reason: "Nothing was written.",
            remedy: "Replace it with --yes, or name another file with --\(flag).")
        failure.errors = [flag: "exists already"]
        return failure
    }

    /// A path as messages show it: whole, unless it is longer than any that somebody typed.
    private static func shown(_ path: String) -> String {
        path.utf8.count <= shownPathMax ? path : QuotedText.of(path)
    }

    /// Bytes of a path that messages show whole.
    private static let shownPathMax = 400

    private static func unwritable(
        _ path: String, _ flag: String, _ why: LocalBytes.Failure
    ) -> CommandFailure {
        CommandFailure(
            .internal, "\(shown(path)) could not be written", reason: "\(why). No file was left.",
            remedy: "Name a place with more room with --\(flag).")
    }

    private static func unplaceable(
        _ path: String, _ flag: String, _ why: LocalBytes.Failure
    ) -> CommandFailure {
        var failure = CommandFailure(
            .validationFailed, "\(shown(path)) cannot be written",
            reason: "Field: \(flag) (--\(flag)): \(why).",
            remedy: "Name a folder of yours with --\(flag).")
        failure.errors = [flag: "\(why)"]
        return failure
    }
}
