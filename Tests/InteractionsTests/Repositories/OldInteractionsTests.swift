import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Interactions

/// Databases that were made before interactions could be edited or searched.
@Suite struct OldInteractionsTests {
    private static let id = InteractionID(high: 2, low: 2)

    /// A database in which an interaction was stored before a migration.
    private static func upgrade(
        before migration: String, searched: String? = nil, _ body: (Database) throws -> Void
    ) throws {
        let (scope, time) = (try Harness.player.scope, Harness.now)
        try OldDatabase.upgrade(
            .interactions, InteractionsService.schema, before: migration
        ) { transaction in
            try transaction.execute(
                """
                INSERT INTO interactions (family_unit_id, newest_first, id, logged_by, version,
                    type, direction, occurred_at, created_at, updated_at, attachments, content,
                    search_text)
                VALUES (?1, ?2, ?3, ?4, 3, 'email', 'outbound', ?5, ?5, ?5, '[]', 'Camp', ?6)
                """, scope.familyID, -time.milliseconds, id, scope.userID, time, searched)
            try transaction.execute(
                InteractionStatements.count, scope.familyID, scope.userID, "outbound")
        } then: {
            try body($0)
        }
    }

    // N-20
    @Test func anOldInteractionIsFound() throws {
        try Self.upgrade(before: "search") { database in
            let family = try Harness.player.scope.familyID
            let indexer = SearchIndexer([InteractionSearch.source])
            while try database.write({ try indexer.step(family, $0) }) {}
            let hits = try database.read { transaction in
                try SearchRepository(
                    family: family, scopes: SearchScope.all(of: family, player: nil, transaction),
                    transaction: transaction
                ).hits(SearchRequest("camp").validated(), .init(), limit: 10)
            }
            #expect(hits.map(\.id.text) == [Self.id.text])
        }
    }

    // N-131
    @Test func anOldInteractionIsFoundWithoutAccents() throws {
        try Self.upgrade(before: "accents", searched: "núñez\u{1F}été") { database in
            let stored = try database.read {
                try $0.rows("SELECT search_text FROM interactions") { try $0.textOrNil(0) }
            }
            #expect(stored == [SearchFolding.fold(fields: ["Núñez", "Été"])])
        }
    }

    @Test func anOldInteractionIsFoundWithoutApostrophes() throws {
        try Self.upgrade(before: "apostrophes", searched: "coach didn’t call\u{1F}o'malley") {
            database in
            let stored = try database.read {
                try $0.rows("SELECT search_text FROM interactions") { try $0.textOrNil(0) }
            }
            #expect(stored == ["coach didnt call\u{1F}omalley"])
        }
    }

    // N-04
    @Test func anOldInteractionIsReadAndEdited() throws {
        let (scope, time) = (try Harness.player.scope, Harness.now)
        try Self.upgrade(before: "editions") { database in
            func found() throws -> StoredInteraction {
                try #require(
                    try database.read { try InteractionRepository(scope, $0).find(Self.id) })
            }
            let stored = try found()
            #expect(stored.version == 3 && stored.interaction.version == 1)
            #expect(stored.interaction.content == "Camp")
            var edited = stored.interaction
            (edited.version, edited.direction) = (2, .inbound)
            edited.occurredAt = time.advanced(by: .seconds(60))
            let new = edited
            try database.write {
                try InteractionWriter(scope, $0).edit(stored.interaction, to: new)
            }
            #expect(try found().interaction == new)
            #expect(try found().version == 4)
        }
    }
}
