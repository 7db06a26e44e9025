import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Updates the counters and the feed when interactions are deleted or restored with a coach or
/// school, regardless of who logged them. Attached files stay on disk until the records are
/// purged.
struct InteractionsOfDeleted: DeletionObserver {
    static let table = DependentTable(
        "interactions", coach: "coach_id", school: "school_id", isVersioned: true)

    static let participant = DeletionParticipant(
        [table], observer: InteractionsOfDeleted(), merging: InteractionsOfMerged(),
        hasImports: true)

    func marked(_ ids: [RecordID], _ step: DeletionBatch) throws {
        try follow(ids, step, InteractionsFeed.deleted, InteractionStatements.discountMany)
    }

    func restored(_ ids: [RecordID], _ step: DeletionBatch) throws {
        try follow(ids, step, InteractionsFeed.restored, InteractionStatements.countMany)
    }

    /// Keeps the name of a purged coach readable by storing it as `other_coach_name`.
    func releasing(_ lost: LostOwner, _ step: DeletionBatch) throws {
        guard lost.kind == .coach else { return }
        let transaction = step.unit.transaction
        let names = FamilyNames(step.family, transaction)
        let reader = InteractionRow(family: step.family, names: names)
        let stored = try transaction.first(InteractionStatements.anyByID, step.family, lost.record)
        { try reader.stored($0).interaction }
        guard let stored, stored.otherCoachName == nil,
            let name = try names.coach(CoachID(lost.owner))
        else { return }
        try transaction.execute(
            InteractionStatements.nameOther, step.family, lost.record, name,
            SearchFolding.fold(fields: [stored.subject, stored.content, name]))
    }

    /// Records a change per record, as if each had been deleted by itself, and updates each counter
    /// once.
    private func follow(
        _ ids: [RecordID], _ step: DeletionBatch, _ type: String, _ counting: String
    ) throws {
        let transaction = step.unit.transaction
        let reader = InteractionRow(
            family: step.family, names: FamilyNames(step.family, transaction))
        var counts: [Counter: Int64] = [:]
        for id in ids {
            let stored = try transaction.first(InteractionStatements.anyByID, step.family, id) {
                try reader.stored($0)
            }
            guard let stored else { continue }
            counts[Counter(stored.interaction), default: 0] += 1
            try step.unit.record(
                NewChange(
                    type, of: InteractionChange.aggregate, stored.interaction.id,
                    version: stored.version, family: step.family,
                    json: stored.interaction.json))
        }
        for (counter, count) in counts {
            try transaction.execute(
                counting, step.family, counter.logger, counter.direction.rawValue, count)
        }
    }

    private struct Counter: Hashable {
        let logger: UserID
        let direction: Direction

        init(_ interaction: Interaction) {
            logger = interaction.loggedBy
            direction = interaction.direction
        }
    }
}
