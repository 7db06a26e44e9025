/// A school that a family follows.
public struct School: Codable, Hashable, Sendable {
    /// The school's id.
    public var id: SchoolID
    /// The family that follows it.
    public var familyUnitID: FamilyID
    /// The name.
    public var name: String
    /// The city.
    public var city: String?
    /// The two letters of the state.
    public var state: String?
    /// The division it plays in.
    public var division: Division?
    /// The conference it plays in.
    public var conference: String?
    /// Its web address.
    public var website: String?
    /// Its handle on Twitter, without the at sign.
    public var twitterHandle: String?
    /// Its handle on Instagram, without the at sign.
    public var instagramHandle: String?
    /// The family's notes.
    public var notes: String?
    /// Its id in the national catalogue, if it came from there.
    public var catalogueID: String?
    /// How many coaches the family knows there, in answers that read; `nil` in others.
    public var coachCount: Int?
    /// Counts the edits, from 1.
    public var version: Int
    /// When it was added.
    public var createdAt: Instant
    /// When it was last changed.
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

    /// A school with these particulars.
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

    /// Writes every key; what is missing is `null`.
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

/// A school of the national catalogue, which every family can take in.
public struct CatalogueSchool: Codable, Hashable, Sendable {
    /// The catalogue's id (the unit id of the national directory).
    public var catalogueID: String
    /// The name.
    public var name: String
    /// Other names, as the directory gives them.
    public var alias: String?
    /// The city.
    public var city: String
    /// The two letters of the state.
    public var state: String
    /// The division it plays in.
    public var division: Division
    /// The conference it plays in.
    public var conference: String?
    /// Its web address.
    public var website: String?

    enum CodingKeys: String, CodingKey {
        case name, alias, city, state, division, conference, website
        case catalogueID = "catalogue_id"
    }

    /// A catalogue entry with these particulars.
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
