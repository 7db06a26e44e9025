import Foundation

/// The state of work on several threads.
private struct WorkInParallel<Result> {
    var next = 0
    var results: [Int: Result] = [:]
    var failure: (any Error)?
    var running = 0
}

/// Processes items on a few threads. Returns the results in the order of the items. Throws the
/// first failure.
func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], threads: Int = 6, _ body: @escaping @Sendable (Item) throws -> Result
) throws -> [Result] {
    let progress = Watched(WorkInParallel<Result>())
    progress.update { $0.running = threads }
    for _ in 0..<threads {
        Thread {
            while let index = progress.update({ progress -> Int? in
                guard progress.failure == nil, progress.next < items.count else { return nil }
                progress.next += 1
                return progress.next - 1
            }) {
                do {
                    let result = try body(items[index])
                    progress.update { $0.results[index] = result }
                } catch {
                    progress.update { $0.failure = $0.failure ?? error }
                }
            }
            progress.update { $0.running -= 1 }
        }.start()
    }
    _ = progress.wait(.seconds(600)) { $0.running == 0 }
    return try progress.update { progress in
        if let failure = progress.failure { throw failure }
        return items.indices.compactMap { progress.results[$0] }
    }
}
