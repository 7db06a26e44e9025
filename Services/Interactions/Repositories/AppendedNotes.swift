import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// A note that was appended to an interaction, as its undo needs it.
struct AppendedNote: Sendable {
    let interaction: InteractionID
    let note: String
    /// The edition and the time of change before, and the edition after.
    let editionBefore: Int
    let updatedBefore: Instant?
    let editionAfter: Int
}

/// The notes of one family that can be removed again.
struct AppendedNotes {
    static let insertSQL = """
        INSERT INTO appended_notes (family_unit_id, id, operation_id, interaction_id, note,
            edition_before, updated_before, edition_after)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """
    static let findSQL = """
        SELECT interaction_id, note, edition_before, updated_before, edition_after
        FROM appended_notes WHERE family_unit_id = ?1 AND operation_id = ?2
        ORDER BY interaction_id
        """
    static let removeSQL = """
        DELETE FROM appended_notes WHERE family_unit_id = ?1 AND operation_id = ?2
        """

    /// Every statement, for tests of their plans.
    static let statements = [insertSQL, findSQL, removeSQL]

    private let family: FamilyID
    private let transaction: WriteTransaction

    init(_ scope: FamilyScope, _ transaction: WriteTransaction) {
        family = scope.familyID
        self.transaction = transaction
    }

    func insert(_ note: AppendedNote, by operation: OperationID, at now: Instant) throws {
        try transaction.execute(
            Self.insertSQL, family, InteractionID.make(at: now), operation, note.interaction,
            note.note, note.editionBefore, note.updatedBefore, note.editionAfter)
    }

    /// The notes of an operation.
    func find(_ operation: OperationID) throws -> [AppendedNote] {
        try transaction.rows(Self.findSQL, family, operation) { row in
            AppendedNote(
                interaction: try row.identifier(0), note: try row.text(1),
                editionBefore: Int(try row.int64(2)), updatedBefore: try row.instantOrNil(3),
                editionAfter: Int(try row.int64(4)))
        }
    }

    func remove(_ operation: OperationID) throws {
        try transaction.execute(Self.removeSQL, family, operation)
    }
}
