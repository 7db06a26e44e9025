import CommandKit
import Contracts
import Glibc
import ServiceKit

/// Downloads an attached file. The file takes its final name only after its hash is verified,
/// existing files are replaced only with consent, and an interrupted download resumes.
struct AttachmentDownload {
    /// A partial download lies beside the target, named after the content's hash, so that only the
    /// same content resumes it.
    private static let partDigits = 16

    let run: CommandRun
    let file: Attachment

    // MARK: To a pipe

    /// Returns the whole content; throws `data_loss` if its hash is wrong.
    func content() throws -> [UInt8] {
        var bytes: [UInt8] = []
        let progress = run.progress(of: file.name, total: file.size)
        defer { progress.end() }
        while bytes.count < file.size {
            bytes += try part(at: bytes.count)
            progress.show(bytes.count)
        }
        guard isRight(bytes) else { throw Self.damaged(file) }
        return bytes
    }

    /// The next chunk, never empty.
    private func part(at offset: Int) throws -> [UInt8] {
        let bytes =
            try run.response(of: FetchAttachment.self, .init(attachmentID: file.id, offset: offset))
            .bytes ?? []
        guard !bytes.isEmpty, bytes.count <= file.size - offset else {
            throw Self.damaged(file)
        }
        return bytes
    }

    private func isRight(_ bytes: [UInt8]) -> Bool {
        bytes.count == file.size && ContentHash(of: bytes).hex == file.sha256
    }

    private static func damaged(_ file: Attachment) -> CommandFailure {
        CommandFailure(
            .dataLoss, "\(AttachmentName.quoted(file.name)) was damaged in transit",
            reason: "Its SHA-256 differs from the stored one.",
            remedy: "Try again; if that does not help, restore the latest backup.")
    }

    // MARK: To a file

    /// The file's local name: its own, unless that is unsafe as a file name.
    static func localName(of file: Attachment) -> String {
        guard AttachmentName.problem(file.name) != nil else { return file.name }
        let plain = file.name.unicodeScalars.map { scalar in
            let isPlain = AttachmentName.problem("a" + String(scalar)) == nil
            return isPlain ? Character(scalar) : "_"
        }
        let name = String(plain.suffix(100))
        return AttachmentName.problem(name) == nil ? name : file.id.text
    }

    /// The path to write: `--to` names a file, or a folder that the file enters under its own name.
    func target(_ wanted: String?) -> String {
        let name = Self.localName(of: file)
        guard let wanted else { return "./" + name }
        var status = stat()
        if unsafe stat(wanted, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            return wanted.hasSuffix("/") ? wanted + name : "\(wanted)/\(name)"
        }
        return wanted
    }

    /// Saves the file. Returns whether it had to be downloaded.
    func save(to target: String) throws -> Bool {
        if let present = try? LocalBytes.read(target, sizeMax: file.size), isRight(present) {
            return false
        }
        let exists = LocalBytes.exists(target)
        if exists, !run.invocation.isOn("yes") {
            guard run.console.prompt.isTerminal else {
                throw CommandFailure(
                    .conflict, "\(QuotedText.of(target)) already exists with different content",
                    reason: "Nothing was written.",
                    remedy: "Replace it with --yes, or choose another name with --to.",
                    errors: ["to": "already exists"])
            }
            try run.confirm("Replace \(VisibleText.line(QuotedText.of(target)))?")
        }
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "./"
        let part = "\(folder).compass-\(file.sha256.prefix(Self.partDigits)).part"
        try fetch(into: part)
        do {
            try LocalBytes.publish(part, as: target, replacing: exists)
        } catch { throw Self.unwritable(target, error) }
        return true
    }

    private func fetch(into part: String) throws {
        do {
            let bytes = try LocalBytes(path: part)
            let progress = run.progress(of: file.name, total: file.size)
            defer { progress.end() }
            // A partial download of another run may be damaged; in that case start over once.
            for attempt in 0..<2 {
                if bytes.count > file.size { try bytes.truncate() }
                while bytes.count < file.size {
                    progress.show(bytes.count)
                    try bytes.append(try self.part(at: bytes.count))
                }
                if isRight(try bytes.content()) { return try bytes.sync() }
                try bytes.truncate()
                if attempt == 1 { throw Self.damaged(file) }
            }
        } catch let failure as LocalBytes.Failure {
            throw Self.unwritable(part, failure)
        } catch var failure as CommandFailure where failure.isRetryable {
            failure.remedy = AttachmentUploads.resumeLine
            throw failure
        }
    }

    private static func unwritable(
        _ path: String, _ failure: LocalBytes.Failure
    ) -> CommandFailure {
        return CommandFailure(
            .validationFailed,
            "\(QuotedText.of(path)) cannot be written: \(failure.description)",
            reason: "Field: to (--to)", remedy: "Choose another path with --to.",
            errors: ["to": failure.description])
    }
}
