import CommandKit
import Contracts
import Glibc
import ServiceKit

/// A file of this machine that is to be attached. It is checked before anything is sent, by the
/// rules that the service has too.
struct LocalFile {
    /// Where it lies.
    let path: String
    /// The name under which it will be attached.
    let name: String

    /// Checks files before a record is made for them: each must be there and be one of the
    /// accepted kinds, and there may not be too many (IA-36 to IA-38, D-16, D-17).
    static func checked(_ paths: [String]) throws -> [LocalFile] {
        guard paths.count <= AttachmentLimit.filesMax else {
            var failure = CommandFailure(
                AttachmentRefusal.count.code, AttachmentRefusal.count.message,
                reason: "\(paths.count) files were given.", remedy: "Leave some out.")
            failure.errors = AttachmentRefusal.count.errors
            throw failure
        }
        return try paths.map { path in
            let file = LocalFile(
                path: path, name: String(path.split(separator: "/").last ?? path[...]))
            _ = try file.content()
            return file
        }
    }

    /// The whole content, at most 10 MiB; throws what is wrong with the file.
    func content() throws -> [UInt8] {
        let (bytes, type) = try read()
        let found = AttachmentContent.detected(in: bytes)
        guard found == .accepted(type) else {
            throw refusal(AttachmentRefusal.content(of: name, named: type, found: found).message)
        }
        return bytes
    }

    /// What the name says that it is.
    private func namedType() throws -> AttachmentType {
        if let problem = AttachmentName.problem(name) { throw refusal(problem) }
        guard let type = AttachmentType(fileName: name) else {
            throw refusal(AttachmentRefusal.type(name))
        }
        return type
    }

    private func refusal(_ text: String) -> CommandFailure {
        var failure = CommandFailure(
            .validationFailed, text, reason: "File: \(QuotedText.of(path))",
            remedy: "Nothing was sent; leave the file out or give another one.")
        failure.errors = ["file_name": text]
        return failure
    }

    private func read() throws -> ([UInt8], AttachmentType) {
        // A pipe or device that has this name must not keep the command waiting.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw refusal(
                errno == ENOENT
                    ? "There is no file \(shownName)" : "\(shownName): \(Self.lastError)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw refusal("\(shownName): \(Self.lastError)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw refusal("\(shownName) is no file with a content of its own")
        }
        let type = try namedType()
        try checkSize(Int(status.st_size))
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var count = 0
        while count < bytes.count {
            let room = bytes.count - count
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), room)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw refusal("\(shownName): \(Self.lastError)") }
            if got == 0 { break }
            count += got
        }
        // Somebody may write to it while it is read.
        try checkSize(count)
        return (Array(bytes[..<count]), type)
    }

    private func checkSize(_ size: Int) throws {
        guard size > AttachmentLimit.fileBytesMax else { return }
        let error = AttachmentRefusal.size(size, of: name)
        var failure = CommandFailure(
            error.code, error.message,
            reason: "File: \(QuotedText.of(path)); "
                + "\(AttachmentRefusal.grouped(AttachmentLimit.fileBytesMax)) bytes are allowed.",
            remedy: "Nothing was sent; make the file smaller or leave it out.")
        failure.errors = error.errors
        throw failure
    }

    private var shownName: String { AttachmentName.quoted(name) }

    private static var lastError: String { unsafe String(cString: strerror(errno)) }
}
