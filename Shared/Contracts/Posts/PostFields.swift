/// The fields of a post form within the JSON of a batch.
struct PostFields {
    /// The fields; those with text values come first.
    enum Field: Int {
        case schoolID, coachID, platform, postURL, postContent, postDate, authorName
        case authorHandle, sentiment
        case recruiting, engagement
    }

    private static let textCount = 9

    private var begun: UInt16 = 0
    private var given: UInt16 = 0
    private var texts = InlineArray<9, JSONTextPlace>(repeating: JSONTextPlace())
    var isRecruitingRelated: Bool?
    var engagementCount: Int?

    /// Returns the field with this name.
    static func field(named key: JSONTextPlace, _ bytes: Span<UInt8>) -> Field? {
        switch key.count {
        case 8:
            if key.isText("platform", bytes) { return .platform }
            if key.isText("post_url", bytes) { return .postURL }
            return key.isText("coach_id", bytes) ? .coachID : nil
        case 9:
            if key.isText("post_date", bytes) { return .postDate }
            if key.isText("school_id", bytes) { return .schoolID }
            return key.isText("sentiment", bytes) ? .sentiment : nil
        case 11: return key.isText("author_name", bytes) ? .authorName : nil
        case 12: return key.isText("post_content", bytes) ? .postContent : nil
        case 13: return key.isText("author_handle", bytes) ? .authorHandle : nil
        case 16: return key.isText("engagement_count", bytes) ? .engagement : nil
        case 21: return key.isText("is_recruiting_related", bytes) ? .recruiting : nil
        default: return nil
        }
    }

    /// Records that a field occurred; returns false if it had occurred before.
    mutating func begin(_ field: Field) -> Bool {
        let mark: UInt16 = 1 << UInt16(field.rawValue)
        defer { begun |= mark }
        return begun & mark == 0
    }

    mutating func set(_ field: Field, _ text: JSONTextPlace) {
        texts[field.rawValue] = text
        given |= 1 << UInt16(field.rawValue)
    }

    private func text(_ field: Field) -> JSONTextPlace? {
        given & 1 << UInt16(field.rawValue) == 0 ? nil : texts[field.rawValue]
    }

    // MARK: Reading

    /// Returns the form; nil if a text is invalid.
    func form(_ bytes: Span<UInt8>) -> PostForm? {
        var isReadable = true
        func field(_ field: Field) -> FormField<String> {
            guard let place = text(field) else { return FormField(nil) }
            let string = place.string(bytes)
            if string == nil { isReadable = false }
            return FormField(string)
        }
        var form = PostForm()
        form.schoolID = field(.schoolID)
        form.coachID = field(.coachID)
        form.platform = field(.platform)
        form.postURL = field(.postURL)
        form.postContent = field(.postContent)
        form.postDate = field(.postDate)
        form.authorName = field(.authorName)
        form.authorHandle = field(.authorHandle)
        form.sentiment = field(.sentiment)
        form.isRecruitingRelated = FormField(isRecruitingRelated)
        form.engagementCount = FormField(engagementCount)
        return isReadable ? form : nil
    }

    /// Returns the validated form; nil unless it is certainly valid.
    func input(_ bytes: Span<UInt8>) -> PostInput? {
        let engagement = engagementCount ?? 0
        guard let platform = platform(bytes), let date = text(.postDate)?.instant(bytes),
            date >= PostLimit.earliestDate, PostLimit.engagement.contains(engagement)
        else { return nil }
        var input = PostInput(
            platform: platform, date: date, isRecruitingRelated: isRecruitingRelated ?? false,
            engagementCount: engagement)
        if let place = text(.schoolID) {
            guard let id: SchoolID = place.identifier(bytes) else { return nil }
            input.schoolID = id
        }
        if let place = text(.coachID) {
            guard let id: CoachID = place.identifier(bytes) else { return nil }
            input.coachID = id
        }
        if let place = text(.sentiment) {
            guard let sentiment = Self.sentiment(place, bytes) else { return nil }
            input.sentiment = sentiment
        }
        if let place = text(.postURL) {
            guard Self.isAddress(place, bytes) else { return nil }
            input.url = place.string(bytes)
        }
        if let place = text(.postContent) {
            guard let text = Self.content(place, bytes) else { return nil }
            input.content = text
        }
        if let place = text(.authorName) {
            guard Self.isLine(place, bytes, max: PostLimit.authorNameMax) else { return nil }
            input.authorName = place.string(bytes)
        }
        if let place = text(.authorHandle) {
            guard Self.isLine(place, bytes, max: PostLimit.authorHandleMax) else { return nil }
            input.authorHandle = place.string(bytes)
        }
        return input
    }

    private func platform(_ bytes: Span<UInt8>) -> SocialPlatform? {
        guard let place = text(.platform) else { return nil }
        if place.isText("twitter", bytes) { return .twitter }
        return place.isText("instagram", bytes) ? .instagram : nil
    }

    private static func sentiment(_ place: JSONTextPlace, _ bytes: Span<UInt8>) -> Sentiment? {
        if place.isText("neutral", bytes) { return .neutral }
        if place.isText("positive", bytes) { return .positive }
        if place.isText("very_positive", bytes) { return .veryPositive }
        return place.isText("negative", bytes) ? .negative : nil
    }

    /// Returns whether the text is an address in ASCII without spaces, with a lower-case scheme.
    private static func isAddress(_ place: JSONTextPlace, _ bytes: Span<UInt8>) -> Bool {
        guard place.isPlain, place.count <= PostLimit.urlMax else { return false }
        let scheme = place.begins(with: "https://", bytes) ? 8 : 7
        guard scheme == 8 || place.begins(with: "http://", bytes), place.count > scheme,
            bytes[place.start + scheme] != UInt8(ascii: "/")
        else { return false }
        for at in place.start..<place.end where bytes[at] <= 0x20 { return false }
        return true
    }

    /// Returns the text if it has no markup, begins with a visible ASCII character, so that it is
    /// not blank, and is not too long in bytes.
    private static func content(_ place: JSONTextPlace, _ bytes: Span<UInt8>) -> String? {
        guard !place.hasMarkup, let text = place.string(bytes),
            text.utf8.count <= PostLimit.contentMax, let first = text.utf8.first,
            0x21..<0x7F ~= first, !place.isEscaped || !text.utf8.contains(UInt8(ascii: "<"))
        else { return nil }
        return text
    }

    /// Returns whether the text is ASCII within a length limit, without markup and without spaces
    /// at either end.
    private static func isLine(
        _ place: JSONTextPlace, _ bytes: Span<UInt8>, max: Int
    ) -> Bool {
        place.isPlain && !place.hasMarkup && 1...max ~= place.count
            && 0x21..<0x7F ~= bytes[place.start] && 0x21..<0x7F ~= bytes[place.end &- 1]
    }
}
