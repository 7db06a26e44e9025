internal import CZip
import Glibc

/// Writes a small ZIP archive in memory.
@safe
public final class ZipBuffer {
    private var archive: OpaquePointer?
    private let content: OpaquePointer

    /// Begins an empty archive.
    public init() throws(ZipError) {
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        guard let content = unsafe zip_source_buffer_create(nil, 0, 0, &error) else {
            throw unsafe ZipLibrary.error(error)
        }
        guard let archive = unsafe zip_open_from_source(content, ZIP_TRUNCATE, &error) else {
            unsafe zip_source_free(content)
            throw unsafe ZipLibrary.error(error)
        }
        // The archive's own hold on its content ends with `finish`.
        unsafe zip_source_keep(content)
        unsafe self.content = unsafe content
        unsafe self.archive = unsafe archive
    }

    deinit {
        if let archive = unsafe archive { unsafe zip_discard(archive) }
        unsafe zip_source_free(content)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: The name in the archive, in UTF-8.
    ///   - modified: The time of modification, in seconds since 1970.
    public func add(_ bytes: [UInt8], as name: String, modified: Int64) throws(ZipError) {
        guard let archive = unsafe archive else { throw Self.finished }
        // libzip frees its copy together with the archive.
        guard let copy = unsafe malloc(max(bytes.count, 1)) else {
            throw ZipError("There is no memory for the archive")
        }
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe copy.copyMemory(from: start, byteCount: buffer.count)
        }
        guard let source = unsafe zip_source_buffer(archive, copy, UInt64(bytes.count), 1) else {
            unsafe free(copy)
            throw unsafe ZipLibrary.error(of: archive)
        }
        let place = unsafe zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8)
        guard place >= 0 else {
            unsafe zip_source_free(source)
            throw unsafe ZipLibrary.error(of: archive)
        }
        guard unsafe zip_file_set_mtime(archive, UInt64(place), time_t(modified), 0) == 0 else {
            throw unsafe ZipLibrary.error(of: archive)
        }
    }

    /// Packs the files and returns the archive.
    public func finish() throws(ZipError) -> [UInt8] {
        guard let archive = unsafe archive else { throw Self.finished }
        guard unsafe zip_close(archive) == 0 else { throw unsafe ZipLibrary.error(of: archive) }
        unsafe self.archive = nil
        guard unsafe zip_source_open(content) == 0 else { throw Self.unreadable }
        defer { unsafe zip_source_close(content) }
        guard unsafe zip_source_seek(content, 0, SEEK_END) == 0 else { throw Self.unreadable }
        let count = unsafe Int(zip_source_tell(content))
        guard count > 0, unsafe zip_source_seek(content, 0, SEEK_SET) == 0 else {
            throw Self.unreadable
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe zip_source_read(content, buffer.baseAddress, UInt64(buffer.count))
        }
        guard read == count else { throw Self.unreadable }
        return bytes
    }

    private static let finished = ZipError("The archive is already finished")
    private static let unreadable = ZipError("The archive cannot be read from memory")
}
