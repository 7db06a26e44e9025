import Contracts
import Foundation
import Storage
import Support
import Testing

@testable import Analytics

/// A search finds the posts that a plain walk over all posts finds.
@Suite("posts.search equals a scan")
struct PostSearchScanTests {
    private static let words = [
        "camp", "Camping", "CAMP", "école", "E\u{301}cole", "ecole", "visit", "offer", "off",
        "Zoë", "O'Brien", "Straße", "92.5", "2026", "\u{1F3C8}", "--", "a_b", "x", "1", "2",
    ]
    private static let queries = [
        "camp", "cam", "CAMP off", "ecole", "École visit", "\"camp offer\"", "\"off\"", "zo",
        "o'brien", "o'br", "straße", "92", "\"92 5\" x", "a_b", "1", "2 camp", "elon camp",
        "coach:dora", "coach:zo", "coach:camp", "school:elon", "school:duke camp",
        "school:\"duke uni\" x", "camp type:twitter", "off type:post", "dora", "duke",
        "camp after:2026-02-01", "x before:2026-02-01", "x after:2026-01-20 before:2026-02-05",
    ]

    private let home: AnalyticsHarness
    private let schools: [(id: SchoolID, name: String)]
    private let coaches: [(id: CoachID, name: String)]
    private var numbers = SeededNumbers(seed: 0)

    init() throws {
        let home = try AnalyticsHarness()
        self.home = home
        schools = try ["Duke University", "Elon"].map { (try home.school($0), $0) }
        coaches = try [("Dora", "Camp"), ("Zoë", "Lee")].map {
            (try home.coach($0, $1), "\($0) \($1)")
        }
        try home.settle()
    }

    /// Lower case, without accents, cut at everything that is no letter or digit.
    private static func split(_ text: String) -> [String] {
        let plain = text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func contains(_ text: String, _ term: SearchQuery.Term) -> Bool {
        let (column, words) = (split(text), split(term.text))
        guard !words.isEmpty, column.count >= words.count else { return false }
        return (0...(column.count - words.count)).contains { start in
            words.indices.allSatisfy { index in
                let word = column[start + index]
                return term.isOpen && index == words.count - 1
                    ? word.hasPrefix(words[index]) : word == words[index]
            }
        }
    }

    private func finds(_ query: SearchQuery, _ post: Post) throws -> Bool {
        let days = try query.days(from: CivilDay(daysSince1970: 20_494))
        let day = post.postDate.milliseconds / 86_400_000
        let author = "\(post.authorName ?? "") \(post.authorHandle ?? "")"
        let school = schools.first { $0.id == post.schoolID }?.name ?? ""
        let coach = coaches.first { $0.id == post.coachID }?.name ?? ""
        return (days.first.map { day >= $0.daysSince1970 } ?? true)
            && (days.end.map { day < $0.daysSince1970 } ?? true)
            && (query.types.isEmpty || query.types.contains(.noun(.post))
                || query.types.contains(.word(post.platform.rawValue)))
            && query.terms.allSatisfy { term in
                let columns =
                    switch term.place {
                    case .anywhere: [author, coach, school, post.postContent ?? ""]
                    case .coach: [author, coach]
                    case .school: [school]
                    }
                return columns.contains { Self.contains($0, term) }
            }
    }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
            .joined(separator: " ")
    }

    private mutating func add(
        in family: FamilyID, as person: ServiceFixture.Person
    ) throws -> Post {
        let time = Int64.random(in: 20_465..<20_494, using: &numbers) * 86_400_000
        var form = PostForm(
            platform: Bool.random(using: &numbers) ? "twitter" : "instagram",
            postDate: Instant(milliseconds: time).text)
        form.authorName = FormField(Bool.random(using: &numbers) ? text(2) : nil)
        form.authorHandle = FormField(Bool.random(using: &numbers) ? "@zo_camp" : nil)
        form.postContent = FormField(Bool.random(using: &numbers) ? text(6) : nil)
        if family == home.family {
            form.schoolID = FormField(schools.randomElement(using: &numbers)?.id.text)
            form.coachID = FormField(
                Bool.random(using: &numbers)
                    ? coaches.randomElement(using: &numbers)?.id.text : nil)
        }
        return try home.fixture.call(AddPost.self, form, as: person, in: family).post
    }

    // N-140, N-21, N-22
    @Test(arguments: 0..<3 as Range<UInt64>)
    mutating func aSearchFindsWhatAScanFinds(seed: UInt64) throws {
        numbers = SeededNumbers(seed: seed)
        var posts: [Post] = []
        var others: [Post] = []
        for _ in 0..<4 {
            for _ in 0..<15 {
                posts.append(try add(in: home.family, as: home.player))
                others.append(try add(in: home.other, as: home.stranger))
            }
            var deletions: [(post: Post, operation: OperationID)] = []
            for _ in 0..<4 {
                let place = Int.random(in: posts.indices, using: &numbers)
                let operation = try home.fixture.call(
                    DeletePost.self, .init(id: posts[place].id), as: home.sibling, in: home.family
                ).operationID
                deletions.append((posts.remove(at: place), operation))
            }
            let undone = deletions.removeFirst()
            _ = try home.fixture.call(
                UndoOperation.self, .init(operationID: undone.operation), as: home.player,
                in: home.family)
            posts.append(undone.post)
            if let purged = deletions.first {
                _ = try home.fixture.call(
                    PurgeOperations.self, .init(operationID: purged.operation), as: home.player,
                    in: home.family)
            }
            for person in [home.player, home.sibling, home.parent] {
                try compare(posts, home.family, person)
            }
            try compare(others, home.other, home.stranger)
        }
    }

    private func compare(
        _ posts: [Post], _ family: FamilyID, _ person: ServiceFixture.Person
    ) throws {
        for text in Self.queries {
            let query = try SearchQuery(text)
            let expected = try posts.filter { try finds(query, $0) }
            let found = try home.fixture.call(
                SearchRecords<SearchedPosts>.self,
                SearchRequest(text, timeZone: "UTC", limit: SearchLimit.hitsMax), as: person,
                in: family)
            #expect(found.hits.count == Set(found.hits.map(\.id)).count)
            #expect(
                Set(found.hits.map(\.id.text)) == Set(expected.map(\.id.text)), "\(text)")
        }
    }
}
