/// What coaches ask for first about a player. Each field has an audience, which the player chooses.
@JSONObject(nulls: true)
public struct PlayerProfile: FormRecord, JSONReadable, Hashable {
    /// The id of the player, as a profile.
    public var id: ProfileID
    public var familyUnitID: FamilyID
    /// The player.
    public var userID: UserID
    /// The player's name; nil if the service does not know it yet.
    public var fullName: String?
    @Field(
        .text(max: ProfileLimit.positionsMax, "Positions must be 100 characters or less"),
        "Positions, such as SS, 2B", label: "Positions")
    public var positions: String?
    @Field(.audience, "Who sees the positions", label: "Positions are for", placeholder: "WHO")
    public var positionsFor: ProfileAudience
    /// The year of graduation from high school.
    @Field(
        .wholeNumber(
            ProfileLimit.graduationYears, "Graduation year must be a year from 2000 to 2100"),
        "Year of graduation from high school", label: "Graduation Year", placeholder: "YEAR")
    public var graduationYear: Int?
    @Field(
        .audience, "Who sees the graduation year", label: "Graduation year is for",
        placeholder: "WHO")
    public var graduationYearFor: ProfileAudience
    /// The height in feet and inches, such as `6'2"`.
    @Field(.height, "Height, such as 6'2\" or 188 cm", label: "Height", placeholder: "HEIGHT")
    public var height: String?
    @Field(.audience, "Who sees the height", label: "Height is for", placeholder: "WHO")
    public var heightFor: ProfileAudience
    /// The weight in pounds.
    @Field(
        .wholeNumber(ProfileLimit.pounds, "Weight must be 50 to 500 pounds"), "Weight in pounds",
        label: "Weight (lb)", placeholder: "POUNDS")
    public var weight: Int?
    @Field(.audience, "Who sees the weight", label: "Weight is for", placeholder: "WHO")
    public var weightFor: ProfileAudience
    /// The grade point average.
    @Field(.gradeAverage, "Grade point average, such as 3.85", label: "GPA", placeholder: "N")
    public var gpa: Double?
    @Field(.audience, "Who sees the GPA", label: "GPA is for", placeholder: "WHO")
    public var gpaFor: ProfileAudience
    /// The addresses of videos, one on a line.
    @Field(.webAddresses, "Links to video, one on a line", label: "Video", placeholder: "URLS")
    public var videoLinks: String?
    @Field(.audience, "Who sees the links to video", label: "Video is for", placeholder: "WHO")
    public var videoLinksFor: ProfileAudience
    /// 1 after the first edit, 0 before it; increases with each edit.
    public var version: Int
    public var createdAt: Instant
    public var updatedAt: Instant

    public var title: String { "The profile" }

    /// Creates an empty profile. Coaches may see everything except the GPA, which is for the family
    /// (N-66).
    public init(
        of player: UserID, called name: String? = nil, in family: FamilyID, at now: Instant
    ) {
        id = ProfileID(of: player)
        familyUnitID = family
        userID = player
        fullName = name
        positionsFor = .coaches
        graduationYearFor = .coaches
        heightFor = .coaches
        weightFor = .coaches
        gpaFor = .family
        videoLinksFor = .coaches
        version = 0
        createdAt = now
        updatedAt = now
    }

    /// 0: the first edit is based on the empty profile.
    public static var firstVersion: Int { 0 }

    /// The profile without the fields that are not for these readers (N-67).
    public func shown(to readers: ProfileAudience) -> PlayerProfile {
        var shown = self
        if !positionsFor.includes(readers) { shown.positions = nil }
        if !graduationYearFor.includes(readers) { shown.graduationYear = nil }
        if !heightFor.includes(readers) { shown.height = nil }
        if !weightFor.includes(readers) { shown.weight = nil }
        if !gpaFor.includes(readers) { shown.gpa = nil }
        if !videoLinksFor.includes(readers) { shown.videoLinks = nil }
        return shown
    }
}

extension ProfileID {
    /// The id of a player's profile.
    public init(of player: UserID) { self.init(high: player.high, low: player.low) }
}

/// Who may see a field of a profile.
public enum ProfileAudience: String, Codable, JSONReadable, JSONWritable, CaseIterable, Hashable,
    Sendable
{
    /// Only the player.
    case me
    /// The members of the family.
    case family
    /// The family, and coaches who get the player's exports.
    case coaches

    public static let refusal = "Choose who sees it: me, family or coaches"

    public var label: String {
        switch self {
        case .me: "Only me"
        case .family: "My family"
        case .coaches: "Family and coaches"
        }
    }

    /// Whether these readers may see what is for this audience.
    public func includes(_ readers: ProfileAudience) -> Bool {
        switch self {
        case .me: readers == .me
        case .family: readers != .coaches
        case .coaches: true
        }
    }
}

/// Limits of profiles.
public enum ProfileLimit {
    /// The maximum length of the positions, in characters.
    public static let positionsMax = 100
    public static let graduationYears = 2_000...2_100
    /// The heights that are taken, in inches.
    public static let inches = 36.0...96.0
    /// The maximum length of a typed height, in characters.
    public static let typedHeightMax = 30
    /// The weights that are taken, in pounds.
    public static let pounds = 50...500
    /// The highest grade point average; weighted ones exceed 4.
    public static let gradeAverageMax = 6.0
    /// The maximum number of links to video.
    public static let linksMax = 10
}
