import Contracts
import DataServiceKit
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// The part of the process that looks after the files: sweeps at the start and from time to time,
/// and ends the threads that work on them.
final class AttachmentKeeper: Component {
    /// How often orphans are looked for.
    static let sweepInterval = Duration.seconds(600)

    let name = "files"
    let files: AttachmentFiles
    private let service: DataService
    private let logger: Logger
    private let isStopping = Atomic(false)
    private let hasStarted = Atomic(false)
    private let timer = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init(_ files: AttachmentFiles, _ service: DataService, logger: Logger) {
        self.files = files
        self.service = service
        self.logger = logger
    }

    /// Begins to sweep, on a thread of its own.
    func start() {
        guard !hasStarted.exchange(true, ordering: .sequentiallyConsistent) else { return }
        let thread = Thread { [self] in
            keepSweeping()
            ended.signal()
        }
        thread.name = "files"
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func keepSweeping() {
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            // What a database does not name that went back, the right one may.
            if service.isReady { sweep() }
            let seconds = Int(Self.sweepInterval.components.seconds)
            _ = timer.wait(timeout: .now() + .seconds(seconds))
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

    /// Ends the sweeping and finishes the files that are worked on; nobody asks for more once the
    /// worker has stopped.
    func stop(by deadline: ContinuousClock.Instant) {
        guard !isStopping.exchange(true, ordering: .sequentiallyConsistent) else { return }
        if hasStarted.load(ordering: .sequentiallyConsistent) {
            timer.signal()
            ended.wait()
        }
        files.jobs.close()
    }
}
