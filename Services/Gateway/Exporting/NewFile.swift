import Contracts
import Foundation
import Glibc

/// A file that appears whole or not at all: it grows under another name beside its place, readable
/// by its owner only, and gets its name at the end.
final class NewFile {
    /// Where it will be.
    let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    private let replaces: Bool
    /// Whether the other name is gone already.
    private var isNamed = false

    /// The place that `--to` means: a folder gets the file's own name.
    static func path(_ typed: String, name: String) -> String {
        var isFolder: ObjCBool = false
        let exists = unsafe FileManager.default.fileExists(atPath: typed, isDirectory: &isFolder)
        guard typed.hasSuffix("/") || exists && isFolder.boolValue else { return typed }
        return typed.hasSuffix("/") ? typed + name : "\(typed)/\(name)"
    }

    /// Whether something stands at the place.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Begins a file. `replaces` lets it take the place of another one in the end.
    init(at path: String, replaces: Bool) throws {
        self.path = path
        self.replaces = replaces
        let folder = path.range(of: "/", options: .backwards).map { path[..<$0.upperBound] } ?? ""
        let mark = String(UInt32.random(in: .min ... .max), radix: 16)
        temporaryPath = "\(folder).compass-\(mark).part"
        descriptor = unsafe open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Self.failure(path, errno, isPlace: true)
        }
    }

    deinit {
        close(descriptor)
        if !isNamed { unsafe _ = unlink(temporaryPath) }
    }

    /// Adds text.
    func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Self.failure(path, errno, isPlace: false)
            }
        }
    }

    /// Gives the file its name.
    func finish() throws {
        guard fsync(descriptor) == 0 else { throw Self.failure(path, errno, isPlace: false) }
        if replaces {
            try moveIntoPlace()
            return
        }
        // A link is never made over something that came meanwhile; a rename would be.
        if unsafe link(temporaryPath, path) == 0 { return }
        let code = errno
        if code == EEXIST { throw Self.taken(path) }
        // A file system without links.
        guard [EPERM, ENOTSUP, ENOSYS].contains(code), !Self.isTaken(path) else {
            throw Self.failure(path, code, isPlace: true)
        }
        try moveIntoPlace()
    }

    private func moveIntoPlace() throws {
        guard unsafe rename(temporaryPath, path) == 0 else {
            throw Self.failure(path, errno, isPlace: true)
        }
        isNamed = true
    }

    /// The refusal to overwrite.
    static func taken(_ path: String) -> CommandFailure {
        var failure = CommandFailure(
            .conflict, "\(path) exists already", reason: "Nothing was written.",
            remedy: "Replace it with --yes, or name another file with --to.")
        failure.errors = ["to": "exists already"]
        return failure
    }

    private static func failure(_ path: String, _ code: Int32, isPlace: Bool) -> CommandFailure {
        let why = unsafe String(cString: strerror(code))
        guard isPlace else {
            return CommandFailure(
                .internal, "\(path) could not be written", reason: "\(why). No file was left.")
        }
        var failure = CommandFailure(
            .validationFailed, "\(path) cannot be written",
            reason: "Field: to (--to): \(why).", remedy: "Name a folder of yours with --to.")
        failure.errors = ["to": why]
        return failure
    }
}
