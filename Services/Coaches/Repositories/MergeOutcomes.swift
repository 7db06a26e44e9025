import Contracts
import DataServiceKit
import Storage

/// Reads what became of merges that were not undone.
enum MergeOutcomes {
    /// The coach who stayed. ?1 family, ?2 operation.
    static let coachSQL = """
        SELECT coaches.first_name || ' ' || coaches.last_name, '[]' FROM merges
        CROSS JOIN coaches ON coaches.family_unit_id = ?1 AND coaches.id = merges.kept_id
        WHERE merges.family_unit_id = ?1 AND merges.operation_id = ?2
        """
    /// The school that stayed, and the coaches who moved. ?1 family, ?2 operation.
    static let schoolSQL = """
        SELECT schools.name, school_merges.coaches FROM school_merges
        CROSS JOIN schools ON schools.family_unit_id = ?1 AND schools.id = school_merges.kept_id
        WHERE school_merges.family_unit_id = ?1 AND school_merges.operation_id = ?2
        """

    /// The name of a coach or school that stayed, by the kind of record. ?1 family, ?2 record.
    static let names: [String: StaticString] = [
        "coach": """
        SELECT first_name || ' ' || last_name FROM coaches
        WHERE family_unit_id = ?1 AND id = ?2
        """,
        "school": "SELECT name FROM schools WHERE family_unit_id = ?1 AND id = ?2",
    ]

    /// Whether a coach is in no trash. ?1 family, ?2 coach.
    static let visibleSQL = """
        SELECT 1 FROM coaches WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NULL
        """

    /// Every statement, for tests of their plans.
    static let statements =
        [coachSQL, schoolSQL, visibleSQL] + names.values.map { "\($0)" }.sorted()

    /// Returns what became of an operation; nil for other operations, and for merges that were
    /// undone.
    static func find(
        _ operation: UndoableOperation, of family: FamilyID, _ transaction: ReadTransaction
    ) throws -> MergeOutcome? {
        let sql: String
        switch operation.kind {
        case MergeCoaches.name: sql = coachSQL
        case MergeSchools.name: sql = schoolSQL
        default: return nil
        }
        let kept = try transaction.first(sql, family, operation.id) {
            (
                name: try $0.text(0),
                coaches: try JSONCoding.decodeResponse([CoachID].self, from: $0.blob(1))
            )
        }
        guard let kept else { return nil }
        let deletion = try DeletionRepository.find(operation.id, of: family, transaction)
        var moved = (deletion?.deletedElsewhere ?? [:]).filter { $0.value > 0 }
        let coaches = try kept.coaches.count { try transaction.exists(visibleSQL, family, $0) }
        if coaches > 0 { moved["coaches"] = coaches }
        return MergeOutcome(into: kept.name, moved: moved, state: deletion?.state ?? .done)
    }
}
