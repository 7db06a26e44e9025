import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Keeps the counters right and tells the feed when interactions go along with a coach or a school,
/// or come back (R-11: whoever logged them). Attached files stay on the disk until the records are
/// removed for good.
struct InteractionsOfDeleted: DeletionObserver {
    static let table = DependentTable(
        "interactions", coach: "coach_id", school: "school_id", isVersioned: true)

    /// What the service takes part with.
    static let participant = DeletionParticipant(
        [table], observer: InteractionsOfDeleted(), hasImports: true)

    func marked(_ ids: [RecordID], _ step: DeletionBatch) throws {
        try follow(ids, step, InteractionsFeed.deleted, InteractionStatements.discountMany)
    }

    func restored(_ ids: [RecordID], _ step: DeletionBatch) throws {
        try follow(ids, step, InteractionsFeed.restored, InteractionStatements.countMany)
    }

    /// Who a contact was with stays readable: a coach who is gone becomes another one's name.
    func releasing(_ lost: LostOwner, _ step: DeletionBatch) throws {
        guard lost.kind == .coach else { return }
        let transaction = step.unit.transaction
        let names = FamilyNames(step.family, transaction)
        let reader = InteractionRow(family: step.family, names: names)
        let stored = try transaction.first(
            InteractionStatements.anyByID, SQLValue(step.family), SQLValue(lost.record)
        ) { try reader.stored($0).interaction }
        guard let stored, stored.otherCoachName == nil,
            let name = try names.coach(CoachID(lost.owner))
        else { return }
        try transaction.execute(
            InteractionStatements.nameOther, SQLValue(step.family), SQLValue(lost.record),
            .text(name),
            SQLValue(SearchFolding.fold(fields: [stored.subject, stored.content, name])))
    }

    /// One change a record, as if each had been deleted by itself, and the counters once.
    private func follow(
        _ ids: [RecordID], _ step: DeletionBatch, _ type: String, _ counting: String
    ) throws {
        let transaction = step.unit.transaction
        let reader = InteractionRow(
            family: step.family, names: FamilyNames(step.family, transaction))
        var counts: [Counter: Int64] = [:]
        for id in ids {
            let stored = try transaction.first(
                InteractionStatements.anyByID, SQLValue(step.family), SQLValue(id)
            ) { try reader.stored($0) }
            guard let stored else { continue }
            counts[Counter(stored.interaction), default: 0] += 1
            try step.unit.record(
                NewChange(
                    type, of: InteractionChange.aggregate, stored.interaction.id,
                    version: stored.version, family: step.family,
                    json: stored.interaction.json()))
        }
        for (counter, count) in counts {
            try transaction.execute(
                counting, SQLValue(step.family), SQLValue(counter.logger),
                .text(counter.direction.rawValue), .integer(count))
        }
    }

    /// What records are counted by.
    private struct Counter: Hashable {
        let logger: UserID
        let direction: Direction

        init(_ interaction: Interaction) {
            logger = interaction.loggedBy
            direction = interaction.direction
        }
    }
}
