import Contracts
import DataServiceKit
import ServiceKit

/// The component that sweeps the attached files, at the start and at intervals, and ends the file
/// threads.
final class AttachmentSweeper: Component {
    /// The interval between sweeps.
    static let sweepInterval = Duration.seconds(600)

    let name = "files"
    let files: AttachmentFiles
    private let service: DataService
    private let logger: Logger
    private let thread = ComponentThread(named: "files")

    init(_ files: AttachmentFiles, _ service: DataService, logger: Logger) {
        self.files = files
        self.service = service
        self.logger = logger
    }

    func start() throws {
        try thread.start { [self] in keepSweeping() }
    }

    private func keepSweeping() {
        while thread.goesOn {
            // Skipped while the database refuses writes: if it went back to an older state, the
            // right one may have rows of files that it lacks.
            if service.isReady { sweep() }
            thread.pause(for: Self.sweepInterval)
        }
    }

    private func sweep() {
        do {
            let report = try AttachmentSweep(files: files, service: service).run()
            if report != .init() {
                logger.info(
                    "files swept",
                    [
                        "uploads": "\(report.uploads)", "parts": "\(report.parts)",
                        "files": "\(report.files)",
                    ])
            }
        } catch {
            logger.warning("files not swept", ["error.message": "\(error)"])
        }
    }

    /// Ends the sweeping and completes the queued file tasks; no new ones arrive once the worker
    /// has stopped.
    func stop(by deadline: ContinuousClock.Instant) {
        if thread.stop() { files.jobs.close() }
    }
}
