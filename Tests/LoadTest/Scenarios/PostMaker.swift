import Contracts

/// Makes posts with a seed: over three years, more of them lately, as people's feeds are.
struct PostMaker {
    /// How far the data set goes back, in milliseconds.
    static let span = 1_095 * PostModel.day
    /// Rows of one request while a data set is loaded.
    static let batchRows = 1_000

    private var numbers: SeededSequence
    private let newest: Int64
    private let schools: [SchoolID]
    private let distance: Int64
    private var made: Int64 = 0

    /// Makes so many posts of a family; the newest is a minute old at `now`.
    init(_ count: Int, at now: Int64, schools: [SchoolID], seed: UInt64) {
        numbers = SeededSequence(seed: seed)
        newest = now - 60_000
        self.schools = schools
        distance = max(PostMaker.span / Int64(max(count, 1)), 1)
    }

    /// The next post, each older than the one before.
    mutating func next() -> (row: PostModel.Row, json: String) {
        let date = newest - made * distance
        made += 1
        let sentiment = numbers.below(Sentiment.allCases.count + 1)
        let row = PostModel.Row(
            date: date, isInstagram: numbers.below(3) == 0, isRecruiting: numbers.below(4) == 0,
            sentiment: sentiment < Sentiment.allCases.count ? Int8(sentiment) : nil)
        let school = schools[numbers.below(schools.count)]
        return (row, PostMaker.json(row, school: school, engagement: numbers.below(5_000)))
    }

    /// A post's form, written by hand: there are millions.
    static func json(_ row: PostModel.Row, school: SchoolID, engagement: Int) -> String {
        let platform = row.isInstagram ? "instagram" : "twitter"
        let date = Instant(milliseconds: row.date).text
        let sentiment = row.sentiment.map { "\"\(Sentiment.allCases[Int($0)].rawValue)\"" }
        return """
            {"engagement_count":\(engagement),"is_recruiting_related":\(row.isRecruiting),\
            "platform":"\(platform)","post_content":"Camp registration is open, link in bio",\
            "post_date":"\(date)","school_id":"\(school.text)","sentiment":\(sentiment ?? "null")}
            """
    }

    /// A request of `posts.import` with these posts.
    static func batch(_ posts: [String], importID: OperationID?, number: Int) -> [UInt8] {
        let rows = posts.enumerated().map { "{\"form\":\($0.element),\"line\":\($0.offset + 1)}" }
        let id = importID.map { "\"\($0.text)\"" } ?? "null"
        let body = rows.joined(separator: ",")
        return Array("{\"import_id\":\(id),\"number\":\(number),\"rows\":[\(body)]}".utf8)
    }
}
