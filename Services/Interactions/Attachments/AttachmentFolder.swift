import Contracts
import Glibc
import ServiceKit

/// The folder of attached files (mode 0700). Each file (0600) is named by its id alone, and opened
/// relative to the folder's descriptor without following links.
///
/// Each step is one system call, so that a kill falls between two of them.
final class AttachmentFolder: Sendable {
    /// A failed system call.
    struct Failure: Error, CustomStringConvertible {
        /// The name of the system call.
        let call: String
        let code: Int32

        var description: String {
            unsafe "\(call): \(String(cString: strerror(code)))"
        }

        /// Whether there is no space for the file, which may be temporary.
        var isFull: Bool { isDiskFull || code == EFBIG }

        /// Whether the disk is full, and not only the file as large as it may be.
        var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
    }

    /// A file in the folder.
    struct Entry: Hashable {
        let id: AttachmentID
        /// Whether it is the incomplete file of an upload.
        let isPart: Bool
    }

    private static let partEnding = ".part"
    /// The size of reads when files are compared, in bytes.
    private static let readBytes = 65_536

    private let descriptor: Int32

    /// Opens the folder, creating it if missing. Throws if other users may access it.
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

    // MARK: Reading

    /// The size of a file in bytes, or `nil` if there is no such file.
    func size(_ entry: Entry) throws -> Int? {
        try status(entry).map { Int($0.st_size) }
    }

    /// The time of the last write, in housekeeping time, or `nil` if there is no such file.
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

    /// The attachment files in the folder; other files are ignored.
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

    /// Returns a part of a file, fewer bytes at its end, or `nil` if there is no such file.
    func read(_ entry: Entry, at offset: Int, _ length: Int) throws -> [UInt8]? {
        try opened(entry, O_RDONLY)?.read(at: offset, length)
    }

    // MARK: Changing

    /// Appends bytes to a part file and returns its size. Bytes that overlap stored ones must be
    /// equal; bytes that start beyond the end are ignored. `now` becomes the file's modification
    /// time, so that its age is in housekeeping time.
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
                .conflict, "Other bytes are stored at this position; start the upload again")
        }
        if known < bytes.count {
            try file.write(bytes[known...], at: size)
        }
        try file.setTime(now)
        return max(size, offset + bytes.count)
    }

    /// Flushes the content to disk.
    func sync(_ entry: Entry) throws { try opened(entry, O_RDONLY)?.sync() }

    /// Renames a part file to its final name.
    func complete(_ id: AttachmentID) throws {
        let part = name(Entry(id: id, isPart: true))
        let whole = name(Entry(id: id, isPart: false))
        guard unsafe renameat(descriptor, part, descriptor, whole) == 0 else {
            throw Failure(call: "renameat", code: errno)
        }
    }

    /// Flushes the folder's entries to disk.
    func syncNames() throws {
        guard fsync(descriptor) == 0 else { throw Failure(call: "fsync", code: errno) }
    }

    /// Sets the modification time, from which the file's age counts.
    func touch(_ entry: Entry, now: Instant) throws { try opened(entry, O_RDWR)?.setTime(now) }

    /// Removes a file. Does nothing if it does not exist.
    func remove(_ entry: Entry) throws {
        guard unsafe unlinkat(descriptor, name(entry), 0) == 0 || errno == ENOENT else {
            throw Failure(call: "unlinkat", code: errno)
        }
    }
}

/// An open file, closed on deinitialization.
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
        do {
            return try FileBytes.read(length, from: descriptor, at: offset)
        } catch { throw AttachmentFolder.Failure(call: "pread", code: error.code) }
    }

    func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws {
        do {
            try FileBytes.write(bytes, to: descriptor, at: offset)
        } catch { throw AttachmentFolder.Failure(call: "pwrite", code: error.code) }
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
