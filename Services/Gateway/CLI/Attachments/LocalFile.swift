import CommandKit
import Contracts
import Glibc
import ServiceKit

/// A local file to attach, validated by the service's rules before anything is sent.
struct LocalFile {
    let path: String
    let name: String

    /// Validates files before a record is created for them: each must exist and be of an accepted
    /// type, and there must not be too many (IA-36 to IA-38, D-16, D-17).
    static func checked(_ paths: [String]) throws -> [LocalFile] {
        guard paths.count <= AttachmentLimit.filesMax else {
            throw CommandFailure(
                AttachmentRefusal.count.code, AttachmentRefusal.count.message,
                reason: "\(paths.count) files were given.", remedy: "Leave some out.",
                errors: AttachmentRefusal.count.errors)
        }
        return try paths.map { path in
            let file = LocalFile(
                path: path, name: String(path.split(separator: "/").last ?? path[...]))
            _ = try file.content()
            return file
        }
    }

    /// The whole content, at most 10 MiB; throws if the file cannot be read or is not accepted.
    func content() throws -> [UInt8] {
        let (bytes, type) = try read()
        let found = AttachmentContent.detected(in: bytes)
        guard found == .accepted(type) else {
            throw refusal(AttachmentRefusal.content(of: name, named: type, found: found).message)
        }
        return bytes
    }

    /// The type that the file name indicates.
    private func namedType() throws -> AttachmentType {
        if let problem = AttachmentName.problem(name) { throw refusal(problem) }
        guard let type = AttachmentType(fileName: name) else {
            throw refusal(AttachmentRefusal.type(name))
        }
        return type
    }

    private func refusal(_ text: String) -> CommandFailure {
        return CommandFailure(
            .validationFailed, text, reason: "File: \(QuotedText.of(path))",
            remedy: "Nothing was sent; leave out the file or choose another one.",
            field: "file_name")
    }

    private func read() throws -> ([UInt8], AttachmentType) {
        // Opening a pipe or device of this name must not block.
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
            throw refusal("\(shownName) is not a regular file")
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
        // The file may grow while it is read.
        try checkSize(count)
        return (Array(bytes[..<count]), type)
    }

    private func checkSize(_ size: Int) throws {
        guard size > AttachmentLimit.fileBytesMax else { return }
        let error = AttachmentRefusal.size(size, of: name)
        throw CommandFailure(
            error.code, error.message,
            reason: "File: \(QuotedText.of(path)); "
                + "\(AttachmentRefusal.grouped(AttachmentLimit.fileBytesMax)) bytes are allowed.",
            remedy: "Nothing was sent; make the file smaller or leave it out.",
            errors: error.errors)
    }

    private var shownName: String { AttachmentName.quoted(name) }

    private static var lastError: String { unsafe String(cString: strerror(errno)) }
}
