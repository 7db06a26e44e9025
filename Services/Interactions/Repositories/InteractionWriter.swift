import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Changes a player's own interactions and updates the counters in the same transaction.
@Memberwise(labels: false)
struct InteractionWriter {
    let scope: FamilyScope
    let transaction: WriteTransaction

    /// Stores and counts a new record.
    func insert(_ interaction: Interaction) throws {
        try store(interaction, mark: nil)
        try count(interaction, InteractionStatements.count)
    }

    /// Stores a record that is not yet visible or counted.
    func stage(_ interaction: Interaction, mark: DeletionMark) throws {
        try store(interaction, mark: mark)
    }

    private func store(_ interaction: Interaction, mark: DeletionMark?) throws {
        try transaction.execute(
            InteractionStatements.insert, scope.familyID, place(of: interaction), interaction.id,
            interaction.loggedBy, interaction.type.rawValue, interaction.direction.rawValue,
            interaction.sentiment?.rawValue, interaction.schoolID, interaction.coachID,
            interaction.eventID, interaction.occurredAt, interaction.createdAt,
            interaction.updatedAt, interaction.interestLevel?.rawValue,
            words(of: interaction.interestAnswers),
            interaction.otherCoachName, interaction.subject, try paths(of: interaction),
            interaction.content,
            searchText(of: interaction), mark?.at, mark?.by, interaction.enteredBy,
            interaction.occurredPrecision?.rawValue)
    }

    /// Changes one of the member's own records, and counts it by its new direction.
    func edit(_ old: Interaction, to new: Interaction) throws {
        let count = try transaction.execute(
            InteractionStatements.edit, scope.familyID, new.id, scope.userID, place(of: new),
            new.type.rawValue, new.direction.rawValue, new.sentiment?.rawValue, new.schoolID,
            new.coachID, new.eventID, new.occurredAt, new.updatedAt, new.interestLevel?.rawValue,
            words(of: new.interestAnswers), new.otherCoachName, new.subject, new.content,
            searchText(of: new), new.version, new.occurredPrecision?.rawValue)
        guard count == 1 else { throw ServiceError.notFound(.interaction) }
        guard old.direction != new.direction else { return }
        try self.count(old, InteractionStatements.discount)
        try self.count(new, InteractionStatements.count)
    }

    private func place(of interaction: Interaction) -> Int64 {
        interaction.displayDate.map { -$0.milliseconds } ?? InteractionRepository.undated
    }

    private func words(of answers: [InterestSignal]?) -> String? {
        answers?.map(\.rawValue).joined(separator: ",")
    }

    private func searchText(of interaction: Interaction) -> String? {
        SearchFolding.fold(fields: [
            interaction.subject, interaction.content, interaction.otherCoachName,
        ])
    }

    private func paths(of interaction: Interaction) throws -> String {
        guard !interaction.attachments.isEmpty else { return InteractionRow.noPaths }
        return try JSONCoding.encodedText(interaction.attachments)
    }

    /// Marks one of the member's own records as deleted by an operation.
    func delete(
        _ interaction: Interaction, by operation: OperationID, at now: Instant
    ) throws {
        let count = try transaction.execute(
            InteractionStatements.markDeleted, now, operation, scope.familyID, interaction.id,
            scope.userID)
        guard count == 1 else { throw ServiceError.notFound(.interaction) }
        try self.count(interaction, InteractionStatements.discount)
    }

    /// The records that an operation deleted in this family, by id.
    func deleted(by operation: OperationID) throws -> [StoredInteraction] {
        let reader = InteractionRow(
            family: scope.familyID, names: FamilyNames(scope, transaction))
        return try transaction.rows(InteractionStatements.byOperation, scope.familyID, operation) {
            try reader.stored($0)
        }
        .sorted { $0.interaction.id < $1.interaction.id }
    }

    /// Updates versions and counters for records being restored; `UnitOfWork.undo` removes the
    /// marks.
    func countRestoration(of rows: [StoredInteraction], deletedBy operation: OperationID) throws {
        try transaction.execute(InteractionStatements.countRestoration, scope.familyID, operation)
        for row in rows {
            try count(row.interaction, InteractionStatements.count)
        }
    }

    /// Adds the records in an import's change to the counters.
    func countImported(_ change: String) throws {
        try count(
            try transaction.first(InteractionStatements.ofImported, change, map: Self.counts),
            InteractionStatements.countMany)
    }

    /// Subtracts an import's records that are not deleted from the counters.
    func discountImport(_ id: OperationID) throws {
        try count(
            try transaction.first(
                InteractionStatements.ofImport, scope.familyID, id, map: Self.counts),
            InteractionStatements.discountMany)
    }

    private static func counts(_ row: borrowing Row) throws -> [Direction: Int64] {
        [.outbound: try row.int64(0), .inbound: try row.int64(1)]
    }

    /// All records of an import have the same logger: the importing member, who is the caller.
    private func count(_ counts: [Direction: Int64]?, _ statement: String) throws {
        for (direction, count) in counts ?? [:] where count > 0 {
            try transaction.execute(
                statement, scope.familyID, scope.userID, direction.rawValue, count)
        }
    }

    private func count(_ interaction: Interaction, _ statement: String) throws {
        try transaction.execute(
            statement, scope.familyID, interaction.loggedBy, interaction.direction.rawValue)
    }
}
