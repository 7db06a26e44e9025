import Dispatch

/// Workbooks are taken apart and written one after the other, so that many at once do not take all
/// memory.
enum WorkbookQueue {
    private static let queue = DispatchQueue(label: "workbooks")

    /// Runs work that waits for a program on a thread of its own.
    static func run<Made: Sendable>(
        _ work: @escaping @Sendable () throws -> Made
    ) async throws -> Made {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
