import CommandKit
import Contracts
import ServiceKit

/// `interactions …` and `undo`; one file a command.
enum InteractionCommands {
    static let all = [list, show, add, delete, undo]

    /// The instant that a flag gives, read in the reader's zone.
    static func time(
        _ run: CommandRun, _ flag: String, endOfDay: Bool = false
    ) throws -> Instant? {
        guard let text = run.invocation.text(flag) else { return nil }
        guard let instant = run.zone.instant(text, now: run.clock.now(), endOfDay: endOfDay) else {
            throw CommandFailure(
                UsageError(
                    .badValue, "--\(flag): \"\(text)\" is not \(LocalZone.expected)",
                    field: flag == "at" ? "occurred_at" : flag))
        }
        return instant
    }
}
