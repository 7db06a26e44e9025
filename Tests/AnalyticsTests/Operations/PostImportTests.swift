import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Analytics

@Suite struct PostImportTests {
    private let harness: AnalyticsHarness

    init() throws { harness = try AnalyticsHarness() }

    private func form(_ number: Int) -> PostForm {
        var form = PostForm(platform: "twitter", postDate: "2026-02-09T10:00:00Z")
        form.postURL = FormField("https://x.example/status/\(number)")
        return form
    }

    @Test func eachRowHasItsVerdict() throws {
        var bad = form(3)
        bad.platform = "myspace"
        var dateless = form(4)
        dateless.postDate = "2026-02-30T10:00:00Z"
        var long = form(5)
        long.postContent = FormField(String(repeating: "x", count: 5_001))
        let forms = [form(1), form(2), form(1), bad, dateless, long, form(6)]
        let (verdicts, summary) = try harness.importPosts(forms, batch: 2)
        #expect(verdicts.map(\.new) == [2, 0, 0, 1])
        #expect(verdicts.flatMap(\.duplicates) == [3])
        #expect(
            verdicts.flatMap(\.rejected) == [
                .init(line: 4, errors: ["platform": PostForm.Refusal.platform]),
                .init(line: 5, errors: ["post_date": PostForm.Refusal.date]),
                .init(line: 6, errors: ["post_content": PostForm.Refusal.content]),
            ])
        #expect(summary.new == 3 && summary.duplicates == 1 && summary.rejected == 3)
        #expect(summary.duplicateLines == [3])
        #expect(summary.rejectedRows == verdicts.flatMap(\.rejected))
        // SA-06, T-07
        let figures = try harness.figures(.all)
        #expect(figures.summary.totalPosts == 3 && figures.skipped == 1)
        // The same file again: nothing is new, and a row without a date is one row.
        let again = try harness.importPosts(forms)
        #expect(again.summary.new == 0 && again.summary.duplicates == 4)
        #expect(again.summary.operationID == nil)
        #expect(try harness.figures(.all).skipped == 1)
    }

    /// SA-06, T-07: rows of different files are different, also without an address.
    @Test func rowsWithoutDateAndAddressOfTwoFilesAreTwo() throws {
        func file(_ content: String) -> [PostForm] {
            var form = PostForm(platform: "twitter", postDate: "never")
            form.postContent = FormField(content)
            return [form]
        }
        for content in ["Camp", "Visit", "Camp"] { try harness.importPosts(file(content)) }
        #expect(try harness.figures(.all).skipped == 2)
    }

    /// No search is made beyond the numbers that are there: nothing is missed, whatever the order.
    @Test(arguments: UInt64(1)...4) func duplicatesAreFoundInAnyOrder(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        var known: Set<Int> = []
        for _ in 0..<12 {
            let numbers = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                Int.random(in: 1...40, using: &generator)
            }
            // Addresses that end in no number share one place in the index.
            let forms = numbers.map { number in
                var form = form(number)
                if number % 4 == 0 {
                    form.postURL = FormField("https://x.example/status/p\(number)")
                }
                return form
            }
            let (_, summary) = try harness.importPosts(
                forms, batch: Int.random(in: 1...4, using: &generator))
            let new = Set(numbers).subtracting(known)
            #expect(summary.new == new.count)
            #expect(summary.duplicates == numbers.count - new.count)
            known.formUnion(new)
        }
        #expect(try harness.figures(.all).summary.totalPosts == known.count)
    }

    @Test func aRehearsedFileLeavesNothingAndSeesDuplicatesWithin() throws {
        try harness.importPosts([form(1)])
        let (verdicts, summary) = try harness.importPosts(
            [form(1), form(2), form(2), form(3)], check: true, batch: 2)
        #expect(verdicts.flatMap(\.duplicates) == [1, 3])
        #expect(summary.new == 2 && summary.isCheck && summary.operationID == nil)
        #expect(try harness.figures(.all).summary.totalPosts == 1)
        let rows = try harness.fixture.service.database.read {
            try $0.scalar("SELECT count(*) FROM post_import_urls")
        }
        #expect(rows == 0)
    }

    @Test func aBatchThatIsSentAgainGetsItsAnswerAgain() throws {
        let rows = [PostImportRow(line: 1, form: form(1))]
        let first = try harness.fixture.call(
            ImportPosts.self, .init(importID: nil, number: 1, rows: rows), as: harness.player,
            in: harness.family)
        let second = ImportPosts.Request(
            importID: first.importID, number: 2, rows: [PostImportRow(line: 2, form: form(2))])
        for _ in 0..<2 {
            let answer = try harness.fixture.call(
                ImportPosts.self, second, as: harness.player, in: harness.family)
            #expect(answer.new == 1)
        }
        let skipping = harness.fixture.refusal(
            of: ImportPosts.self,
            .init(importID: first.importID, number: 4, rows: rows), as: harness.player,
            in: harness.family)
        #expect(skipping?.code == .conflict)
        let sibling = harness.fixture.refusal(
            of: ImportPosts.self, second, as: harness.sibling, in: harness.family)
        #expect(sibling?.code == .notFound)
        #expect(try harness.figures(.all).summary.totalPosts == 2)
        let discarded = try harness.fixture.call(
            DiscardPostImport.self, .init(importID: first.importID), as: harness.player,
            in: harness.family)
        #expect(discarded.discarded)
        #expect(try harness.figures(.all).summary.totalPosts == 0)
    }

    @Test func undoingAnImportTakesAwayWhatIsThereOfIt() throws {
        var bad = form(9)
        bad.postDate = "never"
        let (_, summary) = try harness.importPosts((1...5).map(form) + [bad])
        let operation = try #require(summary.operationID)
        let posts = try harness.fixture.call(
            ListPosts.self, .init(), as: harness.player, in: harness.family
        ).posts
        let deletion = try harness.fixture.call(
            DeletePost.self, .init(id: posts[0].id), as: harness.player, in: harness.family)
        let undone = try harness.fixture.call(
            UndoOperation.self, .init(operationID: operation), as: harness.player,
            in: harness.family)
        #expect(undone.removed == ["social_media_posts": 4])
        let figures = try harness.figures(.all)
        #expect(figures.summary.totalPosts == 0 && figures.skipped == 0)
        #expect(figures.activity.isEmpty)
        _ = try harness.fixture.call(
            UndoOperation.self, .init(operationID: deletion.operationID), as: harness.player,
            in: harness.family)
        #expect(try harness.figures(.all).summary.totalPosts == 1)
        let twice = harness.fixture.refusal(
            of: UndoOperation.self, .init(operationID: operation), as: harness.player,
            in: harness.family)
        #expect(twice?.code == .conflict)
    }

    @Test func aSchoolThatIsUnknownRefusesItsRowOnly() throws {
        let school = try harness.school("Duke")
        var known = form(1)
        known.schoolID = FormField(school.text)
        var unknown = form(2)
        unknown.schoolID = FormField(SchoolID(high: 1, low: 2).text)
        // The replica catches up by itself: nobody waited for it.
        let (verdicts, _) = try harness.importPosts([known, unknown, form(3)])
        #expect(verdicts[0].new == 2)
        #expect(
            verdicts[0].rejected == [.init(line: 2, errors: ["school_id": PostForm.Refusal.school])]
        )
    }

    @Test func rowsOfABatchAreLimited() throws {
        let rows = (0...PostImportLimit.batchRowsMax).map {
            PostImportRow(line: $0, form: PostForm())
        }
        for count in [0, PostImportLimit.batchRowsMax + 1] {
            let refusal = harness.fixture.refusal(
                of: ImportPosts.self,
                .init(importID: nil, number: 1, rows: Array(rows.prefix(count))),
                as: harness.player, in: harness.family)
            #expect(refusal?.errors["rows"] != nil)
        }
    }

    @Test func anImportThatNobodyGoesOnWithIsClosedAndCanBeUndone() throws {
        let first = try harness.fixture.call(
            ImportPosts.self,
            .init(importID: nil, number: 1, rows: [PostImportRow(line: 1, form: form(1))]),
            as: harness.player, in: harness.family)
        let now = harness.fixture.now
        let close = { (now: Instant) throws -> Bool in
            try self.harness.fixture.service.database.write {
                try FinishPostImport.closeStale($0, now: now, at: now)
            }
        }
        #expect(try close(now.advanced(by: ImportLimit.openFor)) == false)
        #expect(try close(now.advanced(by: ImportLimit.openFor + .milliseconds(1))))
        let undone = try harness.fixture.call(
            UndoOperation.self, .init(operationID: first.importID), as: harness.player,
            in: harness.family)
        #expect(undone.removed == ["social_media_posts": 1])
    }
}
