/// The form for adding a post or importing one.
@JSONObject
public struct PostForm: FlatFormRequest, JSONWritable {
    /// The school's id, optional (SA-26).
    public var schoolID: FormField<String>
    public var coachID: FormField<String>
    public var platform: FormField<String>
    public var postURL: FormField<String>
    public var postContent: FormField<String>
    /// The time of publication, an RFC 3339 instant.
    public var postDate: FormField<String>
    public var authorName: FormField<String>
    public var authorHandle: FormField<String>
    /// Whether it is about recruiting; false by default.
    public var isRecruitingRelated: FormField<Bool>
    public var sentiment: FormField<String>
    /// The number of likes, replies and similar reactions; 0 by default.
    public var engagementCount: FormField<Int>

    public func validated() throws(ServiceError) -> PostInput {
        var errors = FieldErrors()
        let schoolID: SchoolID? = errors.optionalIdentifier(
            schoolID, named: "school_id", Refusal.school)
        let coachID: CoachID? = errors.optionalIdentifier(
            coachID, named: "coach_id", Refusal.coach)
        let platform: SocialPlatform? = errors.requiredWord(
            platform, named: "platform", Refusal.platform)
        let postDate = errors.postDate(postDate, named: "post_date")
        let url = errors.postURL(postURL, named: "post_url")
        let content = errors.optionalText(
            postContent, named: "post_content", max: PostLimit.contentMax, Refusal.content)
        let authorName = errors.optionalTrimmedText(
            authorName, named: "author_name", max: PostLimit.authorNameMax, Refusal.authorName)
        let authorHandle = errors.optionalTrimmedText(
            authorHandle, named: "author_handle", max: PostLimit.authorHandleMax,
            Refusal.authorHandle)
        if isRecruitingRelated.isMalformed {
            errors.refuse("is_recruiting_related", Refusal.recruiting)
        }
        let sentiment: Sentiment? = errors.optionalWord(
            sentiment, named: "sentiment", Refusal.sentiment)
        let engagement = engagementCount.value ?? 0
        if engagementCount.isMalformed || !PostLimit.engagement.contains(engagement) {
            errors.refuse("engagement_count", Refusal.engagement)
        }
        try errors.throwIfAny()
        guard let platform, let postDate else { throw .invalid("platform", Refusal.platform) }
        var input = PostInput(
            platform: platform, date: postDate,
            isRecruitingRelated: isRecruitingRelated.value ?? false, engagementCount: engagement)
        input.schoolID = schoolID
        input.coachID = coachID
        input.url = url
        input.content = Sanitizer.plainText(content)
        input.authorName = Sanitizer.plainText(authorName)
        input.authorHandle = authorHandle
        input.sentiment = sentiment
        return input
    }

    /// The error texts of the form.
    public enum Refusal {
        public static let school = SchoolTag.refusal
        public static let coach = CoachTag.refusal
        /// The platform is missing or unknown.
        public static let platform =
            "Please select a network: "
            + SocialPlatform.allCases.map(\.label).joined(separator: " or ")
        /// The date is missing or not an instant.
        public static let date = "Please give a date and time such as 2026-02-10T12:00:00Z"
        /// The date is before all networks.
        public static let earlyDate = "Posts begin in 1970"
        public static let url =
            "Please enter a web address that begins with http:// or https:// "
            + "(2,000 characters or less)"
        public static let content = "Post content must be 5,000 characters or less"
        public static let authorName = "Author name must be 200 characters or less"
        public static let authorHandle = "Author handle must be 100 characters or less"
        public static let recruiting = "Recruiting must be true or false"
        public static let sentiment = "Invalid sentiment value"
        public static let engagement =
            "Engagement must be a whole number from 0 to 1,000,000,000"
    }
}

/// A validated post form. Texts are plain text; empty ones are nil.
public struct PostInput: Sendable {
    public var schoolID: SchoolID?
    public var coachID: CoachID?
    public var platform: SocialPlatform
    public var url: String?
    public var content: String?
    public var date: Instant
    public var authorName: String?
    public var authorHandle: String?
    public var isRecruitingRelated: Bool
    public var sentiment: Sentiment?
    public var engagementCount: Int
}

extension FieldErrors {
    /// Validates the date of a post, in any form of an instant (T-07).
    fileprivate mutating func postDate(
        _ field: FormField<String>, named name: String
    ) -> Instant? {
        guard let date = field.value.flatMap({ Instant(text: $0) }) else {
            refuse(name, PostForm.Refusal.date)
            return nil
        }
        if date < PostLimit.earliestDate { refuse(name, PostForm.Refusal.earlyDate) }
        return date
    }

    /// Returns whether a text contains white space. Nearly every address is ASCII, for which the
    /// check needs no character properties.
    private func hasBlank(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 }
            ? false : text.contains(where: \.isWhitespace)
    }

    /// Validates the optional address of a post: http or https with a host and no white space.
    fileprivate mutating func postURL(
        _ field: FormField<String>, named name: String
    ) -> String? {
        let url = optionalTrimmedText(
            field, named: name, max: PostLimit.urlMax, PostForm.Refusal.url)
        guard let url else { return nil }
        let scheme = ["https://", "http://"].first { url.prefix($0.count).lowercased() == $0 }
        let host = url.dropFirst(scheme?.count ?? 0)
        if scheme == nil || host.isEmpty || host.hasPrefix("/")
            || hasBlank(url)
        {
            refuse(name, PostForm.Refusal.url)
        }
        return url
    }
}
