public import Foundation
import Glibc
import Testing

/// A disk of a few megabytes that a test may fill: a tmpfs visible only to the test's own process.
///
/// A test that uses one runs itself again in a process with its own mount namespace. This requires
/// root or a kernel that allows user namespaces; otherwise the test fails.
public final class SmallDisk: Sendable {
    /// The reason why there is no disk, or why it cannot be filled.
    public struct Failure: Error, CustomStringConvertible {
        /// What is wrong and what to do about it.
        public let description: String

        public init(description: String) { self.description = description }
    }

    private static let diskVariable = "COMPASS_SMALL_DISK"
    private static let markVariable = "COMPASS_SMALL_DISK_MARK"
    private static let noDiskCode: Int32 = 97

    /// The mount point.
    public let url: URL
    private var filler: String { url.appendingPathComponent("filler").path }

    private init(url: URL) { self.url = url }

    /// Runs the calling test's body with an empty disk of this size.
    public static func run(
        megabytes: Int, test: String = #function, _ body: (SmallDisk) throws -> Void
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let disk = environment[diskVariable], let mark = environment[markVariable] else {
            return try runAgain(test, megabytes: megabytes)
        }
        try body(SmallDisk(url: URL(fileURLWithPath: disk)))
        try Data().write(to: URL(fileURLWithPath: mark))
    }

    private static func runAgain(_ test: String, megabytes: Int) throws {
        let folder = try TemporaryFolder()
        let disk = folder.url.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        let mark = folder.path("mark")
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let script = """
            mount -t tmpfs -o size=\(megabytes)m,mode=700 small-disk "$0" || exit \(noDiskCode)
            exec setpriv --pdeathsig KILL "$@"
            """
        let name = test.prefix { $0 != "(" }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments =
            [geteuid() == 0 ? "-m" : "-Urm", "sh", "-c", script, disk.path, program]
            + ["--testing-library", "swift-testing", "--filter", "/\(name)\\("]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [diskVariable: disk.path, markVariable: mark]) { _, new in new }
        let log = folder.path("log")
        guard FileManager.default.createFile(atPath: log, contents: nil),
            let output = FileHandle(forWritingAtPath: log)
        else { throw Failure(description: "cannot make \(log)") }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let text = String(
            decoding: (try? Data(contentsOf: URL(filePath: log))) ?? Data(), as: UTF8.self)
        guard process.terminationStatus != noDiskCode else {
            throw Failure(
                description: "no small disk can be mounted; run the tests as root, or allow user "
                    + "namespaces (sysctl kernel.unprivileged_userns_clone=1): \(text)")
        }
        guard process.terminationStatus == 0, FileManager.default.fileExists(atPath: mark) else {
            throw Failure(
                description: "on a small disk, exit \(process.terminationStatus):\n"
                    + text.suffix(6_000))
        }
    }

    // MARK: Filling

    /// In bytes.
    public var freeBytes: Int {
        var status = statvfs()
        guard unsafe statvfs(url.path, &status) == 0 else { return 0 }
        return Int(status.f_bavail) * Int(status.f_bsize)
    }

    /// Fills the disk except for this many bytes, in whole pages.
    public func fill(leaving bytes: Int = 0) throws {
        let descriptor = unsafe open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(description: "open: errno \(errno)") }
        defer { close(descriptor) }
        var size = Int(lseek(descriptor, 0, SEEK_END))
        if freeBytes < bytes {
            size = max(0, size + freeBytes - bytes)
            guard ftruncate(descriptor, off_t(size)) == 0 else {
                throw Failure(description: "ftruncate: errno \(errno)")
            }
        }
        // Other writers may take space meanwhile, so this tries again.
        for _ in 0..<1_000 where freeBytes > bytes {
            let part = max(0, freeBytes - bytes)
            if posix_fallocate(descriptor, off_t(size), off_t(part)) == 0 { size += part }
        }
        guard freeBytes <= bytes else {
            throw Failure(description: "the disk does not become full: \(freeBytes) bytes are free")
        }
    }

    /// Frees the space that `fill` took.
    public func free() { unsafe _ = unlink(filler) }
}
