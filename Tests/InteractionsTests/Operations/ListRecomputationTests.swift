import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

// IL-01, IL-02, IL-03, IL-04, IL-08, IL-09, IL-10, IL-11, IL-12, IL-15, IL-16, IL-17, IL-18, IL-19,
// IL-20, IL-21, IL-25, R-02, R-04, R-17, D-05, D-06, D-07, T-12, T-13, T-14
@Suite("The list equals a recomputation of its rules")
struct ListRecomputationTests {
    private static let rowsPerFamily = 300
    private static let questionsPerFamily = 160

    /// Just before and after the clock changes of March and November, and a plain day.
    private static let nows = [
        "2026-02-10T12:00:00.000Z", "2026-03-10T18:30:00.123Z", "2026-11-04T17:00:00.999Z",
    ]

    /// Stores the rows as an import would, then deletes some and brings some of those back.
    private func fill(
        _ harness: Harness, _ family: inout RandomFamily
    ) throws -> [Recomputation.Row] {
        var rows = (0..<Self.rowsPerFamily).map { _ in
            Recomputation.Row(interaction: family.row(), isDeleted: false)
        }
        let records = rows.map(\.interaction)
        let scopes = try [
            Harness.family: Harness.player.scope, Harness.otherFamily: Harness.stranger.scope,
        ]
        try harness.service.database.write { transaction in
            for record in records {
                guard let scope = scopes[record.familyUnitID] else { continue }
                try InteractionWriter(scope, transaction).insert(record)
            }
        }
        try edit(&rows, harness, &family)
        for index in rows.indices where Int.random(in: 0..<6, using: &family.numbers) == 0 {
            let record = rows[index].interaction
            guard let owner = Harness.members.first(where: { $0.userID == record.loggedBy }),
                owner.role == .player
            else { continue }
            let answer = try harness.call(
                DeleteInteraction.self, .init(id: record.id), as: owner)
            rows[index].isDeleted = Bool.random(using: &family.numbers)
            if !rows[index].isDeleted {
                _ = try harness.call(
                    UndoOperation.self, .init(operationID: answer.operationID), as: owner)
            }
        }
        return rows
    }

    /// Edits every fourth row of the players.
    private func edit(
        _ rows: inout [Recomputation.Row], _ harness: Harness, _ family: inout RandomFamily
    ) throws {
        for index in rows.indices where Int.random(in: 0..<4, using: &family.numbers) == 0 {
            let (record, other) = (rows[index].interaction, family.row())
            guard let owner = Harness.members.first(where: { $0.userID == record.loggedBy }),
                owner.role == .player
            else { continue }
            var form = EditInteraction.Request(id: record.id)
            form.fields.type = FormField(other.type.rawValue)
            form.fields.direction = FormField(other.direction.rawValue)
            form.fields.occurredAt = FormField(other.occurredAt?.text)
            form.fields.subject = FormField(
                other.subject.map { String($0.prefix(InteractionLimit.subjectMax)) })
            form.fields.sentiment = FormField(other.sentiment?.rawValue)
            rows[index].interaction = try harness.call(
                EditInteraction.self, form, as: owner
            ).interaction
        }
    }

    @Test(arguments: Array(nows.enumerated()).map { UInt64($0.offset) })
    func everyViewerAndEveryFilter(_ seed: UInt64) throws {
        let now = try #require(Instant(text: Self.nows[Int(seed)]))
        let harness = try Harness(now: now)
        var family = RandomFamily(seed: seed, now: now)
        let expected = Recomputation(rows: try fill(harness, &family), now: now)
        var shown = 0
        for _ in 0..<Self.questionsPerFamily {
            var request = family.request()
            let viewer = Harness.members.randomElement(using: &family.numbers) ?? Harness.player
            if viewer.family != Harness.family, request.timeZone.value == nil {
                // The second family has no zone of its own here: UTC holds.
                request.timeZone = "UTC"
            }
            guard let page = expected.page(for: viewer, request) else {
                let error = #expect(throws: ServiceError.self) {
                    try harness.call(ListInteractions.self, request, as: viewer)
                }
                #expect(error?.code == .forbidden)
                continue
            }
            let json = try harness.answer(ListInteractions.self, request, as: viewer)
            let answer = try JSONCoding.decodeResponse(ListInteractions.Response.self, from: json)
            #expect(answer.interactions == page.interactions, "\(viewer.name): \(request)")
            #expect(answer.analytics == page.figures, "\(viewer.name): \(request)")
            #expect(try JSONCoding.encode(answer) == json)
            shown += page.interactions.count
        }
        // The questions must not all be about nothing.
        #expect(shown > 1_000)
    }
}
