import Contracts
import Synchronization
import Testing

@testable import Web

/// Work of readers that takes turns.
@Suite struct ReaderTurnsTests {
    private static func reader(_ number: UInt64) -> UserID { UserID(high: 7, low: number) }

    private let turns = ReaderTurns(
        runningMax: 1, waitingMax: 2, retryMilliseconds: 5,
        .init(own: "Your own", others: "Too many others"))

    /// Work that is under way until it is told to end.
    private final class Work: Sendable {
        private let ends = AsyncStream<Void>.makeStream()
        private let begins = AsyncStream<Void>.makeStream()

        func run() async {
            begins.continuation.yield()
            for await _ in ends.stream { return }
        }

        func hasBegun() async { for await _ in begins.stream { return } }
        func end() { ends.continuation.yield() }
    }

    private func refusal(for reader: UInt64) async -> ServiceError? {
        do {
            try await turns.take(for: Self.reader(reader)) {}
            return nil
        } catch { return error as? ServiceError }
    }

    /// A task whose work waits for its turn.
    private func waiting(
        _ number: UInt64, _ done: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) async -> Task<Void, any Error> {
        let before = turns.waitingCount
        let task = Task { try await turns.take(for: Self.reader(number)) { done(number) } }
        while turns.waitingCount == before { await Task.yield() }
        return task
    }

    @Test func theOldestIsNextAndTheRestIsRefused() async throws {
        let work = Work()
        let first = Task { try await turns.take(for: Self.reader(1)) { await work.run() } }
        await work.hasBegun()
        #expect(await refusal(for: 1)?.message == "Your own")
        let order = Mutex<[UInt64]>([])
        let note = { @Sendable (number: UInt64) in order.withLock { $0.append(number) } }
        let others = [await waiting(2, note), await waiting(3, note)]
        #expect(await refusal(for: 2)?.message == "Your own")
        let refused = await refusal(for: 4)
        #expect(refused?.message == "Too many others" && refused?.code == .busy)
        #expect(refused?.retryAfterMilliseconds == 5)
        work.end()
        try await first.value
        for task in others { try await task.value }
        #expect(order.withLock { $0 } == [2, 3])
        #expect(await refusal(for: 1) == nil)
    }

    @Test func whoLeavesLosesThePlace() async throws {
        let work = Work()
        let first = Task { try await turns.take(for: Self.reader(1)) { await work.run() } }
        await work.hasBegun()
        let left = await waiting(2)
        left.cancel()
        await #expect(throws: CancellationError.self) { try await left.value }
        #expect(turns.waitingCount == 0)
        let again = await waiting(2)
        work.end()
        try await first.value
        try await again.value
    }

    @Test func workThatFailsGivesItsTurn() async {
        await #expect(throws: ServiceError.self) {
            try await turns.take(for: Self.reader(1)) {
                throw ServiceError(.unavailable, "no")
            }
        }
        #expect(await refusal(for: 1) == nil)
    }
}
