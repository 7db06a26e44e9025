/// A row of an import: the form of the record as it is added alone, and where it stood.
///
/// An import has no rules of its own: each row is checked by the form that `compass … add` fills.
public protocol ImportRow: Codable, Sendable {
    /// The form of one record.
    associatedtype Form: OperationRequest

    /// The line of the file on which the row begins, from 1.
    var line: Int { get }
    /// The record.
    var form: Form { get }
}

/// A row about a school.
public struct SchoolImportRow: ImportRow {
    /// The line of the file.
    public var line: Int
    /// The school.
    public var form: AddSchool.Request

    /// The row of this line.
    public init(line: Int, form: AddSchool.Request) {
        self.line = line
        self.form = form
    }
}

/// A row about a coach.
public struct CoachImportRow: ImportRow {
    /// The line of the file.
    public var line: Int
    /// What the file calls the coach, for files that refer to them.
    public var key: String?
    /// The coach's school, where the form has no id of it.
    public var school: SchoolReference?
    /// Whether a school that the family does not follow yet is taken from the catalogue.
    public var addsSchool: Bool?
    /// The coach.
    public var form: CoachForm
    /// How readily the coach answers, in percent, as the file says: `65`, `74.9` or `65%`.
    public var responsivenessScore: FormField<String>
    /// When the last contact was, as the file says: an instant.
    public var lastContactDate: FormField<String>

    enum CodingKeys: String, CodingKey {
        case line, key, school, form
        case addsSchool = "adds_school"
        case responsivenessScore = "responsiveness_score"
        case lastContactDate = "last_contact_date"
    }

    /// The row of this line.
    public init(
        line: Int, key: String? = nil, school: SchoolReference? = nil, addsSchool: Bool? = nil,
        form: CoachForm, responsivenessScore: String? = nil, lastContactDate: String? = nil
    ) {
        self.line = line
        self.key = key
        self.school = school
        self.addsSchool = addsSchool
        self.form = form
        self.responsivenessScore = FormField(responsivenessScore)
        self.lastContactDate = FormField(lastContactDate)
    }
}

/// A row about an interaction; school and coach are named by their ids.
public struct InteractionImportRow: ImportRow {
    /// The line of the file.
    public var line: Int
    /// The interaction.
    public var form: CreateInteraction.Request

    /// The row of this line.
    public init(line: Int, form: CreateInteraction.Request) {
        self.line = line
        self.form = form
    }
}

/// A school as files name it: by its id in the national catalogue, or by its exact name (case does
/// not matter).
public struct SchoolReference: Codable, Hashable, Sendable {
    /// The id in the national catalogue; it goes before the name.
    public var catalogueID: String?
    /// The name.
    public var name: String?

    enum CodingKeys: String, CodingKey {
        case name
        case catalogueID = "catalogue_id"
    }

    /// A reference by one of these.
    public init(catalogueID: String? = nil, name: String? = nil) {
        self.catalogueID = catalogueID
        self.name = name
    }
}

/// A coach as files name them: by the key that an imported file gave, or by first and last name.
public struct CoachReference: Codable, Hashable, Sendable {
    /// The key; it goes before the name.
    public var key: String?
    /// First and last name.
    public var name: String?

    /// A reference by one of these.
    public init(key: String? = nil, name: String? = nil) {
        self.key = key
        self.name = name
    }
}
