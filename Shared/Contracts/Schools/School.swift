/// A school that a family follows.
@JSONObject(nulls: true)
public struct School: MergeableRecord, JSONReadable, Hashable {
    public var id: SchoolID
    public var familyUnitID: FamilyID
    @Field(
        .requiredText(
            CoachLimit.schoolNameLength, "School name must have 2 to 255 characters"),
        "Name", placeholder: "NAME",
        columns: "school", "schoolname", "college", "collegename", "university", "universityname",
        "institution")
    public var name: String
    @Field(
        .text(max: CoachLimit.placeMax, "City must be 100 characters or less"), "City",
        columns: "town")
    public var city: String?
    /// The two letters of the state.
    @Field(.state)
    public var state: String?
    @Field(
        .optionalWord(Division.self, "Division must be one of D1, D2, D3, NAIA, JUCO"), "Division",
        placeholder: "DIVISION", columns: "div", "level")
    public var division: Division?
    @Field(
        .text(max: CoachLimit.placeMax, "Conference must be 100 characters or less"), "Conference",
        columns: "conf", "league")
    public var conference: String?
    @Field(
        .webAddress, "Web address", placeholder: "URL",
        columns: "url", "web", "site", "homepage", "webaddress")
    public var website: String?
    /// The Twitter handle, without the at sign.
    @Field(.twitterHandle)
    public var twitterHandle: String?
    /// The Instagram handle, without the at sign.
    @Field(.instagramHandle)
    public var instagramHandle: String?
    @Field(.notes)
    public var notes: String?
    /// The school's id in the national catalogue, if it came from there.
    @Field(
        .lastingText(max: CoachLimit.catalogueIDMax, "Unknown catalogue id"),
        "Id in the national catalogue", flag: "catalogue", placeholder: "ID",
        columns: "schoolunitid", "unitid", "catalogue", "catalogid", "ipeds", "ipedsid")
    public var catalogueID: String?
    /// The number of the family's coaches at the school in replies to reads; nil in other replies.
    public var coachCount: Int?
    /// The usual short name in replies to reads, if the school has its official name; nil in other
    /// replies.
    public var shortName: String?
    /// Starts at 1 and increases with each edit.
    public var version: Int
    public var createdAt: Instant
    public var updatedAt: Instant

    public var title: String { name }

    /// The catalogue supplies what the form leaves out.
    public static func requires(_ key: String, in form: RecordForm<School>) -> Bool {
        form.catalogueID.value?.isEmpty != false
    }
}

/// A school in the national catalogue, which any family can add to its list.
@JSONObject
public struct CatalogueSchool: Hashable {
    /// The catalogue's id (the unit id of the national directory).
    public var catalogueID: String
    public var name: String
    /// Other names, as in the directory.
    public var alias: String?
    /// The usual short name.
    public var shortName: String?
    public var city: String
    /// The two letters of the state.
    public var state: String
    public var division: Division
    public var conference: String?
    /// The season in which it is in the conference, such as `2026-27`.
    public var season: String?
    public var website: String?
}

/// What pages and terminals say about a school.
extension School {
    /// The name in lists: the usual short one, or else the family's.
    public var listName: String { shortName ?? name }

    /// "Durham, NC"; nil for neither.
    public var placeText: String? {
        let parts = [city, state].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension Sequence<School> {
    /// The schools by the names that lists show.
    public var inListOrder: [School] {
        let named = map { (key: NameFolding.fold($0.listName), school: $0) }
        return named.sorted { ($0.key, $0.school.id) < ($1.key, $1.school.id) }.map(\.school)
    }
}

/// The texts of the list of schools.
public enum SchoolListText {
    public static let nothingYet = "No schools yet"
    public static let nothingMatches = "No schools match your filters"
}
