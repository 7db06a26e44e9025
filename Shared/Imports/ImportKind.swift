import Contracts

/// The kinds of records that can be imported.
public enum ImportKind: String, CaseIterable, Sendable {
    case schools
    case coaches
    case interactions
    case events
    case metrics
    case posts
    /// A family's own list of contacts, whose rows become schools, coaches and interactions.
    case log

    /// The command of `compass` that imports this kind.
    public var command: String { self == .posts ? "posts import" : "import \(rawValue)" }

    /// A number of records of this kind, in words.
    public func counted(_ count: Int) -> String { CountedNoun.text(count, rawValue) }
}

/// A field that a column of a file may fill.
public struct ImportField: Sendable {
    /// The name, as `--map` takes it.
    public let name: String
    /// Other names of this field in people's files: only letters and digits, in lower case.
    let synonyms: [String]

    init(_ name: String, _ synonyms: String...) {
        self.name = name
        self.synonyms = synonyms
    }

    /// The column of a form's field.
    init<Record>(_ field: RecordField<Record>) {
        name = field.key
        synonyms = field.columns
    }

    /// The column of the field with this key, in a file of other records.
    init<Record: FormRecord>(_ key: String, of type: Record.Type) {
        name = key
        synonyms = Record.fields.first { $0.key == key }?.columns ?? []
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

    private static let schoolFields = School.fields.map { ImportField($0) }

    private static let coachFields =
        Coach.fields.filter { $0.key != "school_id" }
        .map { ImportField($0) } + [
            ImportField("name", "coach", "coachname", "fullname"),
            ImportField(
                "school", "schoolname", "college", "collegename", "university", "institution",
                "team"),
            catalogueID,
            ImportField(
                "responsiveness_score", "responsiveness", "responsive", "score", "responserate"),
            ImportField("last_contact_date", "lastcontact", "lastcontacted", "contacted"),
            ImportField("coach_key", "coachid", "key"),
        ]

    private static let postFields = [
        ImportField("platform", "network", "source", "site"),
        ImportField(
            "post_date", "date", "postedat", "posted", "when", "datetime", "time", "publishedat"),
        ImportField("post_url", "url", "link", "address", "permalink"),
        ImportField("post_content", "content", "text", "post", "message", "body", "tweet"),
        ImportField("school", "schoolname", "college", "university", "institution", "team"),
        catalogueID,
        ImportField("coach", "coachname"),
        ImportField("coach_key", "coachid"),
        ImportField("author_name", "author", "name", "postedby"),
        ImportField("author_handle", "handle", "username", "account"),
        ImportField("is_recruiting_related", "recruiting", "isrecruiting", "recruitingrelated"),
        ImportField("sentiment", "feeling", "tone", "mood"),
        ImportField("engagement_count", "engagement", "likes", "reactions"),
    ]

    private static let interactionFields = [
        ImportField(
            "type", "interactiontype", "contacttype", "kind", "method", "channel", "howcontacted"),
        ImportField("direction", "inout", "whocontacted", "initiatedby"),
        ImportField(
            "occurred_at", "occurred", "date", "when", "datetime", "dateandtime", "time",
            "contactdate", "dateofcontact"),
        ImportField("school", "schoolname", "college", "university", "institution", "team"),
        catalogueID,
        ImportField("coach", "coachname", "contact", "contactname"),
        ImportField("coach_key", "coachid"),
        ImportField("other_coach_name", "othercoach", "unlistedcoach"),
        ImportField("subject", "topic", "about"),
        ImportField(
            "content", "notes", "note", "message", "body", "text", "details", "summary",
            "description", "comments"),
        ImportField("sentiment", "feeling", "tone", "mood", "howitfelt"),
    ]

    private static let logFields = [
        ImportField(
            "occurred_at", "occurred", "date", "when", "datetime", "dateandtime", "day",
            "contactdate", "dateofcontact", "datecontacted", "lastcontact"),
        ImportField("time", "timeofday", "at", "contacttime"),
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
        ImportField("coach_twitter", "twitter", "x", "twitterhandle", "xhandle"),
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
            ImportField("event_key", "eventid", "key"),
        ]

    private static let metricFields = [
        ImportField("metric_type", "type", "metric", "measurement", "what"),
        ImportField("value", "result", "reading", "number"),
        ImportField("unit", "units"),
        ImportField("recorded_date", "date", "day", "when", "recorded"),
        ImportField("event", "eventname"),
        ImportField("event_key", "eventid"),
        ImportField("verified", "official"),
        ImportField("notes", "note", "comment", "comments", "remarks"),
    ]
}
