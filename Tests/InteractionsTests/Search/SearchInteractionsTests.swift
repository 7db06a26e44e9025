import Contracts
@testable import DataServiceKit
import Foundation
import Storage
import Support
import Testing

@testable import Interactions

@Suite("interactions.search")
struct SearchInteractionsTests {
    private let harness: Harness

    init() throws { harness = try Harness(isFollowing: true) }

    private func form(
        _ subject: String?, _ content: String? = nil, _ type: InteractionType = .email,
        at: Instant = Harness.now
    ) -> CreateInteraction.Request {
        var form = Harness.form(type, at: at)
        form.subject = FormField(subject)
        form.content = FormField(content)
        return form
    }

    private func search(
        _ query: String, as viewer: Viewer = Harness.player, limit: Int? = nil
    ) throws -> [SearchHit] {
        try harness.call(
            SearchRecords<SearchedInteractions>.self, SearchRequest(query, limit: limit), as: viewer
        ).hits
    }

    private func titles(_ query: String, as viewer: Viewer = Harness.player) throws -> [String] {
        try search(query, as: viewer).map(\.title)
    }

    // N-20
    @Test
    func wordsAreFoundWhateverTheirCaseAndAccents() throws {
        try harness.log(form("Visité à l'École", "Zoë liked the roster."))
        #expect(try titles("visite ecole") == ["Visité à l'École"])
        #expect(try titles("ZOE rost") == ["Visité à l'École"])
        #expect(try titles("\"liked the roster\"") == ["Visité à l'École"])
        #expect(try titles("\"roster liked\"").isEmpty)
        #expect(try titles("rost liked").isEmpty)
        #expect(try titles("nowhere").isEmpty)
    }

    // N-20: people type an apostrophe, another one, or none.
    @Test
    func wordsAreFoundWhateverTheirApostrophes() throws {
        try harness.log(form("O’Malley of Kaʻahumanu", "He didn't say when 'we' meet."))
        for query in [
            "omalley", "O'Malley", "O’MALLEY", "malley", "omal", "Kaahumanu", "Ka'ahumanu",
            "kaʻahumanu", "didnt", "didn’t", "\"didn't say when we\"",
        ] {
            #expect(try titles(query) == ["O’Malley of Kaʻahumanu"], "\(query)")
        }
        for query in ["ahumanu", "omalleys", "idnt", "dont"] {
            #expect(try titles(query).isEmpty, "\(query)")
        }
        let snippet = try #require(try search("didn't").first).snippet
        #expect(snippet.filter(\.isMatch).map(\.text) == ["didn't"])
    }

    // N-20: words that the index of before did not have.
    @Test
    func theIndexIsMadeAgainAtTheUpgrade() throws {
        let family = FamilyID(high: 1, low: 1)
        let (id, logger) = (InteractionID(high: 2, low: 1), UserID(high: 3, low: 1))
        try OldDatabase.upgrade(
            .interactions, InteractionsService.schema, before: "words of searches"
        ) { transaction in
            try transaction.execute(
                """
                INSERT INTO interactions (family_unit_id, newest_first, id, logged_by, version,
                    type, direction, created_at, subject, attachments)
                VALUES (?1, 0, ?2, ?3, 1, 'email', 'inbound', 0, 'O''Malley', '[]')
                """, family, id, logger)
            let index = SearchIndexer([InteractionSearch.source])
            _ = try index.step(family, transaction)
            let isPending = try index.isPending(family, transaction)
            #expect(!isPending)
        } then: { database in
            let index = SearchIndexer([InteractionSearch.source])
            let isPending = try database.read { try index.isPending(family, $0) }
            #expect(isPending)
            let words = "SELECT count(*) FROM search_index_docsize"
            let left = try database.read { try $0.count(words) }
            #expect(left == 0)
        }
    }

    // N-20
    @Test
    func aHitShowsWhatItIsAboutAndWhereItMatches() throws {
        let stored = try harness.log(
            form("Camp", "They asked about the June camp and about my grades.", .phoneCall))
        let hit = try #require(try search("grad").first)
        #expect(hit.noun == .interaction)
        #expect(hit.id.text == stored.id.text)
        #expect(hit.type == "phone_call")
        #expect(hit.schoolName == "Duke University")
        #expect(hit.coachName == nil)
        #expect(hit.at == Harness.now)
        #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["grades"])
        #expect(hit.snippetText == "They asked about the June camp and about my grades.")
        #expect(hit.rank == 0.5)
    }

    // N-20: a match in the title counts more than one in a text, and of equal ones the newest is
    // first.
    @Test
    func theBestMatchesAreFirst() throws {
        let earlier = Harness.now.advanced(by: .seconds(-3_600))
        try harness.log(form("Old", "offer", at: earlier))
        try harness.log(form("New", "offer"))
        try harness.log(form("Offer", "none", at: earlier))
        #expect(try titles("offer") == ["Offer", "New", "Old"])
        #expect(try search("offer", limit: 2).map(\.title) == ["Offer", "New"])
        let answer = try harness.call(
            SearchRecords<SearchedInteractions>.self, SearchRequest("offer", limit: 3),
            as: Harness.player)
        #expect(!answer.hasMore)
    }

    // N-20
    @Test
    func namesTypesAndDaysNarrow() throws {
        var withCoach = form("Talk", nil, .phoneCall)
        withCoach.schoolID = FormField(nil)
        withCoach.coachID = FormField(Harness.secondCoach.text)
        try harness.log(withCoach)
        // 03:00 UTC is the evening before in the family's zone.
        let late = try #require(Instant(text: "2026-02-09T03:00:00.000Z"))
        try harness.log(form("Talk at Duke", at: late))
        #expect(try titles("coach:o'bri") == ["Talk"])
        #expect(try titles("talk school:elon") == ["Talk"])
        #expect(try titles("talk school:duke") == ["Talk at Duke"])
        #expect(try titles("talk type:phone_call") == ["Talk"])
        #expect(try titles("talk type:interaction type:email").count == 2)
        #expect(try titles("talk type:event").isEmpty)
        #expect(try titles("talk after:2026-02-09") == ["Talk"])
        #expect(try titles("talk before:2026-02-09") == ["Talk at Duke"])
        #expect(try titles("talk after:2026-02-08 before:2026-02-11").count == 2)
        let refusal = #expect(throws: ServiceError.self) { try search("talk after:never") }
        #expect(refusal?.code == .validationFailed)
    }

    // N-21, R-05
    @Test
    func playersFindTheirOwnParentsTheFamilysAndStrangersNothing() throws {
        try harness.log(form("Camp of Ann"))
        try harness.log(form("Camp of Ben"), as: Harness.sibling)
        #expect(try titles("camp") == ["Camp of Ann"])
        #expect(try titles("camp", as: Harness.sibling) == ["Camp of Ben"])
        #expect(Set(try titles("camp", as: Harness.parent)) == ["Camp of Ann", "Camp of Ben"])
        #expect(try titles("camp", as: Harness.stranger).isEmpty)
        let refusal = #expect(throws: ServiceError.self) {
            try harness.call(
                SearchRecords<SearchedInteractions>.self, SearchRequest("camp"),
                as: Harness.stranger, in: Harness.family)
        }
        #expect(refusal?.code == .notFound)
    }

    // N-21: the key of a scope, typed by somebody, is a word like any other.
    @Test
    func theKeyOfAScopeIsNoWayIn() throws {
        try harness.log(form("secret"), as: Harness.sibling)
        try harness.log(form("mine"))
        #expect(try titles("mine") == ["mine"])
        for key in ["aaaaab", "aaaaac", "aaaaad"] {
            #expect(try titles("\(key)secret").isEmpty)
            #expect(try titles("\(key)").isEmpty)
        }
    }

    // N-22
    @Test
    func deletedRecordsAreNotFoundUntilTheyAreRestored() throws {
        let stored = try harness.log(form("Camp"))
        #expect(try titles("camp") == ["Camp"])
        let deleted = try harness.call(
            DeleteInteraction.self, .init(id: stored.id), as: Harness.player)
        #expect(try titles("camp").isEmpty)
        _ = try harness.call(
            UndoOperation.self, .init(operationID: deleted.operationID), as: Harness.player)
        #expect(try titles("camp") == ["Camp"])
    }

    // N-22
    @Test
    func importedRecordsAreFoundUntilTheImportIsUndone() throws {
        let rows = (2...4).map { InteractionImportRow(line: $0, form: form("Camp \($0)")) }
        let staged = try harness.call(
            StageImport<InteractionImportRow>.self, .init(importID: nil, number: 1, rows: rows),
            as: Harness.player)
        #expect(try titles("camp").isEmpty)
        _ = try harness.call(
            CommitImport<InteractionImportRow>.self, .init(importID: staged.importID),
            as: Harness.player)
        #expect(Set(try titles("camp")) == ["Camp 2", "Camp 3", "Camp 4"])
        _ = try harness.call(
            UndoOperation.self, .init(operationID: staged.importID), as: Harness.player)
        #expect(try titles("camp").isEmpty)
    }

    // N-20
    @Test
    func newNamesAndFilesAreFound() throws {
        let stored = try harness.log(form("Camp"))
        #expect(try titles("blue devils").isEmpty)
        try harness.coaches.append(
            CoachesFeed.schoolChanged,
            Harness.schoolPayload(Harness.family, Harness.school, "Blue Devils"))
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
        #expect(try titles("school:\"blue devils\"") == ["Camp"])
        #expect(try titles("school:duke").isEmpty)
        try harness.attach("Transcript 2026.pdf", SampleFiles.bytes(.pdf), to: stored.id)
        #expect(try titles("transcript") == ["Camp"])
    }

    // N-25
    @Test
    func aDamagedIndexIsBuiltAgainFromTheRecords() throws {
        try harness.log(form("Camp one"))
        try harness.log(form("Camp two"))
        #expect(try titles("camp").count == 2)
        // The words of the index are lost; its structure says that there are some.
        _ = try harness.service.database.write {
            try $0.execute("DELETE FROM search_documents WHERE title = 'Camp one'")
        }
        let indexer = SearchCheck(sources: [InteractionSearch.source])
        #expect(try harness.service.database.read { try indexer.differs($0) })
        let count = try harness.service.database.write { try indexer.rebuild($0) }
        #expect(count == 2)
        #expect(try titles("camp").count == 2)
        #expect(try !harness.service.database.read { try indexer.differs($0) })
    }

    // N-20: an index reads the words of the reader's scopes; nothing else grows with the family.
    @Test
    func searchesUseTheIndex() throws {
        let statements = SearchCheck.statements
        for sql in statements.forFamilies + [InteractionSearch.textsSQL] {
            let plan = try harness.service.database.read { transaction in
                _ = try transaction.words(of: "")
                return try transaction.queryPlan(sql).joined(separator: "; ")
            }
            #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
        }
        for sql in statements.forWords {
            let plan = try harness.service.database.read { transaction in
                _ = try transaction.words(of: "")
                return try transaction.queryPlan(sql).joined(separator: "; ")
            }
            #expect(plan.hasPrefix("SCAN search_index VIRTUAL TABLE INDEX"), "\(plan)")
            #expect(plan.contains("SEARCH d USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
        }
    }
}
