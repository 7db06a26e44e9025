import Contracts
import Glibc
import ServiceKit

/// The folder that holds the attached files (0700), each under its id alone (0600). Every name
/// is made from an id and opened below the folder's descriptor, without following links (S48,
/// S51).
///
/// The steps are one system call each, so that a kill falls between two of them.
final class AttachmentFolder: Sendable {
    /// A step that the system refused.
    struct Failure: Error, CustomStringConvertible {
        /// The call's name.
        let call: String
        /// Its `errno`.
        let code: Int32

        var description: String {
            unsafe "\(call): \(String(cString: strerror(code)))"
        }

        /// Whether there is no room left, which may pass.
        var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
    }

    /// One of the folder's files.
    struct Entry: Hashable {
        /// Whose it is.
        let id: AttachmentID
        /// Whether it is the part that an upload has brought so far.
        let isPart: Bool
    }

    private static let partEnding = ".part"
    /// Bytes that one read asks for when a file is compared.
    private static let readBytes = 65_536

    private let descriptor: Int32

    /// Opens the folder and makes it if it is missing; throws if others may enter it.
    init(path: String) throws {
        try CompassHome.makePrivateFolder(path)
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(call: "open", code: errno) }
    }

    deinit { close(descriptor) }

    private func name(_ entry: Entry) -> String {
        entry.id.text + (entry.isPart ? Self.partEnding : "")
    }

    private func opened(_ entry: Entry, _ flags: Int32) throws -> OpenFile? {
        while true {
            let file = unsafe openat(
                descriptor, name(entry), flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if file >= 0 { return OpenFile(file) }
            if errno == ENOENT { return nil }
            if errno != EINTR { throw Failure(call: "openat", code: errno) }
        }
    }

    // MARK: Looking

    /// The size of a file in bytes; `nil` if there is none.
    func size(_ entry: Entry) throws -> Int? {
        try status(entry).map { Int($0.st_size) }
    }

    /// When a file was last written, by the housekeeping's time; `nil` if there is none.
    func writtenAt(_ entry: Entry) throws -> Instant? {
        try status(entry).map { status in
            Instant(
                milliseconds: Int64(status.st_mtim.tv_sec) * 1_000
                    + Int64(status.st_mtim.tv_nsec) / 1_000_000)
        }
    }

    private func status(_ entry: Entry) throws -> stat? {
        var status = stat()
        if unsafe fstatat(descriptor, name(entry), &status, AT_SYMLINK_NOFOLLOW) == 0 {
            return status.st_mode & S_IFMT == S_IFREG ? status : nil
        }
        guard errno == ENOENT else { throw Failure(call: "fstatat", code: errno) }
        return nil
    }

    /// The folder's files; whatever else lies there is left out.
    func entries() throws -> [Entry] {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = unsafe fdopendir(copy) else {
            throw Failure(call: "fdopendir", code: errno)
        }
        defer { unsafe closedir(stream) }
        var entries: [Entry] = []
        while let found = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &found.pointee.d_name) { text in
                unsafe text.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            let isPart = name.hasSuffix(Self.partEnding)
            let stem = isPart ? name.dropLast(Self.partEnding.count) : name[...]
            if let id = AttachmentID(text: stem) { entries.append(.init(id: id, isPart: isPart)) }
        }
        return entries
    }

    /// The bytes of a part of a file; fewer at its end, `nil` if there is no such file.
    func read(_ entry: Entry, at offset: Int, _ length: Int) throws -> [UInt8]? {
        try opened(entry, O_RDONLY)?.read(at: offset, length)
    }

    // MARK: Changing

    /// Adds bytes to the end of a part file and answers its size. Bytes that are there already
    /// must be the same; bytes that begin behind the end are not taken. `now` becomes the file's
    /// time, so that its age is told by the housekeeping's time.
    func append(
        _ bytes: [UInt8], to id: AttachmentID, at offset: Int, now: Instant
    ) throws -> Int {
        guard let file = try opened(Entry(id: id, isPart: true), O_RDWR | O_CREAT) else {
            throw Failure(call: "openat", code: ENOENT)
        }
        let size = try file.size()
        guard offset <= size else { return size }
        let known = min(size - offset, bytes.count)
        if known > 0, try file.read(at: offset, known) != Array(bytes[..<known]) {
            throw ServiceError(
                .conflict, "Other bytes are stored at this place; begin the upload again")
        }
        if known < bytes.count {
            try file.write(bytes[known...], at: size)
        }
        try file.setTime(now)
        return max(size, offset + bytes.count)
    }

    /// Makes sure that what was written outlives the machine.
    func sync(_ entry: Entry) throws { try opened(entry, O_RDONLY)?.sync() }

    /// Gives a part its final name.
    func complete(_ id: AttachmentID) throws {
        let part = name(Entry(id: id, isPart: true))
        let whole = name(Entry(id: id, isPart: false))
        guard unsafe renameat(descriptor, part, descriptor, whole) == 0 else {
            throw Failure(call: "renameat", code: errno)
        }
    }

    /// Makes sure that the names outlive the machine.
    func syncNames() throws {
        guard fsync(descriptor) == 0 else { throw Failure(call: "fsync", code: errno) }
    }

    /// Sets a file's time, from which its age counts.
    func touch(_ entry: Entry, now: Instant) throws { try opened(entry, O_RDWR)?.setTime(now) }

    /// Removes a file; one that is gone already needs no removing.
    func remove(_ entry: Entry) throws {
        guard unsafe unlinkat(descriptor, name(entry), 0) == 0 || errno == ENOENT else {
            throw Failure(call: "unlinkat", code: errno)
        }
    }
}

/// An open file, closed at the end of its life.
private final class OpenFile {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func size() throws -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw AttachmentFolder.Failure(call: "fstat", code: errno)
        }
        return Int(status.st_size)
    }

    func read(at offset: Int, _ length: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        var count = 0
        while count < length {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), length - count,
                    offset + count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw AttachmentFolder.Failure(call: "pread", code: errno) }
            if got == 0 { break }
            count += got
        }
        return count == length ? bytes : Array(bytes[..<count])
    }

    func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws {
        var written = 0
        while written < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress?.advanced(by: written),
                    bytes.count - written, offset + written)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw AttachmentFolder.Failure(call: "pwrite", code: errno) }
            written += put
        }
    }

    func setTime(_ now: Instant) throws {
        let seconds = (now.milliseconds / 1_000)
        let time = timespec(
            tv_sec: Int(seconds), tv_nsec: Int(now.milliseconds - seconds * 1_000) * 1_000_000)
        let times = [time, time]
        guard unsafe futimens(descriptor, times) == 0 else {
            throw AttachmentFolder.Failure(call: "futimens", code: errno)
        }
    }

    func sync() throws {
        guard fsync(descriptor) == 0 else {
            throw AttachmentFolder.Failure(call: "fsync", code: errno)
        }
    }
}
