internal import CZip

/// Writes a ZIP archive from files. libzip reads them one after the other while it writes, so that
/// neither a file nor the archive is ever in memory.
@safe
public final class ZipWriter {
    private var archive: OpaquePointer?

    /// Begins an archive at a path where there is no file yet. Nothing appears there before
    /// `finish()`.
    public init(path: String) throws(ZipError) {
        var code: Int32 = 0
        unsafe archive = unsafe zip_open(path, ZIP_CREATE | ZIP_EXCL, &code)
        guard unsafe archive != nil else { throw ZipLibrary.error(opening: code) }
    }

    deinit {
        if let archive = unsafe archive { unsafe zip_discard(archive) }
    }

    /// Adds a file. It is read by `finish()` and must not change before.
    ///
    /// - Parameters:
    ///   - name: The name in the archive, in UTF-8.
    ///   - isCompressed: False for content that is compressed already.
    ///   - modified: The time of modification, in seconds since 1970.
    public func add(
        _ path: String, as name: String, isCompressed: Bool, modified: Int64
    ) throws(ZipError) {
        guard let archive = unsafe archive else { throw Self.finished }
        guard let source = unsafe zip_source_file(archive, path, 0, -1) else {
            throw unsafe ZipLibrary.error(of: archive)
        }
        let place = unsafe zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8)
        guard place >= 0 else {
            unsafe zip_source_free(source)
            throw unsafe ZipLibrary.error(of: archive)
        }
        let method = isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
        guard
            unsafe zip_set_file_compression(archive, UInt64(place), method, 0) == 0,
            unsafe zip_file_set_mtime(archive, UInt64(place), time_t(modified), 0) == 0
        else { throw unsafe ZipLibrary.error(of: archive) }
    }

    /// Writes the archive, under a temporary name that is replaced at the end.
    public func finish() throws(ZipError) {
        guard let archive = unsafe archive else { throw Self.finished }
        // An archive without files is no file at all.
        guard unsafe zip_close(archive) == 0 else { throw unsafe ZipLibrary.error(of: archive) }
        unsafe self.archive = nil
    }

    private static let finished = ZipError("The archive is already finished")
}

/// The errors of libzip.
enum ZipLibrary {
    /// The error of a call on an open archive.
    static func error(of archive: OpaquePointer) -> ZipError {
        unsafe ZipError(String(cString: zip_strerror(archive)))
    }

    /// The error of opening an archive.
    static func error(opening code: Int32) -> ZipError {
        var error = unsafe zip_error_t()
        unsafe zip_error_init_with_code(&error, code)
        defer { unsafe zip_error_fini(&error) }
        return unsafe Self.error(error)
    }

    /// The error that a call has written.
    static func error(_ error: zip_error_t) -> ZipError {
        var error = unsafe error
        return unsafe ZipError(String(cString: zip_error_strerror(&error)))
    }
}
