/// Undoable operations in words.
public enum TrashWords {
    /// The text of an empty trash.
    public static let empty = (
        title: "The trash is empty", line: "What you delete can be restored for 30 days"
    )

    /// The effect of an operation: `Interaction "Camp in June"`, `"Duke" (2 coaches, 1 school)`,
    /// `Coach "P. Doyle", merged into "Pat Doyle"`, `Import undone (3 coaches)`.
    public static func what(_ operation: UndoableOperation) -> String {
        // What a merge moved is still there.
        let moved = operation.merge?.moved ?? [:]
        let counts =
            operation.effect == .added && operation.undoneAt == nil
            ? imported([operation])
            : counted(operation.counts.filter { moved[$0.key] == nil })
        switch operation.effect {
        case .added where operation.kind == NoteInteractions.name:
            return operation.undoneAt == nil ? counts : "\(counts) removed"
        case .added:
            return (operation.undoneAt == nil ? "Import" : "Import undone")
                + (counts.isEmpty ? "" : " (\(counts))")
        case .deleted:
            guard let title = operation.title else { return counts }
            // The name of one of them would stand for all.
            let isOne = operation.counts.values.reduce(0, +) == 1
            if operation.kind == DeleteInteractions.name, !isOne { return counts }
            if counts.hasPrefix("1 "), !counts.contains(",") {
                let noun = counts.dropFirst(2)
                return "\(noun.prefix(1).uppercased())\(noun.dropFirst()) \"\(title)\""
                    + (operation.merge.map { ", merged into \"\($0.into)\"" } ?? "")
            }
            return "\"\(title)\"" + (counts.isEmpty ? "" : " (\(counts))")
        }
    }

    /// What an import did: `2 coaches added, 3 coaches changed`.
    public static func imported(_ operations: [UndoableOperation]) -> String {
        let updated = counted(operations.map { $0.updated ?? [:] })
        let added = counted(operations.map(\.counts))
        guard !updated.isEmpty else { return added }
        return (added.isEmpty ? "" : "\(added) added, ") + "\(updated) changed"
    }

    /// The sums of several counts.
    public static func counted(_ counts: [[String: Int]]) -> String {
        counted(counts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
    }

    /// `2 attachments, 1 interaction`; zero counts are left out.
    public static func counted(_ counts: [String: Int]) -> String {
        counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
            .map { CountedNoun.text($0.value, $0.key.replacing("social_media_", with: "")) }
            .joined(separator: ", ")
    }

    /// What restored records come back without: `1 coach has no school now: the school was removed
    /// for good`.
    public static func lost(_ reference: LostReference) -> String {
        let isOne = reference.count == 1
        return counted([reference.type: reference.count])
            + " \(isOne ? "has" : "have") no \(reference.kind.rawValue) now: "
            + (isOne ? "the \(reference.kind.rawValue) was" : "what they named was")
            + " removed for good"
    }

    /// What the restored records of several answers come back without, a line for each table and
    /// kind.
    public static func lost(_ answers: [UndoOperation.Response]) -> [String] {
        (LostReference.summed(answers.flatMap { $0.lost ?? [] }) ?? []).map(lost)
    }

    /// The days until the operation's records are removed for good, rounded up; never more than the
    /// trash keeps them. A clock that was ahead at the deletion leaves a later end.
    public static func daysLeft(_ operation: UndoableOperation, at now: Instant) -> Int? {
        guard let end = operation.expiresAt else { return nil }
        let left = max(end.milliseconds - now.milliseconds, 0)
        let milliseconds = min(left, TrashLimit.keptFor.wholeMilliseconds)
        return Int((milliseconds + 86_399_999) / 86_400_000)
    }

    /// `events does not answer`, `events and analytics do not answer`.
    public static func away(_ services: [ServiceName]) -> String {
        services.map(\.rawValue).joined(separator: " and ")
            + (services.count == 1 ? " does not answer" : " do not answer")
    }
}
