/// A school that a family follows.
public struct School: Codable, Hashable, Sendable {
    public var id: SchoolID
    public var familyUnitID: FamilyID
    public var name: String
    public var city: String?
    /// The two letters of the state.
    public var state: String?
    public var division: Division?
    public var conference: String?
    public var website: String?
    /// The Twitter handle, without the at sign.
    public var twitterHandle: String?
    /// The Instagram handle, without the at sign.
    public var instagramHandle: String?
    public var notes: String?
    /// The school's id in the national catalogue, if it came from there.
    public var catalogueID: String?
    /// The number of the family's coaches at the school in replies to reads; nil in other replies.
    public var coachCount: Int?
    /// Starts at 1 and increases with each edit.
    public var version: Int
    public var createdAt: Instant
    public var updatedAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, name, city, state, division, conference, website, notes, version
        case familyUnitID = "family_unit_id"
        case twitterHandle = "twitter_handle"
        case instagramHandle = "instagram_handle"
        case catalogueID = "catalogue_id"
        case coachCount = "coach_count"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    public init(
        id: SchoolID, familyUnitID: FamilyID, name: String, city: String?, state: String?,
        division: Division?, conference: String?, website: String?, twitterHandle: String?,
        instagramHandle: String?, notes: String?, catalogueID: String?, version: Int,
        createdAt: Instant, updatedAt: Instant
    ) {
        self.id = id
        self.familyUnitID = familyUnitID
        self.name = name
        self.city = city
        self.state = state
        self.division = division
        self.conference = conference
        self.website = website
        self.twitterHandle = twitterHandle
        self.instagramHandle = instagramHandle
        self.notes = notes
        self.catalogueID = catalogueID
        self.version = version
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Writes every key; missing values are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(name, forKey: .name)
        try container.encode(city, forKey: .city)
        try container.encode(state, forKey: .state)
        try container.encode(division, forKey: .division)
        try container.encode(conference, forKey: .conference)
        try container.encode(website, forKey: .website)
        try container.encode(twitterHandle, forKey: .twitterHandle)
        try container.encode(instagramHandle, forKey: .instagramHandle)
        try container.encode(notes, forKey: .notes)
        try container.encode(catalogueID, forKey: .catalogueID)
        try container.encode(coachCount, forKey: .coachCount)
        try container.encode(version, forKey: .version)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
    }
}

/// A school in the national catalogue, which any family can add to its list.
public struct CatalogueSchool: Codable, Hashable, Sendable {
    /// The catalogue's id (the unit id of the national directory).
    public var catalogueID: String
    public var name: String
    /// Other names, as in the directory.
    public var alias: String?
    public var city: String
    /// The two letters of the state.
    public var state: String
    public var division: Division
    public var conference: String?
    public var website: String?

    enum CodingKeys: String, CodingKey {
        case name, alias, city, state, division, conference, website
        case catalogueID = "catalogue_id"
    }

    public init(
        catalogueID: String, name: String, alias: String?, city: String, state: String,
        division: Division, conference: String?, website: String?
    ) {
        self.catalogueID = catalogueID
        self.name = name
        self.alias = alias
        self.city = city
        self.state = state
        self.division = division
        self.conference = conference
        self.website = website
    }
}
