import Contracts
import DataServiceKit
import Foundation
import Storage
import Support
import Testing

@testable import Analytics

/// The figures equal a recomputation over the posts, whatever came, went and came back, in every
/// range and zone, around changes of the clock.
@Suite struct FigurePropertyTests {
    /// Data sets; four rounds of changes each, with three questions each.
    static let sets = Int(ProcessInfo.processInfo.environment["COMPASS_FIGURE_SETS"] ?? "") ?? 260

    // SA-05, SA-07, SA-08, SA-10, SA-11, SA-13, SA-14, SA-17, SA-18, SA-21, SA-24, SA-25, SA-26,
    // SA-28, SA-37, T-02, T-03, T-04, T-05, T-06, T-10, T-14
    @Test func figuresEqualARecomputation() throws {
        let harness = try AnalyticsHarness()
        var asked = 0
        var kept = 0
        for number in 0..<Self.sets {
            var scene = try RandomScene(harness, seed: UInt64(number) &* 7_919 &+ 11)
            for _ in 0..<4 {
                for _ in 0..<3 {
                    if try scene.compare() { kept += 1 }
                    asked += 1
                }
                try scene.change()
            }
            if number % 40 == 0 { try scene.recountKinds() }
        }
        print("figures: \(asked) questions, \(kept) of them also answered from the cache later")
        #expect(asked >= 12 * Self.sets)
        #expect(kept > asked / 20)
    }
}

/// A family with random posts, as the service has them and as the test does.
private struct RandomScene {
    let harness: AnalyticsHarness
    let family: FamilyID
    let person: ServiceFixture.Person
    var chance: RandomPosts
    let zone: TimeZone
    let now: Instant
    var schools: [SchoolID] = []
    var names: [SchoolID: String] = [:]
    var posts: [FigureOracle.RawPost] = []
    var deleted: [(operation: OperationID, posts: [FigureOracle.RawPost])] = []
    var imports: [(operation: OperationID, urls: Set<String>)] = []
    var cascades: [(operation: OperationID, school: SchoolID, posts: [FigureOracle.RawPost])] = []
    var count = 0

    init(_ harness: AnalyticsHarness, seed: UInt64) throws {
        self.harness = harness
        chance = RandomPosts(random: SeededNumbers(seed: seed))
        family = FamilyID(high: 0xFB, low: seed)
        person = .init([family: .player])
        zone = chance.zone()
        now = chance.now(in: zone)
        for number in 0..<Int(chance.number(0...9)) {
            // Two schools may share a name.
            let name = "School \(["b", "A", "c", "B"][number % 4])"
            let id = try harness.school(name, of: family)
            schools.append(id)
            names[id] = name
        }
        try harness.settle()
        let sizes: [Int64] = [0, 1, 6, 40, 420]
        try add(Int(sizes[Int(chance.number(0...4))]))
    }

    // MARK: Changing

    mutating func add(_ size: Int) throws {
        guard size > 0 else { return }
        let news = chance.dates(size, now: now, zone: zone).map { post(at: $0) }
        let forms = news.map(form)
        let (_, summary) = try harness.importPosts(
            forms, batch: Int(chance.number(1...Int64(max(size, 1)))) + 40, in: family, as: person)
        #expect(summary.new == size)
        posts += news
        if let operation = summary.operationID {
            imports.append((operation, Set(news.map(\.url))))
        }
    }

    private mutating func post(at date: Instant) -> FigureOracle.RawPost {
        count += 1
        let gone = Set(cascades.map(\.school))
        let named = schools.filter { names[$0] != nil && !gone.contains($0) }
        return FigureOracle.RawPost(
            url: "https://x.example/status/\(count)", date: date,
            platform: chance.isTrue(0.6) ? .twitter : .instagram,
            isRecruiting: chance.isTrue(0.2),
            sentiment: chance.isTrue(0.8)
                ? Sentiment.allCases.randomElement(using: &chance.random) : nil,
            school: chance.isTrue(0.85) ? named.randomElement(using: &chance.random) : nil)
    }

    private func form(_ post: FigureOracle.RawPost) -> PostForm {
        var form = PostForm(platform: post.platform.rawValue, postDate: post.date.text)
        form.postURL = FormField(post.url)
        form.isRecruitingRelated = FormField(post.isRecruiting)
        form.sentiment = FormField(post.sentiment?.rawValue)
        form.schoolID = FormField(post.school?.text)
        return form
    }

    mutating func change() throws {
        switch chance.number(0...7) {
        case 6: try cascade()
        case 7: try undoCascade()
        case 0: try delete()
        case 1: try undoDeletion()
        case 2: try undoImport()
        case 3: try rename()
        case 4: try add(Int(chance.number(1...30)))
        default:
            try add(3)
            try delete()
        }
    }

    private mutating func delete() throws {
        let listed = try harness.fixture.call(
            ListPosts.self, .init(), as: person, in: family)
        #expect(listed.total == posts.count)
        try countWindow()
        for post in listed.posts.prefix(60) where chance.isTrue(0.3) {
            let answer = try harness.fixture.call(
                DeletePost.self, .init(id: post.id), as: person, in: family)
            deleted.append((answer.operationID, posts.filter { $0.url == post.postURL }))
            posts.removeAll { $0.url == post.postURL }
        }
    }

    /// A list counts its rows by the rollups, whatever its window and filters.
    private mutating func countWindow() throws {
        guard let one = posts.randomElement(using: &chance.random)?.date,
            let other = posts.randomElement(using: &chance.random)?.date
        else { return }
        let (since, until) = (min(one, other), max(one, other))
        var request = ListPosts.Request()
        request[.since] = since.text
        request[.until] = until.text
        let keeps = filter(&request)
        let total = posts.count { since <= $0.date && $0.date <= until && keeps($0) }
        for limit in [1, nil] {
            request.limit = FormField(limit)
            let listed = try harness.fixture.call(ListPosts.self, request, as: person, in: family)
            #expect(listed.total == total)
            #expect(listed.posts.count == min(total, limit ?? total))
        }
    }

    /// Sets some filters or none. Returns whether they keep a post.
    private mutating func filter(
        _ request: inout ListPosts.Request
    ) -> (FigureOracle.RawPost) -> Bool {
        let onlyRecruiting = chance.isTrue(0.3)
        if onlyRecruiting { request[.recruiting] = "true" }
        let platforms = Set(SocialPlatform.allCases.filter { _ in chance.isTrue(0.3) })
        request[.platform] = platforms.map(\.rawValue).joined(separator: ",")
        let sentiments = Set(Sentiment.allCases.filter { _ in chance.isTrue(0.2) })
        request[.sentiment] = sentiments.map(\.rawValue).joined(separator: ",")
        // A school that the family does not have has no posts.
        let strange = SchoolID(high: 9, low: 9)
        let school =
            chance.isTrue(0.3) ? schools.randomElement(using: &chance.random) ?? strange : nil
        if let school { request[.schoolID] = school.text }
        return { post in
            (!onlyRecruiting || post.isRecruiting)
                && (platforms.isEmpty || platforms.contains(post.platform))
                && (sentiments.isEmpty || post.sentiment.map(sentiments.contains) == true)
                && (school == nil || post.school == school)
        }
    }

    /// The migration that introduced kinds counts those that are kept since.
    func recountKinds() throws {
        let (kept, counted) = try harness.fixture.service.database.write { [family] transaction in
            let tables = ["rollups", "quarter_rollups"]
            func kinds() throws -> [[UInt8]] {
                try tables.flatMap { table in
                    try transaction.rows("SELECT kinds FROM \(table) ORDER BY key") { $0.blob(0) }
                }
            }
            let kept = try kinds()
            for table in tables {
                try transaction.execute("UPDATE \(table) SET kinds = x'' WHERE key >= 0")
            }
            for number in 1...(try Family.make(family, transaction).no) {
                try Migration.countKinds(of: number, transaction)
            }
            return (kept, try kinds())
        }
        #expect(kept == counted)
    }

    private mutating func undoDeletion() throws {
        let gone = Set(cascades.map(\.school))
        while let last = deleted.popLast(), chance.isTrue(0.7) {
            let isObstructed = last.posts.contains { $0.school.map(gone.contains) == true }
            guard !isObstructed else { continue }
            let answer = try harness.fixture.call(
                UndoOperation.self, .init(operationID: last.operation), as: person, in: family)
            #expect(answer.restored == [DeletePost.table: 1])
            posts += last.posts
        }
    }

    private mutating func undoImport() throws {
        guard let last = imports.popLast() else { return }
        let answer = try harness.fixture.call(
            UndoOperation.self, .init(operationID: last.operation), as: person, in: family)
        let gone = posts.filter { last.urls.contains($0.url) }
        #expect(answer.removed == [DeletePost.table: gone.count])
        posts.removeAll { last.urls.contains($0.url) }
    }

    /// A school is deleted at its own service: its posts go along.
    private mutating func cascade() throws {
        let gone = Set(cascades.map(\.school))
        let school = schools.filter { !gone.contains($0) }.randomElement(using: &chance.random)
        guard let school else { return }
        let operation = OperationID(high: 0xDE, low: chance.random.next())
        try harness.coaches.appendDeletion(operation, of: school, in: family, by: nil)
        try harness.settle()
        cascades.append((operation, school, posts.filter { $0.school == school }))
        posts.removeAll { $0.school == school }
    }

    private mutating func undoCascade() throws {
        guard let last = cascades.popLast() else { return }
        try harness.coaches.append(DeletionFeed.undone, last.operation, in: family)
        try harness.settle()
        posts += last.posts
    }

    private mutating func rename() throws {
        guard let school = schools.randomElement(using: &chance.random) else { return }
        if chance.isTrue(0.3) {
            names[school] = nil
            try harness.coaches.append(
                CoachesFeed.schoolsRemoved,
                CoachesFeed.RemovedPayload(familyUnitID: family, ids: [school.text]))
        } else {
            names[school] = "Renamed \(chance.number(0...3))"
            try harness.school(names[school] ?? "", id: school, of: family)
        }
        try harness.settle()
    }

    // MARK: Comparing

    /// Asks a random question; whether the answer was also given again later.
    mutating func compare() throws -> Bool {
        let range = AnalyticsRange.allCases.randomElement(using: &chance.random) ?? .all
        let reader = chance.isTrue(0.7) ? zone : chance.zone()
        let now = chance.isTrue(0.6) ? now : chance.now(in: reader)
        let found = try harness.computed(
            range, zone: reader.identifier, now: now, in: family)
        check(found.response, range, reader, now)
        #expect(found.bytes == (try JSONCoding.encode(found.response)))
        // What the cache gives out later must be what is right then.
        let later = Instant(
            milliseconds: now.milliseconds
                + [1, 60_000, 3_600_000, 80_000_000][Int(chance.number(0...3))])
        let question = AnswerCache.Question(
            family: family,
            input: try SocialAnalytics.Request(range: range, timeZone: reader.identifier)
                .validated())
        guard let bytes = harness.cache.answer(question, now: later) else { return false }
        var kept = try JSONCoding.decodeResponse(SocialAnalytics.Response.self, from: bytes)
        #expect(kept.asOf == later)
        #expect(kept.computedAt == now)
        kept.computedAt = later
        check(kept, range, reader, later)
        return true
    }

    private func check(
        _ response: SocialAnalytics.Response, _ range: AnalyticsRange, _ zone: TimeZone,
        _ now: Instant
    ) {
        let oracle = FigureOracle(posts: posts, names: names, range: range, zone: zone, now: now)
        let (expected, recent, dates) = oracle.expected
        var bare = response
        bare.recentRecruitingPosts = []
        let place = "\(range) \(zone.identifier) \(now), \(posts.count) posts"
        #expect(bare == expected, "\(place)")
        #expect(response.recentRecruitingPosts.map(\.postDate) == dates, "\(place)")
        #expect(
            Set(response.recentRecruitingPosts.compactMap(\.postURL)).isSubset(of: recent),
            "\(place)")
        let sum = response.activity.reduce(0) { $0 + $1.count }
        #expect(
            response.beforeFirstBucket + sum + response.afterLastBucket
                == response.summary.totalPosts, "\(place)")
    }
}
