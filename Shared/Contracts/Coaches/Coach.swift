/// A coach whom a family knows.
@JSONObject(nulls: true)
public struct Coach: MergeableRecord, JSONReadable, Hashable {
    public var id: CoachID
    public var familyUnitID: FamilyID
    @Field(
        .requiredText(
            CoachLimit.nameLength, "Please enter a first name (1-100 characters)"),
        "First name", placeholder: "NAME", columns: "first", "firstname", "givenname")
    public var firstName: String
    @Field(
        .requiredText(
            CoachLimit.nameLength, "Please enter a last name (1-100 characters)"),
        "Last name", placeholder: "NAME", columns: "last", "lastname", "surname", "familyname")
    public var lastName: String
    /// The school, if known.
    @Field(.school)
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    @Field(
        .word(CoachRole.self, "Role must be one of head, assistant, recruiting"), "Staff position",
        columns: "position", "title", "jobtitle")
    public var role: CoachRole
    @Field(
        .email, "E-mail address", placeholder: "ADDRESS", columns: "emailaddress", "mail")
    public var email: String?
    /// The phone number as typed.
    @Field(
        .phone, "Phone number", placeholder: "NUMBER",
        columns: "phonenumber", "mobile", "cell", "cellphone", "telephone")
    public var phone: String?
    @Field(.twitterHandle)
    public var twitterHandle: String?
    @Field(.instagramHandle)
    public var instagramHandle: String?
    @Field(.notes)
    public var notes: String?
    /// The share of attempts to reach the coach that were answered, in percent from 0 to 100.
    public var responsivenessScore: Double?
    /// The number of attempts behind the score; nil if it was imported.
    public var responsivenessSampleSize: Int?
    public var responsivenessComputedAt: Instant?
    /// The origin of the score; nil without a score.
    public var responsivenessSource: FigureSource?
    /// The median time that the coach takes to answer, in hours.
    public var medianAnswerHours: Double?
    /// The last time the coach was heard from, or else the first time the family wrote.
    public var silentSince: Instant?
    /// The time of the last contact; nil if there was none.
    public var lastContactDate: Instant?
    /// Starts at 1 and increases with each edit.
    public var version: Int
    /// The user who added the coach.
    public var createdBy: UserID
    public var createdAt: Instant
    public var updatedAt: Instant

    public var fullName: String { "\(firstName) \(lastName)" }
    public var title: String { fullName }
    /// The first letters of the first and last name (CO-14).
    @Written public var initials: String { "\(firstName.prefix(1))\(lastName.prefix(1))" }
}
