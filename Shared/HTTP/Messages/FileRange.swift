import Glibc

/// A part of an open file.
public final class FileRange: Sendable {
    /// Where the part begins, in bytes.
    public let offset: UInt64
    /// The length of the part in bytes.
    public let byteCount: UInt64
    /// The length of the whole file in bytes when it was opened.
    public let fileByteCount: UInt64
    let descriptor: CInt

    /// Opens a regular file, not through a symbolic link.
    ///
    /// - Throws: `HTTPFailure` 404 if there is no such file, it is not a regular one, or the part
    ///   reaches beyond its end.
    public convenience init(path: String) throws(HTTPFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else {
            if descriptor >= 0 { close(descriptor) }
            throw HTTPFailure(.notFound, "There is no such file.")
        }
        let size = UInt64(status.st_size)
        self.init(owning: descriptor, offset: 0, byteCount: size, fileByteCount: size)
    }

    private init(owning descriptor: CInt, offset: UInt64, byteCount: UInt64, fileByteCount: UInt64)
    {
        self.descriptor = descriptor
        self.offset = offset
        self.byteCount = byteCount
        self.fileByteCount = fileByteCount
    }

    /// A part of the same file.
    ///
    /// - Throws: `HTTPFailure` 416 if the range reaches beyond the end, 500 without descriptors.
    public func part(_ range: Range<UInt64>) throws(HTTPFailure) -> FileRange {
        guard range.upperBound <= fileByteCount else {
            throw HTTPFailure(.rangeNotSatisfiable, "The range is not inside the file.")
        }
        return FileRange(
            owning: try duplicate(), offset: range.lowerBound, byteCount: UInt64(range.count),
            fileByteCount: fileByteCount)
    }

    /// A descriptor that somebody else closes.
    func duplicate() throws(HTTPFailure) -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else {
            throw HTTPFailure(.internalServerError, "No descriptor is left.")
        }
        return copy
    }

    deinit {
        close(descriptor)
    }
}
