internal import CZip
import Glibc

/// Reads a ZIP archive that may come from anywhere. Its names are only names: nothing here writes
/// a file.
@safe
public final class ZipReader {
    /// A file in the archive.
    public struct Entry: Hashable, Sendable {
        /// Its name, which may be anything.
        public let name: String
        /// The unpacked size that the archive states, in bytes.
        public let size: Int
        /// The size in the archive, in bytes, as that states it.
        public let packedSize: Int
        fileprivate let place: UInt64
    }

    /// What an archive may hold.
    public struct Limits: Hashable, Sendable {
        /// The most files.
        public let entriesMax: Int
        /// The most bytes of all files together, unpacked.
        public let bytesMax: Int

        public init(entriesMax: Int, bytesMax: Int) {
            self.entriesMax = entriesMax
            self.bytesMax = bytesMax
        }
    }

    /// The bytes that are unpacked at once.
    static let chunkBytes = 65_536

    private let archive: OpaquePointer
    private let limits: Limits
    /// The bytes unpacked so far, of all files.
    private var bytesRead = 0
    /// The files, in the order of the archive's directory.
    public let entries: [Entry]

    /// Opens an archive and reads its directory. Throws if that states more than the limits allow.
    public convenience init(path: String, limits: Limits) throws(ZipError) {
        var code: Int32 = 0
        guard let archive = unsafe zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code) else {
            throw ZipLibrary.error(opening: code)
        }
        try unsafe self.init(archive, limits)
    }

    /// Opens an archive in memory. Its directory is believed where it differs from what is written
    /// beside the files, as programs that write archives in one pass leave it.
    public convenience init(bytes: [UInt8], limits: Limits) throws(ZipError) {
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        // libzip frees its copy together with the archive.
        guard let copy = unsafe malloc(max(bytes.count, 1)) else {
            throw ZipError("There is no memory for the archive")
        }
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe copy.copyMemory(from: start, byteCount: buffer.count)
        }
        guard
            let source = unsafe zip_source_buffer_create(copy, UInt64(bytes.count), 1, &error)
        else {
            unsafe free(copy)
            throw unsafe ZipLibrary.error(error)
        }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            unsafe zip_source_free(source)
            throw unsafe ZipLibrary.error(error)
        }
        try unsafe self.init(archive, limits)
    }

    /// Takes an open archive.
    private init(_ archive: OpaquePointer, _ limits: Limits) throws(ZipError) {
        do throws(ZipError) {
            entries = try unsafe Self.entries(of: archive, limits)
        } catch {
            unsafe zip_discard(archive)
            throw error
        }
        unsafe self.archive = archive
        self.limits = limits
    }

    deinit { unsafe zip_discard(archive) }

    private static func entries(
        of archive: OpaquePointer, _ limits: Limits
    ) throws(ZipError) -> [Entry] {
        let count = unsafe zip_get_num_entries(archive, 0)
        guard count <= limits.entriesMax else {
            throw ZipError("The archive has over \(limits.entriesMax) files")
        }
        var entries: [Entry] = []
        var total = 0
        for place in 0..<UInt64(max(count, 0)) {
            var status = unsafe zip_stat_t()
            guard unsafe zip_stat_index(archive, place, 0, &status) == 0,
                let name = unsafe zip_get_name(archive, place, ZIP_FL_ENC_GUESS)
            else { throw unsafe ZipLibrary.error(of: archive) }
            let size = unsafe status.valid & UInt64(ZIP_STAT_SIZE) == 0 ? .max : status.size
            guard size <= UInt64(limits.bytesMax), total + Int(size) <= limits.bytesMax else {
                throw tooLarge(limits)
            }
            total += Int(size)
            let packed =
                unsafe status.valid & UInt64(ZIP_STAT_COMP_SIZE) == 0 ? 0 : status.comp_size
            entries.append(
                Entry(
                    name: unsafe String(cString: name), size: Int(size),
                    packedSize: Int(clamping: packed), place: place))
        }
        return entries
    }

    /// Unpacks a file in pieces. Throws if it is damaged, if it is not as long as the directory
    /// states, or if the limit of all bytes is reached.
    public func read<Failure: Error>(
        _ entry: Entry, _ take: ([UInt8]) throws(Failure) -> Void,
        failing: (ZipError) -> Failure
    ) throws(Failure) {
        guard let file = unsafe zip_fopen_index(archive, entry.place, 0) else {
            throw failing(unsafe ZipLibrary.error(of: archive))
        }
        defer { unsafe zip_fclose(file) }
        var count = 0
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        while true {
            let got = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
            }
            guard got >= 0 else {
                throw failing(ZipError("\(entry.name) is damaged"))
            }
            if got == 0 { break }
            count += Int(got)
            bytesRead += Int(got)
            guard count <= entry.size else {
                throw failing(ZipError("\(entry.name) is longer than the archive states"))
            }
            guard bytesRead <= limits.bytesMax else { throw failing(Self.tooLarge(limits)) }
            try take(Array(chunk.prefix(Int(got))))
        }
        guard count == entry.size else {
            throw failing(ZipError("\(entry.name) is shorter than the archive states"))
        }
    }

    private static func tooLarge(_ limits: Limits) -> ZipError {
        ZipError("The archive has over \(limits.bytesMax) bytes when it is unpacked")
    }
}
