import Contracts
import Dispatch
import ServiceKit
import Storage
import Synchronization

/// Answers `backup.hold` and `backup.release`: pauses the service's writer between two groups of
/// commands while a backup takes its snapshots. If the backup dies, the pause ends with its lease.
final class BackupDesk: Sendable {
    /// The state of the most recent hold.
    private enum Phase {
        /// The hold waits in the writer's queue.
        case asked
        /// The writer is paused.
        case holding(since: ContinuousClock.Instant)
        /// The hold has ended, by its release or otherwise.
        case over(ReleaseWrites.Response)
    }

    private struct Hold {
        let id: BackupID
        let released = DispatchSemaphore(value: 0)
        var phase = Phase.asked

        var isOver: Bool {
            if case .over = phase { return true }
            return false
        }
    }

    private struct State {
        var hold: Hold?
        var isClosed = false

        /// Ends the hold with this id and returns its outcome; nil if it is not the latest one.
        mutating func end(_ id: BackupID, inTime isInTime: Bool) -> ReleaseWrites.Response? {
            guard let hold, hold.id == id else { return nil }
            let result: ReleaseWrites.Response
            switch hold.phase {
            case .over(let known): return known
            case .asked: result = .init(wasHeld: false, heldMicroseconds: 0)
            case .holding(let since):
                let (seconds, attoseconds) = (ContinuousClock.now - since).components
                let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
                result = .init(wasHeld: isInTime, heldMicroseconds: microseconds)
            }
            self.hold?.phase = .over(result)
            hold.released.signal()
            return result
        }
    }

    private let service: ServiceName
    private let database: Database
    private let state = Mutex(State())

    init(_ service: ServiceName, _ database: Database) {
        self.service = service
        self.database = database
    }

    // MARK: Holding

    /// Pauses the writer, and replies once it is paused.
    func hold(
        _ request: HoldWrites.Request, _ context: CallContext, _ responder: Responder<HoldWrites>
    ) {
        switch begin(request) {
        case .begun: break
        case .holdsAlready: return responder.succeed(.init(name: service.rawValue))
        case .isTaken:
            return responder.fail(
                ServiceError(.busy, "Another backup is being made; try again in a moment"))
        }
        let lease = Duration.milliseconds(request.leaseMilliseconds)
        do {
            try database.pauseWrites { [self] in
                keepWriter(request.backupID, lease, context, responder)
            }
        } catch {
            end(request.backupID, inTime: false)
            responder.fail(error.serviceError)
        }
    }

    private enum Beginning { case begun, holdsAlready, isTaken }

    private func begin(_ request: HoldWrites.Request) -> Beginning {
        state.withLock { state in
            if state.isClosed { return .isTaken }
            guard let hold = state.hold, !hold.isOver else {
                state.hold = Hold(id: request.backupID)
                return .begun
            }
            if hold.id == request.backupID, case .holding = hold.phase { return .holdsAlready }
            return .isTaken
        }
    }

    /// Blocks the writer until the release or the end of the lease. Runs on the writer's thread.
    private func keepWriter(
        _ id: BackupID, _ lease: Duration, _ context: CallContext,
        _ responder: Responder<HoldWrites>
    ) {
        let released = state.withLock { state -> DispatchSemaphore? in
            guard !state.isClosed, let hold = state.hold, hold.id == id, !hold.isOver,
                ContinuousClock.now < context.deadline
            else { return nil }
            state.hold?.phase = .holding(since: ContinuousClock.now)
            return hold.released
        }
        guard let released else {
            end(id, inTime: false)
            return responder.fail(ServiceError(.timeout, "Connection timed out"))
        }
        responder.succeed(.init(name: service.rawValue))
        _ = released.wait(timeout: .after(lease))
        end(id, inTime: false)
    }

    /// Ends a hold and returns its outcome. A hold that is over keeps its outcome.
    @discardableResult
    private func end(_ id: BackupID, inTime isInTime: Bool) -> ReleaseWrites.Response? {
        state.withLock { $0.end(id, inTime: isInTime) }
    }

    // MARK: Releasing

    /// Resumes the writer. If the lease ends at the same moment, either the release or the lease
    /// ends the hold, never both. A second release, without time to copy, is that of a backup that
    /// gave up.
    func release(_ request: ReleaseWrites.Request) -> ReleaseWrites.Response {
        state.withLock { state in
            // What another backup arranged stays as it is.
            guard state.hold?.id == request.backupID else {
                return .init(wasHeld: false, heldMicroseconds: 0)
            }
            let copying = Duration.milliseconds(request.copyMilliseconds)
            // First, because a writer that resumes could checkpoint the WAL under the snapshot.
            database.spareReaders(until: copying == .zero ? nil : ContinuousClock.now + copying)
            let result =
                state.end(request.backupID, inTime: true)
                ?? .init(wasHeld: false, heldMicroseconds: 0)
            if !result.wasHeld { database.spareReaders(until: nil) }
            return result
        }
    }

    /// Resumes the writer and refuses further holds, because the service stops.
    func close() {
        let id = state.withLock { state in
            state.isClosed = true
            return state.hold?.id
        }
        if let id { end(id, inTime: false) }
    }
}
