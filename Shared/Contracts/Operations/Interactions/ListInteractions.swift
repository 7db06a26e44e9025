/// Lists the interactions that the caller may see, newest first (page Interactions List).
public enum ListInteractions: Operation {
    public static let name = "interactions.list"
    public static let service: ServiceName? = .interactions
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "List interactions, newest first, with the four figures"

    /// The filters as they were set; they combine with AND.
    public struct Request: OperationRequest {
        /// A text in subject, content or the name of a coach who is not listed.
        public var search: FormField<String>
        /// The kind of contact.
        public var type: FormField<String>
        /// Who began it.
        public var direction: FormField<String>
        /// How it felt.
        public var sentiment: FormField<String>
        /// The last so many calendar days: 7, 14, 30 or 90.
        public var days: FormField<Int>
        /// Not before this instant.
        public var since: FormField<String>
        /// Not after this instant.
        public var until: FormField<String>
        /// Who logged it.
        public var loggedBy: FormField<String>
        /// The school.
        public var schoolID: FormField<String>
        /// The coach.
        public var coachID: FormField<String>
        /// The reader's IANA zone, for calendar days; the family's by default.
        public var timeZone: FormField<String>
        /// How many rows at most; all by default. The figures always count all.
        public var limit: FormField<Int>

        enum CodingKeys: String, CodingKey, CaseIterable {
            case search, type, direction, sentiment, days, since, until, limit
            case loggedBy = "logged_by"
            case schoolID = "school_id"
            case coachID = "coach_id"
            case timeZone = "time_zone"
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// No filter.
        public init() {
            search = FormField(nil)
            type = FormField(nil)
            direction = FormField(nil)
            sentiment = FormField(nil)
            days = FormField(nil)
            since = FormField(nil)
            until = FormField(nil)
            loggedBy = FormField(nil)
            schoolID = FormField(nil)
            coachID = FormField(nil)
            timeZone = FormField(nil)
            limit = FormField(nil)
        }

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let input = Input(
                search: errors.optionalText(
                    search, named: "search", max: InteractionLimit.searchMax,
                    "Search must be 200 characters or less"),
                type: errors.optionalWord(
                    type, named: "type", "Type must be one of " + words(InteractionType.self)),
                direction: errors.optionalWord(
                    direction, named: "direction",
                    "Direction must be one of " + words(Direction.self)),
                sentiment: errors.optionalWord(
                    sentiment, named: "sentiment",
                    "Sentiment must be one of " + words(Sentiment.self)),
                period: errors.period(days, named: "days"),
                since: errors.instant(since, named: "since"),
                until: errors.instant(until, named: "until"),
                loggedBy: errors.optionalIdentifier(
                    loggedBy, named: "logged_by", "Logged by must be a member's id"),
                schoolID: errors.optionalIdentifier(
                    schoolID, named: "school_id", CreateInteraction.Refusal.school),
                coachID: errors.optionalIdentifier(
                    coachID, named: "coach_id", CreateInteraction.Refusal.coach),
                timeZone: errors.timeZone(timeZone, named: "time_zone"),
                limit: errors.limit(limit, named: "limit"))
            try errors.throwIfAny()
            return input
        }

        private func words<Word: RawRepresentable<String> & CaseIterable>(
            _ type: Word.Type
        ) -> String {
            type.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }

    /// Right filters.
    public struct Input: Sendable {
        /// The text to search for, as typed.
        public let search: String?
        /// The kind of contact.
        public let type: InteractionType?
        /// Who began it.
        public let direction: Direction?
        /// How it felt.
        public let sentiment: Sentiment?
        /// The last so many calendar days.
        public let period: TimePeriod?
        /// Not before this instant.
        public let since: Instant?
        /// Not after this instant.
        public let until: Instant?
        /// Who logged it.
        public let loggedBy: UserID?
        /// The school.
        public let schoolID: SchoolID?
        /// The coach.
        public let coachID: CoachID?
        /// The reader's zone.
        public let timeZone: String?
        /// How many rows at most.
        public let limit: Int?
    }

    /// The page.
    public struct Response: Codable, Sendable {
        /// The filters in force, in the order of the page's chips.
        public var activeFilters: [ActiveFilter]
        /// The four figures, over all rows that the filters leave.
        public var analytics: InteractionFigures
        /// Whether a filter is in force.
        public var hasActiveFilters: Bool
        /// The rows, newest first.
        public var interactions: [Interaction]
        /// Whose entries a parent can ask for; `null` for players.
        public var loggedByOptions: [LoggedByOption]?
        /// The page's title for the caller's role.
        public var title: String

        enum CodingKeys: String, CodingKey {
            case analytics, interactions, title
            case activeFilters = "active_filters"
            case hasActiveFilters = "has_active_filters"
            case loggedByOptions = "logged_by_options"
        }

        /// The page with these parts.
        public init(
            activeFilters: [ActiveFilter], analytics: InteractionFigures,
            interactions: [Interaction], loggedByOptions: [LoggedByOption]?, title: String
        ) {
            self.activeFilters = activeFilters
            self.analytics = analytics
            self.hasActiveFilters = !activeFilters.isEmpty
            self.interactions = interactions
            self.loggedByOptions = loggedByOptions
            self.title = title
        }

        /// Writes every key; what is missing is `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(activeFilters, forKey: .activeFilters)
            try container.encode(analytics, forKey: .analytics)
            try container.encode(hasActiveFilters, forKey: .hasActiveFilters)
            try container.encode(interactions, forKey: .interactions)
            try container.encode(loggedByOptions, forKey: .loggedByOptions)
            try container.encode(title, forKey: .title)
        }
    }
}

/// A filter in force, as a chip shows it.
public struct ActiveFilter: Codable, Hashable, Sendable {
    /// The filter's name: the request's field.
    public var name: String
    /// The value as sent.
    public var value: String
    /// The value as people read it.
    public var label: String

    /// A chip with these texts.
    public init(name: String, value: String, label: String) {
        self.name = name
        self.value = value
        self.label = label
    }
}

/// The four figures above the list.
public struct InteractionFigures: Codable, Hashable, Sendable {
    /// All rows.
    public var total: Int
    /// Those that the family began.
    public var outbound: Int
    /// Those that the other side began.
    public var inbound: Int
    /// Those of the last seven days, to the millisecond.
    public var thisWeek: Int

    enum CodingKeys: String, CodingKey {
        case total, outbound, inbound
        case thisWeek = "this_week"
    }

    /// Figures with these values.
    public init(total: Int, outbound: Int, inbound: Int, thisWeek: Int) {
        self.total = total
        self.outbound = outbound
        self.inbound = inbound
        self.thisWeek = thisWeek
    }
}

/// A choice of the filter "Logged By".
public struct LoggedByOption: Codable, Hashable, Sendable {
    /// The member.
    public var id: UserID
    /// What the choice is called.
    public var label: String

    /// A choice with this name.
    public init(id: UserID, label: String) {
        self.id = id
        self.label = label
    }
}

extension ListInteractions.Request: FlatFormRequest {
    init(_ form: FlatForm) {
        search = form.text("search")
        type = form.text("type")
        direction = form.text("direction")
        sentiment = form.text("sentiment")
        days = form.integer("days")
        since = form.text("since")
        until = form.text("until")
        loggedBy = form.text("logged_by")
        schoolID = form.text("school_id")
        coachID = form.text("coach_id")
        timeZone = form.text("time_zone")
        limit = form.integer("limit")
    }
}

extension FieldErrors {
    fileprivate mutating func period(_ field: FormField<Int>, named name: String) -> TimePeriod? {
        guard field.isMalformed || field.value != nil else { return nil }
        guard let period = field.value.flatMap(TimePeriod.init(rawValue:)) else {
            refuse(name, "Days must be one of 7, 14, 30, 90")
            return nil
        }
        return period
    }

    fileprivate mutating func instant(_ field: FormField<String>, named name: String) -> Instant? {
        let text = "Please give a date and time such as 2026-02-10T12:00:00Z"
        guard !field.isMalformed else {
            refuse(name, text)
            return nil
        }
        guard let value = field.value, !value.isEmpty else { return nil }
        guard let instant = Instant(text: value) else {
            refuse(name, text)
            return nil
        }
        return instant
    }

    fileprivate mutating func limit(_ field: FormField<Int>, named name: String) -> Int? {
        if field.isMalformed || field.value.map({ $0 < 1 }) == true {
            refuse(name, "Limit must be a whole number from 1")
            return nil
        }
        return field.value
    }
}
