import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import Analytics
@testable import DataServiceKit

@Suite("posts.search")
struct PostSearchTests {
    private let home: AnalyticsHarness

    init() throws { home = try AnalyticsHarness() }

    private func hits(
        _ query: String, as person: ServiceFixture.Person? = nil, aliases: [SchoolAlias] = []
    ) throws -> [SearchHit] {
        try home.fixture.call(
            SearchRecords<SearchedPosts>.self,
            SearchRequest(query, timeZone: "UTC").knowing(aliases), as: person ?? home.player,
            in: home.family
        ).hits
    }

    private func titles(
        _ query: String, as person: ServiceFixture.Person? = nil
    ) throws -> [String] {
        try hits(query, as: person).map(\.title)
    }

    @discardableResult
    private func add(
        _ author: String?, _ content: String, at date: String = "2026-02-09T10:00:00Z",
        school: SchoolID? = nil, coach: CoachID? = nil, platform: String = "twitter"
    ) throws -> Post {
        try home.add(date) { form in
            form.platform = FormField(platform)
            form.authorName = FormField(author)
            form.postContent = FormField(content)
            form.schoolID = FormField(school?.text)
            form.coachID = FormField(coach?.text)
        }
    }

    private func purge(_ operation: OperationID) throws {
        _ = try home.fixture.call(
            PurgeOperations.self, .init(operationID: operation), as: home.player, in: home.family)
    }

    private func delete(_ post: Post) throws -> OperationID {
        try home.fixture.call(
            DeletePost.self, .init(id: post.id), as: home.player, in: home.family
        ).operationID
    }

    // N-140
    @Test
    func postsAreFoundByTextsAuthorsCoachesAndSchools() throws {
        let school = try home.school("Élon University")
        let coach = try home.coach("Zoë", "O'Brien")
        try home.settle()
        let post = try add("Phoenix Softball", "Camp à Durham is open", school: school)
        try add(nil, "Signing day", school: nil, coach: coach)
        for query in [
            "camp", "dur", "\"camp a durham\"", "phoenix", "school:elon camp", "elon", "coach:soft",
            "camp type:post", "camp type:twitter", "camp after:2026-02-09 before:2026-02-10",
        ] {
            #expect(try titles(query) == ["Phoenix Softball"], "\(query)")
        }
        for query in [
            "coach:o'br", "coach:obr", "coach:O’BRIEN", "zoe signing", "signing coach:zo",
        ] {
            #expect(try titles(query) == ["Twitter post"], "\(query)")
        }
        for query in [
            "coach:obx", "\"durham camp\"", "cam durham", "school:camp", "school:duke",
            "camp type:instagram", "camp type:email", "camp before:2026-02-09", "1", "school:1",
        ] {
            #expect(try hits(query).isEmpty, "\(query)")
        }
        let hit = try #require(try hits("camp").first)
        #expect(hit.noun == .post && hit.id.text == post.id.text && hit.type == "twitter")
        #expect(hit.schoolName == "Élon University" && hit.coachName == nil)
        #expect(hit.at == post.postDate && hit.rank == 0.5)
        #expect(hit.snippet.filter(\.isMatch).map(\.text) == ["Camp"])
        #expect(try hits("signing").first?.coachName == "Zoë O'Brien")
    }

    // N-140: new names count at once, however many posts a school has.
    @Test
    func namesOfSchoolsAreThoseOfToday() throws {
        let school = try home.school("Duke")
        try home.settle()
        try add("A", "camp", school: school)
        #expect(try titles("school:duke") == ["A"])
        try home.school("Blue Devils", id: school)
        try home.settle()
        #expect(try titles("school:duke").isEmpty)
        #expect(try titles("\"blue devils\"") == ["A"])
    }

    // N-140: a match in the author counts more, and of equal ones the newest is first; a post that
    // matches by its school as well is one match.
    @Test
    func theBestMatchesAreFirst() throws {
        let school = try home.school("Camp College")
        try home.settle()
        try add("Old", "camp", at: "2026-02-01T10:00:00Z")
        try add("New", "camp", at: "2026-02-02T10:00:00Z")
        try add("Camp", "none", at: "2026-01-01T10:00:00Z")
        try add("Both", "camp", at: "2026-01-01T10:00:00Z", school: school)
        #expect(try titles("camp") == ["Camp", "Both", "New", "Old"])
        let ranks = try hits("camp").map(\.rank)
        #expect(ranks[0] == 8.0 / 9 && ranks[1] == 5.0 / 6 && ranks[3] == 0.5)
    }

    // N-141
    @Test
    func aliasesOfSchoolsAreTheirNamesToo() throws {
        let school = try home.school("Tar Heels")
        try home.settle()
        try add("A", "camp", school: school)
        try add("UNC Fans", "unc wins", at: "2026-01-01T10:00:00Z")
        let alias = SchoolAlias(calling: "unc", name: "Tar Heels")
        #expect(try hits("unc").map(\.title) == ["UNC Fans"])
        #expect(try hits("unc", aliases: [alias]).map(\.title) == ["UNC Fans", "A"])
        #expect(try hits("school:unc", aliases: [alias]).map(\.title) == ["A"])
        #expect(try hits("school:unc nothing", aliases: [alias]).isEmpty)
    }

    // N-21, R-15
    @Test
    func allMembersFindThemAndStrangersDoNot() throws {
        try add("A", "camp secret")
        try home.importPosts(
            [form("camp elsewhere", 1)], in: home.otherFamily, as: home.stranger)
        for person in [home.player, home.sibling, home.parent] {
            #expect(try titles("camp", as: person) == ["A"])
        }
        let other = try home.fixture.call(
            SearchRecords<SearchedPosts>.self, SearchRequest("camp"), as: home.stranger,
            in: home.otherFamily)
        #expect(other.hits.map(\.snippetText) == ["camp elsewhere"])
        let refusal = home.fixture.refusal(
            of: SearchRecords<SearchedPosts>.self, SearchRequest("camp"), as: home.stranger,
            in: home.family)
        #expect(refusal?.code == .notFound)
        for person in [home.player, home.parent, home.stranger] {
            let refusal = home.fixture.refusal(
                of: RebuildSearch<SearchedPosts>.self, EmptyRequest(), as: person,
                in: home.family)
            #expect(refusal?.code == .forbidden)
        }
    }

    private func form(_ content: String, _ number: Int) -> PostForm {
        var form = PostForm(platform: "instagram", postDate: "2026-02-08T10:00:00Z")
        form.postURL = FormField("https://x.example/\(number)")
        form.postContent = FormField(content)
        return form
    }

    // N-22
    @Test
    func deletedPostsAreNotFoundUntilTheyAreRestored() throws {
        let post = try add("A", "camp")
        #expect(try titles("camp") == ["A"])
        let deletion = try delete(post)
        #expect(try titles("camp").isEmpty)
        _ = try home.fixture.call(
            UndoOperation.self, .init(operationID: deletion), as: home.player, in: home.family)
        #expect(try titles("camp") == ["A"])
    }

    // N-22
    @Test
    func importedPostsAreFoundUntilTheImportIsUndone() throws {
        let forms = (1...1_200).map { form("camp \($0)", $0) }
        let id = try #require(try home.importPosts(forms).summary.operationID)
        #expect(try hits("\"camp 1200\"").count == 1)
        #expect(try hits("camp").count == SearchLimit.hitsUsual)
        _ = try home.fixture.call(
            UndoOperation.self, .init(operationID: id), as: home.player, in: home.family)
        #expect(try hits("camp").isEmpty)
    }

    // N-140: a post whose number a purged one had is found by its own words only.
    @Test
    func numbersOfPurgedPostsAreUsedAgain() throws {
        let post = try add("A", "camp")
        #expect(try titles("camp") == ["A"])
        try purge(delete(post))
        try add("B", "visit")
        #expect(try titles("camp").isEmpty)
        #expect(try titles("visit") == ["B"])
        #expect(try !differs())
    }

    private func differs() throws -> Bool {
        try home.fixture.service.database.read { try PostSearch().differs($0) }
    }

    // N-25
    @Test
    func aDamagedIndexIsBuiltAgainFromThePosts() throws {
        for number in 1...3 { try add("A", "camp \(number)") }
        #expect(try hits("camp").count == 3)
        _ = try home.fixture.service.database.write {
            try $0.execute("INSERT INTO search_index (search_index) VALUES ('delete-all')")
        }
        #expect(try differs())
        #expect(try hits("camp").isEmpty)
        let count = try home.fixture.service.database.write { try PostSearch().rebuild($0) }
        #expect(count == 3)
        #expect(try hits("camp").count == 3)
        #expect(try !differs())
    }

    // N-142: up to the limit a search waits; with one post more it is refused until housekeeping
    // has indexed enough of them.
    @Test(arguments: [0, 1])
    func aSearchDoesNotWaitForTooManyPosts(more: Int64) throws {
        try add("A", "camp")
        #expect(try titles("camp") == ["A"])
        let last = Int64(PostSearch.waitPostsMax) + more
        try home.fixture.service.database.write { [family = home.family] transaction in
            let family = try Family.make(family, transaction)
            try PostSearch.note(1...last, of: family, transaction)
        }
        let refusal = home.fixture.refusal(
            of: SearchRecords<SearchedPosts>.self, SearchRequest("camp"), as: home.player,
            in: home.family)
        #expect(refusal?.code == (more == 0 ? nil : .unavailable))
        while try home.fixture.service.database.write({ try PostSearch().step(nil, $0) }) {}
        #expect(try titles("camp") == ["A"])
    }

    // N-142: an old database gets its index in steps after it was opened.
    @Test
    func anOldDatabaseIsIndexedInSteps() throws {
        let count = PostSearch.stepPostsMax + 1
        try OldDatabase.upgrade(.analytics, AnalyticsService.schema, before: "names of coaches") {
            [family = home.family, user = home.player.userID] transaction in
            var writer = try Family.make(family, transaction)
            for number in 1...count {
                try transaction.execute(
                    PostWriter.insertSQL, writer.no, PostID(high: 1, low: UInt64(number)), 0, 0, 0,
                    nil as Int64?, nil as Int64?, nil as Int64?, 0, 0, user,
                    nil as Int64?, 0, 0, nil as String?, nil as String?, "A", "camp \(number)")
            }
            try writer.incrementVersion(transaction)
            try FeedCursor(epoch: ProducerEpoch(high: 1, low: 1), sequence: 7, change: nil)
                .save(.coaches, in: transaction)
        } then: { database in
            let indexed = "SELECT count(*) FROM search_index_docsize"
            #expect(try database.read { try $0.count(indexed) } == 0)
            #expect(try database.write { try PostSearch().step(nil, $0) })
            #expect(try database.read { try $0.count(indexed) } == PostSearch.stepPostsMax)
            while try database.write({ try PostSearch().step(nil, $0) }) {}
            #expect(try database.read { try $0.count(indexed) } == count)
            #expect(try !database.read { try PostSearch().differs($0) })
            // The feed is read once more, for names only.
            #expect(try database.read { try FeedCursor.load(.coaches, from: $0).sequence } == 0)
            #expect(try database.read { try $0.count("SELECT seq FROM applied_changes") } == 7)
        }
    }

    // N-140: a search reads the words of its family; nothing else grows with all posts.
    @Test
    func searchesUseTheIndex() throws {
        try home.fixture.service.database.read { transaction in
            _ = try transaction.words(of: "")
            for sql in PostSearch.statements + [PostSearch.coachNamesSQL, CoachNames.nameSQL] {
                let plan = try transaction.queryPlan(sql).joined(separator: "; ")
                #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
                #expect(!plan.contains("TEMP B-TREE"), "\(sql)\n\(plan)")
            }
            for sql in [PostSearch.findSQL, PostSearch.showSQL] {
                let plan = try transaction.queryPlan(sql).joined(separator: "; ")
                #expect(plan.hasPrefix("SCAN search_index VIRTUAL TABLE INDEX"), "\(plan)")
                #expect(plan.contains("SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
            }
        }
    }
}
