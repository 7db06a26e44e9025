import Dispatch
import Foundation
import Testing

/// Runs as many tests of real processes at a time as the machine has cores. Most of a test's time
/// is waiting, but more of them at once would make each other's processes late.
struct OnePerCore: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Turns.shared.take()
        do {
            try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
        } catch {
            await Turns.shared.give()
            throw error
        }
        await Turns.shared.give()
    }
}

extension Trait where Self == OnePerCore {
    /// Of all tests with this trait, one runs at a time for each core.
    static var onePerCore: OnePerCore { OnePerCore() }
}

/// A fair semaphore: waiters proceed in order.
private actor Turns {
    static let shared = Turns(ProcessInfo.processInfo.activeProcessorCount)
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Runs tests, which block, on threads of their own: the few threads of Swift's concurrency stay
/// free for whatever reports on them.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()
    private let queue = DispatchQueue(label: "blocking tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
