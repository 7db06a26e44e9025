import Base
import Contracts
import Foundation
import Glibc
import HTTP
import Imports
import Programs
import ServiceKit

/// Archives of everything for readers of the pages. Each is made by `compass export --all`, as the
/// reader and in a process of its own, so that this program never holds one in memory.
final class ArchiveDownloads: Sendable {
    /// The most archives that are made at once.
    static let runningMax = 2
    /// The longest time that one archive may take.
    static let timeMax = Duration.seconds(300)
    /// The retry-after of a refused request, in milliseconds.
    static let retryMilliseconds: UInt32 = 10_000
    /// The free bytes below which a disk counts as full.
    private static let spaceMin: Int64 = 1_048_576
    /// The most bytes of what a failed run wrote that are read.
    private static let reportBytesMax = 65_536
    /// The beginning of the names of the folders in which archives are made.
    private static let folderPrefix = "archive-"

    private let folder: String
    private let environment: [String: String]
    private let logger: Logger
    private let turns = ReaderTurns(
        runningMax: runningMax, waitingMax: 0, retryMilliseconds: retryMilliseconds,
        .init(
            own: "Your archive is being made already",
            others: "Other archives are being made; please try again in a minute"))

    /// Creates the maker of archives, and removes what an earlier process may have left.
    init(_ environment: ServiceEnvironment) {
        folder = environment.home.runFolder
        var variables = ProcessInfo.processInfo.environment
        variables["COMPASS_HOME"] = environment.home.path
        variables["COMPASS_BROKER_ENDPOINT"] = environment.brokerEndpoint
        self.environment = variables
        logger = environment.logger
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(Self.folderPrefix) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// Makes an archive of what the visit's reader may see in the family. The file has no name any
    /// more, and is gone when it has been sent. Throws `busy` if the reader's last one is still
    /// being made, or too many others are.
    func make(for visit: Visit) async throws -> FileRange {
        try await turns.take(for: visit.statement.user.id) { try await made(for: visit) }
    }

    private func made(for visit: Visit) async throws -> FileRange {
        let place = "\(folder)/\(Self.folderPrefix)\(OperationID.make(at: visit.site.clock.now()))"
        do {
            try CompassHome.makePrivateFolder(place)
        } catch {
            throw refusal(report: [], notes: error.description)
        }
        defer { try? FileManager.default.removeItem(atPath: place) }
        let file = "\(place)/everything.zip"
        let run = ArchiveRun(
            arguments: [
                "export", "--all", file, "--family", visit.family.familyUnitID.text, "--tz",
                visit.statement.user.timeZone, "--quiet", "--json",
            ], environment: environment, token: visit.token, report: "\(place)/report",
            notes: "\(place)/notes")
        let began = ContinuousClock.now
        let status = try await run.end(within: Self.timeMax)
        guard status == 0 else {
            logger.error("an archive was not made", ["exit.code": "\(status)"])
            throw refusal(
                report: Self.beginning(of: run.report),
                notes: String(decoding: Self.beginning(of: run.notes), as: UTF8.self),
                isOverdue: ContinuousClock.now - began >= Self.timeMax)
        }
        return try FileRange(path: file)
    }

    /// The error of a run that made no archive, with what its reader can do.
    private func refusal(
        report: [UInt8], notes: String, isOverdue: Bool = false
    ) -> ServiceError {
        var error = ArchiveFailure.explained(
            report: report, notes: notes, isOverdue: isOverdue, isDiskFull: isDiskFull)
        if error.code == .unavailable { error.retryAfterMilliseconds = Self.retryMilliseconds }
        return error
    }

    /// Whether the disk of the archives has no space left; false if that is unknown.
    private var isDiskFull: Bool {
        FreeSpace.bytes(at: folder).map { $0 < Self.spaceMin } ?? false
    }

    private static func beginning(of path: String) -> [UInt8] {
        Array((FileManager.default.contents(atPath: path) ?? Data()).prefix(reportBytesMax))
    }
}

/// One run of `compass`, which ends with its task.
private struct ArchiveRun {
    let arguments: [String]
    let environment: [String: String]
    /// The session as which it runs. Only processes of the same user can read it.
    let token: String
    /// The file for what the run prints.
    let report: String
    /// The file for what it tells people.
    let notes: String

    /// Runs it. Returns its exit code, or the signal that ended it. A run that takes longer, or
    /// whose reader has gone, is ended.
    func end(within timeMax: Duration) async throws -> Int32 {
        let process = try start()
        let watch = Task {
            // The limit of the run, which ends this sleep.
            try await Task.sleep(for: timeMax)
            process.terminate()
        }
        defer { watch.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { ended in
                // Also after a cancellation, the process ends before its folder is removed.
                Thread.detachNewThread { ended.resume(returning: process.end()) }
            }
        } onCancel: {
            process.terminate()
        }
    }

    private func start() throws(ServiceError) -> ChildProcess {
        let files = unsafe [
            open("/dev/null", O_RDONLY | O_CLOEXEC), Self.newFile(report), Self.newFile(notes),
        ]
        defer { for file in files where file >= 0 { close(file) } }
        guard files.allSatisfy({ $0 >= 0 }) else {
            throw ServiceError(
                .unavailable, "Server error. The archive cannot be made now; please try again.")
        }
        do {
            return try ChildProcess(
                SiblingProgram.path(of: "compass", environment), arguments,
                environment: environment.merging(["COMPASS_TOKEN": token]) { _, own in own },
                input: files[0], output: files[1], errors: files[2])
        } catch {
            throw ServiceError(.unavailable, "The program that makes archives is missing")
        }
    }

    /// Opens a new file for writing; -1 if that fails.
    private static func newFile(_ path: String) -> CInt {
        unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
}
