extension SocialAnalytics.Response {
    /// The reply as JSON: the same bytes as `JSONCoding.encode`, several times faster.
    public struct Text: Sendable {
        /// The bytes of the JSON.
        public private(set) var bytes: [UInt8]
        /// The position of the value of `as_of`.
        private let asOf: Int

        fileprivate init(bytes: [UInt8], asOf: Int) {
            self.bytes = bytes
            self.asOf = asOf
        }

        /// Returns the same reply with a different `as_of`, at which its figures still hold.
        public func bytes(asOf now: Instant) -> [UInt8] {
            var bytes = bytes
            bytes.replaceSubrange(asOf..<asOf + Instant.textLength, with: now.text.utf8)
            return bytes
        }
    }

    /// Encodes the reply, with keys in alphabetical order.
    public func text() -> Text {
        var json = JSONWriter(capacity: 2_048 + activity.count * 72)
        json.beginObject()
        json.key("activity")
        json.beginArray()
        var heights = HeightTexts()
        for bar in activity { bar.write(to: &json, &heights) }
        json.endArray()
        json.key("after_last_bucket")
        json.integer(afterLastBucket)
        json.key("as_of")
        // Skips the quotation mark.
        let place = json.count + 1
        json.instant(asOf)
        json.key("before_first_bucket")
        json.integer(beforeFirstBucket)
        json.key("bucket")
        json.string(bucket.rawValue)
        json.key("computed_at")
        json.instant(computedAt)
        writeRows(to: &json)
        json.key("skipped")
        json.integer(skipped)
        json.key("stale")
        json.bool(stale)
        json.key("summary")
        summary.write(to: &json)
        json.key("time_zone")
        json.string(timeZone)
        json.key("top_schools")
        json.beginArray()
        for school in topSchools { school.write(to: &json) }
        json.endArray()
        json.endObject()
        return Text(bytes: json.bytes, asOf: place)
    }

    private func writeRows(to json: inout JSONWriter) {
        json.key("platforms")
        json.beginArray()
        for platform in platforms { platform.write(to: &json) }
        json.endArray()
        json.key("range")
        json.string(range.rawValue)
        json.key("recent_recruiting_posts")
        json.beginArray()
        for post in recentRecruitingPosts { post.write(to: &json) }
        json.endArray()
        json.key("sentiment")
        json.beginArray()
        for share in sentiment { share.write(to: &json) }
        json.endArray()
    }
}

extension ActivityBucket {
    fileprivate func write(to json: inout JSONWriter, _ heights: inout HeightTexts) {
        json.beginObject()
        json.piece("\"count\":")
        json.integer(count)
        json.piece(",\"date\":")
        json.string(date)
        json.piece(",\"height\":")
        heights.write(height, to: &json)
        json.piece(",\"label\":")
        json.string(label)
        json.endObject()
    }
}

/// Encodes the heights of bars, remembering the text of some: many bars have the same height, and
/// formatting a fraction takes longer than the rest of a bar.
private struct HeightTexts {
    /// The maximum number of remembered heights.
    static let rememberedMax = 12

    private var known: [(height: Double, text: [UInt8])] = []

    mutating func write(_ height: Double, to json: inout JSONWriter) {
        if let same = known.first(where: { $0.height == height }) {
            return json.raw(json: same.text)
        }
        guard known.count < Self.rememberedMax else { return json.number(height) }
        var text = JSONWriter()
        text.number(height)
        known.append((height, text.bytes))
        json.raw(json: text.bytes)
    }
}

extension PlatformCount {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("count")
        json.integer(count)
        json.key("label")
        json.string(label)
        json.key("platform")
        json.string(platform.rawValue)
        json.endObject()
    }
}

extension SentimentShare {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("count")
        json.integer(count)
        json.key("label")
        json.string(label)
        json.key("of")
        json.integer(of)
        json.key("percentage")
        json.number(percentage)
        json.key("type")
        json.string(type.rawValue)
        json.endObject()
    }
}

extension AnalyticsSummary {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("active_schools")
        json.integer(activeSchools)
        json.key("analyzed_posts")
        json.integer(analyzedPosts)
        json.key("positive_percentage")
        json.integer(positivePercentage)
        json.key("positive_posts")
        json.integer(positivePosts)
        json.key("recruiting_percentage")
        json.integer(recruitingPercentage)
        json.key("recruiting_posts")
        json.integer(recruitingPosts)
        json.key("total_posts")
        json.integer(totalPosts)
        json.endObject()
    }
}

extension SchoolActivity {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("id")
        json.identifier(id)
        json.key("name")
        json.string(name)
        json.key("post_count")
        json.integer(postCount)
        json.key("rank")
        json.integer(rank)
        json.endObject()
    }
}
