import Contracts
import Dispatch

/// Workbooks are taken apart and written one after the other, so that many at once do not take all
/// memory. Those that wait lie on the disk.
final class WorkbookQueue: Sendable {
    /// The most readers whose workbooks wait.
    static let waitingMax = 8
    /// The retry-after of a refused request, in milliseconds.
    static let retryMilliseconds: UInt32 = 5_000

    private let thread = DispatchQueue(label: "workbooks")
    private let turns = ReaderTurns(
        runningMax: 1, waitingMax: waitingMax, retryMilliseconds: retryMilliseconds,
        .init(
            own: "Your last workbook is still being worked on; please wait for it",
            others: "Many workbooks are waiting; please try again in a few seconds"))

    /// Prepares and does work that waits for a program, on a thread of its own.
    func run<Prepared: Sendable, Made: Sendable>(
        for reader: UserID, preparing: () async throws -> Prepared,
        _ work: @escaping @Sendable (Prepared) throws -> Made
    ) async throws -> Made {
        try await turns.take(for: reader) {
            let prepared = try await preparing()
            return try await withCheckedThrowingContinuation { continuation in
                thread.async { continuation.resume(with: Result { try work(prepared) }) }
            }
        }
    }
}
