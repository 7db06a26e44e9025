import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Counters")
struct CounterTests {
    private struct Key: Hashable {
        let family: FamilyID
        let logger: UserID
        let direction: Direction
    }

    private func counts(_ sql: String, in harness: Harness) throws -> [Key: Int64] {
        try harness.service.database.read { transaction in
            var counts: [Key: Int64] = [:]
            try transaction.query(sql) { row in
                let key = Key(
                    family: try row.identifier(0), logger: try row.identifier(1),
                    direction: try row.word(2))
                counts[key] = try row.int64(3)
            }
            return counts
        }
    }

    /// Creates, edits, deletes and undoes at random; refused commands are part of it.
    private func act(_ harness: Harness, _ numbers: inout SeededNumbers) throws {
        var living: [(Viewer, InteractionID)] = []
        var operations: [(Viewer, OperationID)] = []
        let players = [Harness.player, Harness.sibling]
        for _ in 0..<150 {
            let viewer = players.randomElement(using: &numbers) ?? Harness.player
            switch Int.random(in: 0..<13, using: &numbers) {
            case 0..<6:
                let direction = Direction.allCases.randomElement(using: &numbers) ?? .inbound
                living.append(
                    (viewer, try harness.log(Harness.form(.text, direction), as: viewer).id))
            case 6..<8:
                guard let (owner, id) = living.randomElement(using: &numbers) else { continue }
                // A sibling's attempt and a second deletion are refused and change nothing.
                let answer = try? harness.call(
                    DeleteInteraction.self, .init(id: id), as: viewer)
                if let answer { operations.append((owner, answer.operationID)) }
            case 8..<11:
                guard let (owner, id) = living.randomElement(using: &numbers) else { continue }
                var form = EditInteraction.Request(id: id)
                form.fields.direction = FormField(
                    Direction.allCases.randomElement(using: &numbers)?.rawValue)
                // A record in the trash is not there to be edited.
                _ = try? harness.call(EditInteraction.self, form, as: owner)
            default:
                guard let (owner, id) = operations.randomElement(using: &numbers) else { continue }
                _ = try? harness.call(
                    UndoOperation.self, .init(operationID: id), as: owner)
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func countersEqualARecount(_ seed: UInt64) throws {
        let harness = try Harness()
        var numbers = SeededNumbers(seed: seed)
        try act(harness, &numbers)
        let kept = try counts(
            """
            SELECT family_unit_id, logged_by, direction, row_count FROM interaction_counters
            WHERE row_count > 0
            """, in: harness)
        let recounted = try counts(
            """
            SELECT family_unit_id, logged_by, direction, count(*) FROM interactions
            WHERE deleted_at IS NULL GROUP BY 1, 2, 3
            """, in: harness)
        #expect(kept == recounted)
        #expect(kept.count == 4)
        let all = try harness.list(as: Harness.parent)
        let one = try harness.list(as: Harness.parent) { $0.limit = FormField(1) }
        #expect(one.analytics == all.analytics)
    }
}
