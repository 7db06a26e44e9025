import CommandKit
import Foundation
import Glibc

/// Reads and writes small files that only their owner may read.
public enum PrivateFile {
    /// Why a file operation failed.
    public struct Failure: Error, CustomStringConvertible, Sendable {
        /// The cause and the remedy.
        public let description: String
        /// Whether the disk is full.
        public let isDiskFull: Bool

        /// Creates a failure; `code` is its `errno`.
        public init(description: String, code: Int32 = 0) {
            self.description = description
            isDiskFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
        }

        /// Creates a failure from the current `errno`.
        init(_ what: String) {
            let code = errno
            self.init(
                description: "\(what): \(unsafe String(cString: strerror(code)))", code: code)
        }
    }

    /// Returns the file's bytes. Throws if the file is missing, larger than `sizeMax`, a link,
    /// another user's, or readable by others.
    public static func read(_ path: String, sizeMax: Int) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(description: "cannot open \(QuotedText.path(path)): \(lastError())")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw Failure(description: "cannot examine \(path): \(lastError())")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw Failure(
                description: "\(path) can be read by others; run: chmod 600 '\(path)'")
        }
        guard status.st_size <= sizeMax else {
            throw Failure(description: "\(path) is over \(sizeMax) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: sizeMax)
        var count = 0
        while count < sizeMax {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(
                    descriptor, buffer.baseAddress?.advanced(by: count), sizeMax - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else {
                throw Failure(description: "cannot read \(path): \(lastError())")
            }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    /// Creates the file with mode 0600, atomically; an existing file stays unchanged.
    public static func create(_ path: String, holding bytes: [UInt8]) throws(Failure) {
        let temporary = try writeTemporary(beside: path, holding: bytes)
        defer { unsafe unlink(temporary) }
        guard unsafe link(temporary, path) == 0 || errno == EEXIST else {
            throw Failure("cannot make \(path)")
        }
    }

    /// Creates or replaces the file with mode 0600, atomically.
    public static func replace(_ path: String, holding bytes: [UInt8]) throws(Failure) {
        let temporary = try writeTemporary(beside: path, holding: bytes)
        guard unsafe rename(temporary, path) == 0 else {
            let failure = Failure("cannot replace \(path)")
            unsafe unlink(temporary)
            throw failure
        }
    }

    private static func writeTemporary(
        beside path: String, holding bytes: [UInt8]
    ) throws(Failure) -> String {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(temporary, flags, 0o600)
        guard descriptor >= 0 else {
            throw Failure("cannot make \(path)")
        }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(
                    descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0, fsync(descriptor) == 0 || put == 0 else {
                let failure = Failure("cannot write \(path)")
                unsafe unlink(temporary)
                throw failure
            }
            written += put
        }
        return temporary
    }

    private static func lastError() -> String {
        unsafe String(cString: strerror(errno))
    }
}
