import Contracts
import Foundation
import ServiceKit

/// Generated posts of a family over the last 400 days, newest first, in batches of an import. A few
/// schools have most of the posts.
struct PostRows {
    /// The number of schools that posts refer to.
    static let schools: UInt64 = 40
    private static let span: Int64 = 400 * 86_400_000
    private static let sentiments = ["very_positive", "positive", "neutral", "negative"]

    let family: Int
    let count: Int
    private var next = 0
    private var state: UInt64
    private let newest = ProcessClock().now().milliseconds

    init(family: Int, count: Int) {
        self.family = family
        self.count = count
        state = UInt64(family) &* 0x9E37_79B9_7F4A_7C15
    }

    private mutating func random(_ limit: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % limit
    }

    /// The rows of the next batch as a JSON array, or `nil` at the end.
    mutating func nextBatch() -> [UInt8]? {
        guard next < count else { return nil }
        var json = JSONWriter(capacity: 524_288)
        json.beginArray()
        for _ in 0..<min(PostSystem.batch, count - next) {
            next += 1
            write(to: &json)
        }
        json.endArray()
        return json.bytes
    }

    /// The next lines of an import file, or `nil` at the end. Posts refer to schools by
    /// `schoolName`.
    mutating func nextLines() -> [UInt8]? {
        guard next < count else { return nil }
        var lines: [UInt8] = []
        for _ in 0..<min(PostSystem.batch, count - next) {
            next += 1
            var json = JSONWriter(capacity: 512)
            writeForm(to: &json) {
                $0.key("school"); $0.string(Self.schoolName($1))
            }
            lines += json.bytes + [UInt8(ascii: "\n")]
        }
        return lines
    }

    /// The next post as a request of `posts.add`, or `nil` at the end.
    mutating func nextForm() -> [UInt8]? {
        guard next < count else { return nil }
        next += 1
        var json = JSONWriter(capacity: 512)
        writeForm(to: &json)
        return json.bytes
    }

    static func schoolName(_ number: UInt64) -> String { "Bench College \(number)" }

    /// The id of a seeded school.
    static func schoolID(_ number: UInt64, of family: Int) -> SchoolID {
        SchoolID(high: UInt64(family), low: number + 16)
    }

    private mutating func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("form")
        writeForm(to: &json)
        json.member("line", next)
        json.endObject()
    }

    /// Writes a form that refers to its school by the id.
    private mutating func writeForm(to json: inout JSONWriter) {
        let family = family
        writeForm(to: &json) {
            $0.key("school_id")
            $0.identifier(Self.schoolID($1, of: family))
        }
    }

    private mutating func writeForm(
        to json: inout JSONWriter, school write: (inout JSONWriter, UInt64) -> Void
    ) {
        let date = newest - Self.span / Int64(count) * Int64(next) - Int64(random(60_000))
        json.beginObject()
        json.member("author_handle", "fict_\(random(500))")
        json.member("author_name", "Paolo Pryorvale")
        json.member("engagement_count", Int(random(100)))
        json.member("is_recruiting_related", random(5) == 0)
        json.member("platform", random(3) == 0 ? "instagram" : "twitter")
        json.member(
            "post_content",
            "Bus leaves at 18:00 for the road series, game \(next). Good luck to all on the team.")
        json.member("post_date", Instant(milliseconds: date))
        json.member("post_url", "https://social.example/twitter/fict/status/\(900_000_000 - next)")
        if random(10) > 0 {
            // The product of two random numbers is small more often than large.
            write(&json, random(Self.schools) * random(Self.schools) / Self.schools + 1)
        }
        if random(8) > 0 {
            json.member("sentiment", Self.sentiments[Int(random(4))])
        }
        json.endObject()
    }
}

/// The batches of a family's import, encoded on demand or in advance.
struct PostBatches {
    let family: Int
    let count: Int
    private var rows: PostRows
    private var written: [[UInt8]] = []

    init(_ rows: PostRows) {
        family = rows.family
        count = rows.count
        self.rows = rows
    }

    /// Encodes all batches now.
    func prepared() -> PostBatches {
        var prepared = self
        while let next = prepared.rows.nextBatch() { prepared.written.append(next) }
        prepared.written.reverse()
        return prepared
    }

    /// The request of the next batch, or `nil` at the end.
    mutating func next(_ importID: OperationID?, number: Int) -> [UInt8]? {
        guard let rows = written.popLast() ?? rows.nextBatch() else { return nil }
        let id = importID.map { "\"import_id\":\"\($0.text)\"," } ?? ""
        return Array("{\(id)\"number\":\(number),\"rows\":".utf8) + rows + [UInt8(ascii: "}")]
    }
}
