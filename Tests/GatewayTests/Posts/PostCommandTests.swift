import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// `posts …` against a scripted service that judges each row as analytics does.
@Suite struct PostCommandTests {
    private static let importID: OperationID = Fixture.id(0x1a1a_0009)
    private static let post: Post = {
        var post = Post(
            id: Fixture.id(0xabcd_0001), familyUnitID: Fixture.familyID, platform: .twitter,
            postDate: Instant(text: "2026-02-03T19:15:00Z") ?? .earliest,
            createdBy: Fixture.playerID, createdAt: Fixture.created)
        post.postContent = "Camp\u{1B}[2J is open"
        post.authorHandle = "fict"
        post.isRecruitingRelated = true
        post.sentiment = .veryPositive
        post.schoolID = Fixture.dukeID
        return post
    }()

    /// What the scripted service was told of rows, in their order.
    private final class Seen: Sendable {
        let rows = Mutex<[PostImportRow]>([])
        let checks = Mutex<[Bool]>([])
    }

    private func harness(_ seen: Seen = Seen()) throws -> CompassHarness {
        try CompassHarness.signedIn { Self.answer(to: $0, seen) }
    }

    private static func answer(to call: OutgoingCall, _ seen: Seen) -> Outcome {
        switch call.operation {
        case ListPosts.name:
            return Fixture.answer(
                ListPosts.Response([post], total: 1))
        case FindPosts.name: return Fixture.answer(FindPosts.Response(posts: [post]))
        case DeletePost.name:
            return Fixture.answer(
                DeletePost.Response(
                    deleted: ["social_media_posts": 1], message: "Post deleted",
                    operationID: importID))
        case ImportPosts.name: return judge(call, seen)
        case FinishPostImport.name:
            let rows = seen.rows.withLock { $0 }
            let rejected = rows.compactMap(refusal)
            let isCheck = seen.checks.withLock { $0.last ?? false }
            return Fixture.answer(
                FinishPostImport.Response(
                    operationID: importID, new: rows.count - rejected.count, duplicates: 0,
                    rejected: rejected.count, isCheck: isCheck, rejectedRows: rejected))
        case DiscardPostImport.name:
            return Fixture.answer(ImportDiscard.Response(discarded: true))
        case AddSchool.name: return Fixture.answer(AddSchool.Response(Fixture.schools[0]))
        case ResolveReferences.name: return resolve(call)
        default: return Fixture.script(call)
        }
    }

    private static func judge(_ call: OutgoingCall, _ seen: Seen) -> Outcome {
        guard
            let batch = try? JSONCoding.decodeRequest(
                ImportPosts.Request.self, from: call.payload)
        else { return Fixture.refusal(.validationFailed, "no batch") }
        if batch.number == 1 {
            seen.checks.withLock { $0.append(batch.check ?? false) }
            seen.rows.withLock { $0 = [] }
        }
        seen.rows.withLock { $0 += batch.rows }
        return Fixture.answer(
            PostVerdicts(
                importID: importID, number: batch.number,
                rejected: batch.rows.compactMap(refusal)))
    }

    private static func refusal(_ row: PostImportRow) -> RefusedRow? {
        if let problems = row.problems { return RefusedRow(line: row.line, errors: problems) }
        do throws(ServiceError) {
            _ = try row.form.validated()
            return nil
        } catch {
            return RefusedRow(line: row.line, errors: error.errors)
        }
    }

    private static func resolve(_ call: OutgoingCall) -> Outcome {
        Fixture.resolving(call) { reference in
            if reference.coach != nil { return .init(errors: ["coach": "none"]) }
            return reference.school?.catalogueID == "198419"
                ? .init(schoolID: Fixture.dukeID)
                : .init(errors: ["school": "Your family follows no such school"])
        }
    }

    private func file(_ harness: CompassHarness, _ text: String, _ name: String) throws -> String {
        try harness.folder.makeFile(name, Array(text.utf8))
    }

    private let good = #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z"}"#

    // MARK: Showing

    // SA-15, SA-29, SA-30, T-08
    @Test func theFeedIsATable() throws {
        let harness = try harness()
        let ran = harness.run(
            "posts list --recruiting --tz America/New_York",
            traits: TerminalTraits(isTerminal: true, columns: 140))
        #expect(ran.out.contains("Feb 3, 2026, 2:15 PM"))
        #expect(ran.out.contains("@fict") && ran.out.contains("Unknown School"))
        #expect(ran.out.contains("Very Positive") && ran.out.contains("1 post found"))
        #expect(!ran.out.contains("\u{1B}[2J"))
        let request = harness.transport.seen.first { $0.operation == ListPosts.name }
        let sent = String(decoding: request?.payload ?? [], as: UTF8.self)
        #expect(sent.contains(#""recruiting":true"#))
        let names = harness.run("posts list -o name")
        #expect(names.out == "\(Self.post.id)\n")
    }

    // N-164
    @Test func badAndMissingValuesOfAPostAreNamedTogether() throws {
        let harness = try harness()
        let ran = harness.run("posts add --sentiment great --engagement -1")
        #expect(ran.code == .invalid)
        for words in ["--sentiment: \"great\"", "--engagement: \"-1\"", "Missing: --platform."] {
            #expect(ran.err.contains(words), "\(ran.err)")
        }
        let json = harness.run("posts add --sentiment great --json")
        #expect(json.out.contains(#""platform":"\#(PostForm.Refusal.platform)""#), "\(json.out)")
        let given = harness.run("posts add --platform twitter --sentiment great")
        #expect(!given.err.contains("Missing"), "\(given.err)")
    }

    @Test func deletingAsksAndNamesThePost() throws {
        let harness = try harness()
        #expect(harness.run("posts delete abcd0001").code == .usage)
        let ran = harness.run("posts delete \(Self.post.id) --yes")
        #expect(ran.out == "Post deleted\n")
        #expect(ran.err.contains("Undo: compass undo \(Self.importID)"))
    }

    // MARK: Importing

    @Test func badLinesAreRefusedOneByOne() throws {
        let seen = Seen()
        let harness = try harness(seen)
        let long = String(repeating: "x", count: 1_048_576)
        let lines = [
            good, "{\"platform\":", good.replacing("twitter", with: "myspace"),
            good.replacing("02-03", with: "02-30"), "",
            #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","post_content":"\#(long)"}"#,
            #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","post_content":"a\u0000"}"#,
            #"{"platform":"twitter","platform":"twitter"}"#, "[1]", "7",
            #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","post_content":5}"#,
            #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","school_unitid":"1"}"#,
            #"{"platform":"twitter","post_date":"2026-02-03T12:00:00Z","flagged":true}"#,
        ]
        let path = try file(harness, lines.joined(separator: "\n"), "posts.jsonl")
        let ran = harness.run("posts import", path)
        #expect(ran.code == .invalid)
        #expect(ran.out == "2 posts imported, 0 duplicates, 10 lines refused\n")
        let rows = seen.rows.withLock { $0 }
        #expect(rows.map(\.line) == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13])
        let refused = Dictionary(
            uniqueKeysWithValues: rows.compactMap(Self.refusal).map { ($0.line, $0.errors) })
        #expect(refused[2]?["row"]?.contains("not valid JSON") == true)
        #expect(refused[3] == ["platform": PostForm.Refusal.platform])
        #expect(refused[4] == ["post_date": PostForm.Refusal.date])
        #expect(refused[6]?["row"]?.contains("longer") == true)
        #expect(refused[7]?["row"]?.contains("U+0000") == true)
        #expect(refused[8]?["row"]?.contains("appears twice") == true)
        #expect(refused[9] == ["row": "The line is not a JSON object"])
        #expect(refused[11] == ["post_content": "Expected a text, not a number"])
        #expect(refused[12] == ["school": "Your family follows no such school"])
        #expect(ran.err.contains("line 4: refused: Date and time: " + PostForm.Refusal.date))
        #expect(ran.err.contains("Not imported: flagged"))
        #expect(ran.err.contains("Undo: compass undo"))
    }

    @Test func aStrictImportLooksFirstAndTakesNothingOfABadFile() throws {
        let seen = Seen()
        let harness = try harness(seen)
        let bad = try file(harness, good + "\n{}\n", "bad.jsonl")
        let refused = harness.run("posts import", bad, "--strict --json")
        #expect(refused.code == .invalid)
        #expect(refused.out.contains("1 of 2 lines are refused; nothing was imported"))
        #expect(refused.out.contains("line 2: platform"))
        #expect(seen.checks.withLock { $0 } == [true])
        let fine = try file(harness, good + "\n", "fine.jsonl")
        let taken = harness.run("posts import", fine, "--strict")
        #expect(taken.code == .success)
        #expect(seen.checks.withLock { $0 } == [true, true, false])
    }

    /// The lines are read twice and counted once.
    @Test func aStrictImportCountsEachLineOnce() throws {
        let harness = try harness()
        let line = good.dropLast() + #","coach":"Pat Doyle"}"#
        let path = try file(harness, line + "\n" + line + "\n", "posts.jsonl")
        let ran = harness.run("posts import", path, "--strict")
        #expect(ran.code == .success)
        #expect(ran.err.contains("Lines imported without their coach, who is unknown: 2"))
    }

    /// Schools are added only when the whole file was found right, and then they are the posts'.
    @Test(arguments: [true, false])
    func aStrictImportAddsSchoolsOnceItIsCertain(isRight: Bool) throws {
        let seen = Seen()
        let harness = try harness(seen)
        let lines = [good.dropLast() + #","catalogue_id":"7"}"#, isRight ? "" : "{}"]
        let path = try file(harness, lines.joined(separator: "\n"), "posts.jsonl")
        let ran = harness.run("posts import", path, "--strict --add-schools")
        #expect(ran.code == (isRight ? .success : .invalid), "\(ran.err)")
        let added = harness.transport.seen.filter { $0.operation == AddSchool.name }
        #expect(added.map(\.isDryRun) == (isRight ? [true, false] : [true]))
        let school = seen.rows.withLock { $0.first?.form.schoolID.value }
        #expect(school == (isRight ? Fixture.schools[0].id.text : nil))
    }

    @Test func aRehearsalIsGivenUp() throws {
        let seen = Seen()
        let harness = try harness(seen)
        let path = try file(harness, good + "\n", "posts.jsonl")
        let ran = harness.run("posts import", path, "--dry-run")
        #expect(ran.code == .success && !ran.err.contains("Undo"))
        #expect(seen.checks.withLock { $0 } == [true])
        #expect(harness.transport.seen.last?.operation == DiscardPostImport.name)
    }

    @Test func sheetsAreReadByTheirColumns() throws {
        let seen = Seen()
        let harness = try harness(seen)
        let text = """
            Network,Posted At,Link,Text,Unitid,Coach,Recruiting,Likes,Colour
            X,2/3/2026 2:15 PM,https://x.example/1,"a, b",198419,Pat Doyle,yes,4,red
            IG,2026-02-03,,,,,maybe,4,red
            ig,2026-02-03,,,,,,many,red
            """
        let path = try file(harness, text, "posts.csv")
        let ran = harness.run("posts import", path, "--tz America/New_York")
        #expect(ran.code == .invalid)
        let rows = seen.rows.withLock { $0 }
        #expect(rows[0].form.platform.value == "twitter" && rows[0].problems == nil)
        #expect(rows[0].form.postDate.value == "2026-02-03T19:15:00.000Z")
        #expect(rows[0].form.schoolID.value == Fixture.dukeID.text)
        #expect(rows[0].form.coachID.value == nil)
        #expect(rows[0].form.isRecruitingRelated.value == true)
        #expect(rows[0].form.engagementCount.value == 4)
        #expect(rows[1].form.platform.value == "instagram")
        #expect(rows[1].problems == ["is_recruiting_related": PostForm.Refusal.recruiting])
        #expect(rows[2].problems == ["engagement_count": PostForm.Refusal.engagement])
        #expect(ran.err.contains("Lines imported without their coach, who is unknown: 1"))
    }

    @Test func aFileThatCannotBeReadNamesItself() throws {
        let harness = try harness()
        for words in [["/no/such.jsonl"], ["/dev/null"], [harness.folder.path("")]] {
            let ran = harness.run(words: ["posts", "import"] + words + ["--json"])
            #expect(ran.code == .invalid && ran.out.contains("\"file\""), "\(ran.out)")
        }
        #expect(harness.run("posts import - --strict").code == .usage)
    }

    // What is said of columns does not go unheard where there are none.
    @Test(arguments: ["map a=b", "map-value sentiment:Gut=positive", "sheet Posts"])
    func jsonLinesHaveNoColumns(flag: String) throws {
        let harness = try harness()
        let path = try file(harness, good + "\n", "posts.jsonl")
        let ran = harness.run("posts import", path, "--\(flag)")
        #expect(ran.code == .usage)
        let name = flag.prefix { $0 != " " }
        #expect(ran.err.contains("--\(name) needs a table"), "\(ran.err)")
        #expect(!harness.transport.seen.contains { $0.operation == ImportPosts.name })
    }

    @Test func linesGoInBatches() throws {
        let seen = Seen()
        let harness = try harness(seen)
        let count = PostImportLimit.batchRowsMax * 2 + 1
        let path = try file(
            harness, Array(repeating: good, count: count).joined(separator: "\n"), "posts.jsonl")
        #expect(harness.run("posts import", path).code == .success)
        #expect(seen.rows.withLock { $0.count } == count)
        #expect(harness.transport.seen.count { $0.operation == ImportPosts.name } == 3)
    }
    @Test func aBatchThatCameTooEarlyIsSentAgain() throws {
        let seen = Seen()
        let refusedOnce = Mutex(false)
        let harness = try CompassHarness { call in
            let batch = try? JSONCoding.decodeRequest(
                ImportPosts.Request.self, from: call.payload)
            let isEarly =
                call.operation == ImportPosts.name && batch?.number == 3
                && refusedOnce.withLock { refused in
                    defer { refused = true }
                    return !refused
                }
            guard !isEarly else { return Fixture.refusal(.conflict, "Batch 2 comes next") }
            return Self.answer(to: call, seen)
        }
        try harness.signIn()
        let count = PostImportLimit.batchRowsMax * 3
        let path = try file(
            harness, Array(repeating: good, count: count).joined(separator: "\n"), "posts.jsonl")
        #expect(harness.run("posts import", path).code == .success)
        #expect(seen.rows.withLock { $0.map(\.line) } == Array(1...count))
        let keys = harness.transport.seen.filter { $0.operation == ImportPosts.name }
            .map(\.idempotencyKey)
        #expect(keys.count == 4 && keys[2] == keys[3])
    }
}
