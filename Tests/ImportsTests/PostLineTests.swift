import Testing

@testable import Contracts
@testable import Imports

/// Rows of a file of posts, on their way to batches.
@Suite struct PostLineTests {
    private func line(_ text: String...) throws -> PostLine {
        let columns = try ImportColumns(
            header: [
                "platform", "date", "school", "coach", "recruiting", "likes",
            ], kind: .posts, mapped: [])
        return PostLine(.init(line: 7, fields: text), columns, in: PlainZone())
    }

    @Test func wordsOfPeopleAreUnderstood() throws {
        let read = try line("Tweet", "2026-01-05 14:15", " Elon ", "Ann Lee", "x", " 12 ")
        #expect(read.number == 7 && read.problems == nil)
        #expect(read.form.platform.value == "twitter")
        #expect(read.form.postDate.value == "2026-01-05T14:15:00.000Z")
        #expect(read.form.isRecruitingRelated.value == true)
        #expect(read.form.engagementCount.value == 12)
        #expect(read.school == SchoolReference(catalogueID: nil, name: "Elon"))
        #expect(read.coach == CoachReference(key: nil, name: "Ann Lee"))
    }

    @Test func valuesThatFitNoFieldAreErrors() throws {
        let read = try line("X", "2026-01-05", "", "", "perhaps", "many", "more")
        #expect(read.school == nil && read.coach == nil)
        #expect(
            Set((read.problems ?? [:]).keys)
                == ["row", "is_recruiting_related", "engagement_count"])
    }

    @Test(
        "A batch ends before its limit of rows or bytes is passed",
        arguments: [
            (PostImportLimit.batchRowsMax, 1, true), (PostImportLimit.batchRowsMax + 1, 1, false),
            (2, PostImportLimit.batchBytesMax / 2, true),
            (2, PostImportLimit.batchBytesMax / 2 + 1, false),
            (1, PostImportLimit.batchBytesMax + 1, true),
        ])
    func batches(count: Int, bytes: Int, fit: Bool) {
        var batches = PostBatches()
        let full = (1...count).compactMap { batches.add(PostLine(number: $0, bytes: bytes)) }
        #expect(full.map(\.count) == (fit ? [] : [count - 1]))
        #expect(batches.rest()?.count == (fit ? count : 1))
        #expect(batches.rest() == nil)
    }

    @Test func namesAreLookedUpOnceInPartsThatFit() {
        let lines = (0...ImportLimit.batchRowsMax).map { number in
            PostLine(
                number: number, school: SchoolReference(catalogueID: nil, name: "School \(number)"),
                coach: CoachReference(key: nil, name: "Ann Lee"), bytes: 1)
        }
        var references = PostReferences()
        let parts = references.unknown(in: lines + lines)
        #expect(parts.map(\.count) == [ImportLimit.batchRowsMax, 2])
        for reference in parts.joined() {
            references.add(
                .init(errors: ["school": "Unknown", "coach": "Unknown"]), for: reference)
        }
        #expect(references.unknown(in: lines).isEmpty)
        let rows = references.rows(of: lines)
        #expect(rows.count == lines.count && references.unknownCoaches == lines.count)
        #expect(rows.allSatisfy { $0.problems == ["school": "Unknown"] })
    }
}
