import CSystem
import Contracts
import Glibc
import HTTP
import Imports
import ServiceKit
import Sodium
import WebPages

/// A file of a form. Its content lies in an unnamed file until it is attached, so that it is never
/// whole in memory, and gone when the process is.
final class SpooledFile: Sendable {
    /// The name as the browser says it.
    let name: String
    /// The size in bytes of what was sent.
    let size: Int
    let sha256: String
    /// Why the file is not attached; nil if nothing is wrong with it so far.
    let refusal: String?
    private let descriptor: CInt

    /// Reads the rest of a part. What exceeds the largest file is read and dropped.
    ///
    /// - Parameter folder: The folder whose file system takes the content.
    /// - Throws: `ServiceError` if the content cannot be written; what `MultipartReader` throws.
    static func read(
        _ name: String, from reader: inout MultipartReader, in folder: String
    ) async throws -> SpooledFile {
        let descriptor = unsafe compass_open_unnamed(folder)
        guard descriptor >= 0 else { throw failure }
        var isOwned = false
        defer { if !isOwned { close(descriptor) } }
        let hash = SHA256Stream()
        var size = 0
        var start: [UInt8] = []
        while let chunk = try await reader.nextChunk() {
            size += chunk.count
            guard size <= AttachmentLimit.fileBytesMax else { continue }
            hash.update(chunk)
            start += chunk.prefix(AttachmentContent.signatureBytesMax - start.count)
            try write(chunk, to: descriptor)
        }
        isOwned = true
        return SpooledFile(
            name, size, hash.hex(), refusal(of: name, size: size, beginningWith: start), descriptor)
    }

    private init(
        _ name: String, _ size: Int, _ sha256: String, _ refusal: String?, _ descriptor: CInt
    ) {
        self.name = name
        self.size = size
        self.sha256 = sha256
        self.refusal = refusal
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Why the interaction would not take the file, as far as its name, size and beginning show
    /// (IA-36 to IA-38).
    private static func refusal(
        of name: String, size: Int, beginningWith start: [UInt8]
    ) -> String? {
        if let problem = AttachmentName.problem(name) { return problem }
        guard let type = AttachmentType(fileName: name) else { return AttachmentRefusal.type(name) }
        if size > AttachmentLimit.fileBytesMax { return AttachmentRefusal.sizeText }
        if AttachmentContent.mayBegin(type, with: start) { return nil }
        return "Its content is not \(type.format)"
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) throws(ServiceError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure }
            rest = rest.dropFirst(written)
        }
    }

    private static let failure = ServiceError(
        .unavailable, "Server error. The file could not be taken; please try again.")

    /// The bytes from an offset, as many as one request appends.
    func chunk(at offset: Int) throws(ServiceError) -> [UInt8] {
        let count = min(AttachmentLimit.chunkBytesMax, size - offset)
        guard let bytes = try? FileBytes.read(count, from: descriptor, at: offset),
            bytes.count == count
        else { throw Self.failure }
        return bytes
    }
}

extension SpooledFile {
    /// Whether a file of posts is JSON Lines: its name says so, or else its first character.
    var holdsJSONLines: Bool {
        get throws(ServiceError) {
            let name = name.lowercased()
            if [".csv", ".xlsx", ".xlsm"].contains(where: name.hasSuffix) { return false }
            if [".jsonl", ".ndjson", ".json"].contains(where: name.hasSuffix) { return true }
            return try chunk(at: 0).first { $0 > 0x20 } == UInt8(ascii: "{")
        }
    }

    /// The lines of a JSON Lines file of posts.
    var postLines: PostLines<ServiceError> {
        var offset = 0
        return PostLines { () throws(ServiceError) -> [UInt8] in
            let chunk = try self.chunk(at: offset)
            offset += chunk.count
            return chunk
        }
    }
}

extension [SpooledFile] {
    /// The files that are not attached, as pages show them.
    var refused: [RefusedFile] { refused(ofSizes: map(\.size)) }

    /// The same for files of which only the beginnings were sent, with the sizes of the whole.
    func refused(ofSizes sizes: [Int]) -> [RefusedFile] {
        zip(self, sizes).compactMap { file, size in
            let isLarge = size > AttachmentLimit.fileBytesMax
            let reason = file.refusal ?? (isLarge ? AttachmentRefusal.sizeText : nil)
            return reason.map { RefusedFile(name: file.name, size: size, reason: $0) }
        }
    }
}
