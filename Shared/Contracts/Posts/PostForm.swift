/// What a form says about a post, for adding one and for a row of an import.
public struct PostForm: OperationRequest {
    /// The school's id; it may be missing (SA-26).
    public var schoolID: FormField<String>
    /// The coach's id.
    public var coachID: FormField<String>
    /// The network.
    public var platform: FormField<String>
    /// The address.
    public var postURL: FormField<String>
    /// What the post says.
    public var postContent: FormField<String>
    /// When it was published, an instant of RFC 3339.
    public var postDate: FormField<String>
    /// The author's name.
    public var authorName: FormField<String>
    /// The author's handle.
    public var authorHandle: FormField<String>
    /// Whether it is about recruiting; no by default.
    public var isRecruitingRelated: FormField<Bool>
    /// How it sounds.
    public var sentiment: FormField<String>
    /// Likes, answers and the like; 0 by default.
    public var engagementCount: FormField<Int>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case platform, sentiment
        case schoolID = "school_id"
        case coachID = "coach_id"
        case postURL = "post_url"
        case postContent = "post_content"
        case postDate = "post_date"
        case authorName = "author_name"
        case authorHandle = "author_handle"
        case isRecruitingRelated = "is_recruiting_related"
        case engagementCount = "engagement_count"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// A form with these entries, the others empty.
    public init(platform: String? = nil, postDate: String? = nil) {
        self.platform = FormField(platform)
        self.postDate = FormField(postDate)
        schoolID = FormField(nil)
        coachID = FormField(nil)
        postURL = FormField(nil)
        postContent = FormField(nil)
        authorName = FormField(nil)
        authorHandle = FormField(nil)
        isRecruitingRelated = FormField(nil)
        sentiment = FormField(nil)
        engagementCount = FormField(nil)
    }

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

    /// The texts of refusals.
    public enum Refusal {
        /// No such school.
        public static let school = "Please select a school"
        /// No such coach.
        public static let coach = "Invalid coach selection"
        /// No platform or an unknown one.
        public static let platform = "Platform must be one of twitter, instagram"
        /// No date, or a text that is none.
        public static let date = "Please give a date and time such as 2026-02-10T12:00:00Z"
        /// A date before all networks.
        public static let earlyDate = "Posts begin in 1970"
        /// No web address.
        public static let url =
            "Please enter a web address that begins with http:// or https:// "
            + "(2,000 characters or less)"
        /// Too long a text.
        public static let content = "Post content must be 5,000 characters or less"
        /// Too long a name.
        public static let authorName = "Author name must be 200 characters or less"
        /// Too long a handle.
        public static let authorHandle = "Author handle must be 100 characters or less"
        /// Neither true nor false.
        public static let recruiting = "Recruiting must be true or false"
        /// An unknown sentiment.
        public static let sentiment = "Invalid sentiment value"
        /// No count.
        public static let engagement =
            "Engagement must be a whole number from 0 to 1,000,000,000"
    }
}

/// A right form about a post. Texts are plain text; what was empty is `nil`.
public struct PostInput: Sendable {
    /// The school.
    public var schoolID: SchoolID?
    /// The coach.
    public var coachID: CoachID?
    /// The network.
    public var platform: SocialPlatform
    /// The address.
    public var url: String?
    /// What the post says.
    public var content: String?
    /// When it was published.
    public var date: Instant
    /// The author's name.
    public var authorName: String?
    /// The author's handle.
    public var authorHandle: String?
    /// Whether it is about recruiting.
    public var isRecruitingRelated: Bool
    /// How it sounds.
    public var sentiment: Sentiment?
    /// Likes, answers and the like.
    public var engagementCount: Int

    /// A post with these entries, the others empty.
    init(
        platform: SocialPlatform, date: Instant, isRecruitingRelated: Bool, engagementCount: Int
    ) {
        self.platform = platform
        self.date = date
        self.isRecruitingRelated = isRecruitingRelated
        self.engagementCount = engagementCount
    }
}

extension FieldErrors {
    /// The date of a post, in either form of an instant (T-07).
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

    /// Whether a text has white space in it. Nearly every address is ASCII, whose blanks are known
    /// without asking for the properties of each character.
    private func hasBlank(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 }
            ? false : text.contains(where: \.isWhitespace)
    }

    /// The address of a post, which may be missing: http or https with a host, no blanks.
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

extension PostForm: FlatFormRequest {
    init(_ form: FlatForm) {
        schoolID = form.text("school_id")
        coachID = form.text("coach_id")
        platform = form.text("platform")
        postURL = form.text("post_url")
        postContent = form.text("post_content")
        postDate = form.text("post_date")
        authorName = form.text("author_name")
        authorHandle = form.text("author_handle")
        isRecruitingRelated = form.truth("is_recruiting_related")
        sentiment = form.text("sentiment")
        engagementCount = form.integer("engagement_count")
    }
}
