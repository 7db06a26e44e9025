public import Contracts

extension ImportKind {
    /// The command of `compass` that imports this kind.
    public var command: String { self == .posts ? "posts import" : "import \(rawValue)" }

    /// Whether rows can update the records that they mean.
    public var updatesRecords: Bool {
        switch self {
        case .schools: SchoolImportRow.updatesRecords
        case .coaches: CoachImportRow.updatesRecords
        case .events: EventImportRow.updatesRecords
        case .interactions: InteractionImportRow.updatesRecords
        case .metrics: MetricImportRow.updatesRecords
        case .posts, .log: false
        }
    }

    /// How a row means a record that is there, or why none does: a sentence.
    public var recognition: String {
        switch self {
        case .schools:
            "A school is recognized by its id, else by its catalogue id, else by its name "
                + "and state."
        case .coaches:
            "A coach is recognized by their id, else by e-mail address and name, else by school "
                + "and name, else by e-mail address and first or last name."
        case .events: "An event is recognized by its id, else by its name and first day."
        case .interactions: "Each row is a contact of its own and updates nothing."
        case .metrics: "Each row is a measurement of its own and updates nothing."
        case .posts: "A post that is there stays as it is; its row updates nothing."
        case .log: "A contact that is logged already is left out; its row updates nothing."
        }
    }

    /// A number of records of this kind, in words.
    public func counted(_ count: Int) -> String { CountedNoun.text(count, rawValue) }
}

/// A field that a column of a file may fill.
public struct ImportField: Sendable {
    /// The name, as `--map` takes it.
    public let name: String
    /// What stands beside the field on a page.
    public let label: String
    /// Other names of this field in people's files: only letters and digits, in lower case.
    let synonyms: [String]
    /// A value with which a row can be imported, for the template; nil for none.
    public let example: String?
    /// Whether the template has a column for it. Fields for which another one stands have none.
    public private(set) var isInTemplate = true

    init(
        _ name: String, _ synonyms: String..., label: String? = nil, example: String? = nil
    ) {
        self.name = name
        self.label = label ?? Self.words(of: name)
        self.synonyms = synonyms
        self.example = example
    }

    /// The column of a form's field.
    init<Record>(_ field: RecordField<Record>) {
        name = field.key
        label = field.label
        synonyms = field.columns
        example = field.example
    }

    /// The column of the field with this key, in a file of other records.
    init<Record: FormRecord>(_ key: String, of type: Record.Type) {
        name = key
        let field = Record.fields.first { $0.key == key }
        label = field?.label ?? Self.words(of: key)
        synonyms = field?.columns ?? []
        example = field?.example
    }

    /// Whether the label says no more than the name.
    public var isNamedByLabel: Bool { label == Self.words(of: name) }

    /// A field's name as words: `Last contact date`.
    static func words(of name: String) -> String {
        let words = name.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The field without a column in the template.
    var outsideTemplate: ImportField {
        var field = self
        field.isInTemplate = false
        return field
    }
}

extension ImportKind {
    /// The fields, in the order of help. If a column's name fits several fields, the first one gets
    /// it.
    public var fields: [ImportField] {
        switch self {
        case .schools: Self.schoolFields
        case .coaches: Self.coachFields
        case .interactions: Self.interactionFields
        case .events: Self.eventFields
        case .metrics: Self.metricFields
        case .posts: Self.postFields
        case .log: Self.logFields
        }
    }

    /// What people read for the field of this name, and for what is no field, such as a row.
    public func label(of name: String) -> String {
        fields.first { $0.name == name }?.label ?? ImportField.words(of: name)
    }

    /// Each list names alternatives, of which at least one must have a column.
    var required: [[String]] {
        switch self {
        case .schools: [["name", "catalogue_id"]]
        case .coaches: [["first_name", "name"], ["last_name", "name"]]
        case .interactions:
            [
                ["type"], ["direction"], ["occurred_at"],
                ["school", "catalogue_id", "coach", "coach_key"],
            ]
        case .events: [["name"], ["type"], ["start_date"]]
        case .metrics: [["metric_type"], ["value"]]
        case .posts: [["platform"], ["post_date"]]
        case .log: [["occurred_at"], ["school", "catalogue_id", "coach", "last_name"]]
        }
    }

    private static let catalogueID = ImportField("catalogue_id", of: School.self)

    /// The id of a record that a row updates.
    private static let id = ImportField("id", "recordid", label: "Record id").outsideTemplate

    private static let schoolFields =
        School.fields.map { ImportField($0) }
        + [ImportField("school_key", "key").outsideTemplate, id]

    private static let coachFields =
        Coach.fields.filter { $0.key != "school_id" }
        .map { ImportField($0) } + [
            ImportField("name", "coach", "coachname", "fullname", label: "Full name")
                .outsideTemplate,
            ImportField(
                "school", "schoolname", "college", "collegename", "university", "institution",
                "team"),
            catalogueID,
            ImportField(
                "responsiveness_score", "responsiveness", "responsive", "score", "responserate"),
            ImportField("last_contact_date", "lastcontact", "lastcontacted", "contacted"),
            ImportField("coach_key", "coachid", "key"), id,
        ]

    /// The time in templates.
    private static let exampleTime = "2026-02-03 14:15"

    private static let postFields = [
        ImportField(
            "platform", "network", "source", "site", label: FormLabel.network,
            example: SocialPlatform.allCases.first?.rawValue),
        ImportField(
            "post_date", "date", "postedat", "posted", "when", "datetime", "time", "publishedat",
            label: FormLabel.time, example: exampleTime),
        ImportField(
            "post_url", "url", "link", "address", "permalink", label: FormLabel.webAddress,
            example: "https://example.com/posts/1"),
        ImportField(
            "post_content", "content", "text", "post", "message", "body", "tweet",
            label: FormLabel.postText, example: "Example post"),
        ImportField("school", "schoolname", "college", "university", "institution", "team"),
        catalogueID,
        ImportField("coach", "coachname"),
        ImportField("coach_key", "coachid"),
        ImportField(
            "author_name", "author", "name", "postedby", label: FormLabel.author,
            example: "Example author"),
        ImportField(
            "author_handle", "handle", "username", "account", label: FormLabel.handle,
            example: "example"),
        ImportField(
            "is_recruiting_related", "recruiting", "isrecruiting", "recruitingrelated",
            label: FormLabel.recruiting, example: "no"),
        ImportField(
            "sentiment", "feeling", "tone", "mood", example: Sentiment.allCases.first?.rawValue),
        ImportField(
            "engagement_count", "engagement", "likes", "reactions", label: FormLabel.engagement,
            example: "1"),
    ]

    private static let interactionFields = [
        ImportField(
            "type", "interactiontype", "contacttype", "kind", "method", "channel", "howcontacted",
            example: InteractionType.allCases.first?.rawValue),
        ImportField(
            "direction", "inout", "whocontacted", "initiatedby",
            example: Direction.allCases.first?.rawValue),
        ImportField(
            "occurred_at", "occurred", "date", "when", "datetime", "dateandtime", "time",
            "contactdate", "dateofcontact", label: FormLabel.time, example: exampleTime),
        ImportField(
            "school", "schoolname", "college", "university", "institution", "team",
            example: ImportField("name", of: School.self).example),
        catalogueID,
        ImportField("coach", "coachname", "contact", "contactname"),
        ImportField("coach_key", "coachid"),
        ImportField(
            "other_coach_name", "othercoach", "unlistedcoach",
            label: LogInteractionText.otherCoach),
        ImportField("subject", "topic", "about", example: "Example subject"),
        ImportField(
            "content", "notes", "note", "message", "body", "text", "details", "summary",
            "description", "comments", example: "Example content"),
        ImportField(
            "sentiment", "feeling", "tone", "mood", "howitfelt",
            example: Sentiment.allCases.first?.rawValue),
    ]

    private static let logFields = [
        ImportField(
            "occurred_at", "occurred", "date", "when", "datetime", "dateandtime", "day",
            "contactdate", "dateofcontact", "datecontacted", "lastcontact",
            label: FormLabel.time),
        ImportField("time", "timeofday", "at", "contacttime", label: "Time of day"),
        ImportField("school", "schoolname", "college", "university", "institution", "team"),
        catalogueID,
        ImportField("division", "level", "ncaadivision"),
        ImportField("state", "schoolstate"),
        ImportField(
            "coach", "coachname", "nameofcoach", "contact", "contactname", "contactperson", "name",
            "who"),
        ImportField("first_name", "first", "coachfirstname", "firstnameofcoach"),
        ImportField("last_name", "last", "surname", "coachlastname", "lastnameofcoach"),
        ImportField("coach_title", "title", "role", "position", "jobtitle", "coachrole"),
        ImportField(
            "coach_email", "email", "emailaddress", "coachsemail", "coachemailaddress", "mail"),
        ImportField(
            "coach_phone", "phone", "phonenumber", "cell", "mobile", "coachsphone",
            "coachphonenumber"),
        ImportField(
            "coach_twitter", "twitter", "x", "twitterhandle", "xhandle", label: "Coach Twitter"),
        ImportField(
            "type", "interactiontype", "contacttype", "typeofcontact", "kind", "method",
            "channel", "howcontacted", "how"),
        ImportField(
            "direction", "inout", "whocontacted", "initiatedby", "whostarted", "sentreceived"),
        ImportField("subject", "topic", "about", "regarding", "re"),
        ImportField(
            "content", "notes", "note", "message", "body", "text", "details", "summary",
            "description", "comments", "comment", "whatwassaid", "result", "response", "outcome"),
        ImportField("sentiment", "feeling", "tone", "mood", "howitfelt", "howitwent"),
    ]

    private static let eventFields =
        Event.fields.filter { !["school_id", "stats_recorded"].contains($0.key) }
        .map { ImportField($0) } + [
            ImportField("school", "schoolname", "college", "university", "institution", "host"),
            catalogueID,
            ImportField("event_key", "eventid", "key"), id,
        ]

    private static let metricFields = [
        ImportField(
            "metric_type", "type", "metric", "measurement", "what",
            label: ImportField("metric_type", of: Metric.self).label,
            example: MetricKind.allCases.first?.rawValue),
        ImportField("value", "result", "reading", "number", example: "84"),
        ImportField("unit", "units", example: MetricKind.allCases.first?.unit),
        ImportField(
            "recorded_date", "date", "day", "when", "recorded",
            label: ImportField("recorded_date", of: Metric.self).label,
            example: ImportField("recorded_date", of: Metric.self).example),
        ImportField("event", "eventname"),
        ImportField("event_key", "eventid"),
        ImportField(
            "verified", "official", label: ImportField("verified", of: Metric.self).label,
            example: ImportField("verified", of: Metric.self).example),
        ImportField(
            "notes", "note", "comment", "comments", "remarks",
            example: ImportField("notes", of: Metric.self).example),
    ]
}
