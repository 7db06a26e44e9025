/// What a form says about a school, for adding and editing. With a catalogue id the catalogue
/// fills what is left out.
public struct SchoolForm: OperationRequest {
    /// The school to edit; absent when one is added.
    public var id: FormField<String>
    /// The version that the edit starts from; absent when one is added.
    public var version: FormField<Int>
    /// The id in the national catalogue.
    public var catalogueID: FormField<String>
    /// The name; must be there without a catalogue id.
    public var name: FormField<String>
    /// The city.
    public var city: FormField<String>
    /// The two letters of the state.
    public var state: FormField<String>
    /// The division.
    public var division: FormField<String>
    /// The conference.
    public var conference: FormField<String>
    /// The web address.
    public var website: FormField<String>
    /// The handle on Twitter.
    public var twitterHandle: FormField<String>
    /// The handle on Instagram.
    public var instagramHandle: FormField<String>
    /// The family's notes.
    public var notes: FormField<String>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, version, name, city, state, division, conference, website, notes
        case catalogueID = "catalogue_id"
        case twitterHandle = "twitter_handle"
        case instagramHandle = "instagram_handle"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// An empty form, but for these entries.
    public init(catalogueID: String? = nil, name: String? = nil) {
        self.catalogueID = FormField(catalogueID)
        self.name = FormField(name)
        id = FormField(nil)
        version = FormField(nil)
        city = FormField(nil)
        state = FormField(nil)
        division = FormField(nil)
        conference = FormField(nil)
        website = FormField(nil)
        twitterHandle = FormField(nil)
        instagramHandle = FormField(nil)
        notes = FormField(nil)
    }

    public func validated() throws(ServiceError) -> SchoolInput {
        var errors = FieldErrors()
        let catalogueID = errors.optionalText(
            catalogueID, named: "catalogue_id", max: 20, "Unknown catalogue id")
        let id: SchoolID? = errors.optionalIdentifier(id, named: "id", "Please select a school")
        let nameText = "School name must have 2 to 255 characters"
        var name: String?
        let isLeftOut = id != nil ? self.name.value == nil : self.name.value?.isEmpty != false
        if self.name.isMalformed || !isLeftOut || id == nil && catalogueID == nil {
            name = errors.requiredText(
                self.name, named: "name", length: CoachLimit.schoolNameLength, nameText)
        }
        let input = SchoolInput(
            id: id, version: errors.optionalVersion(version, named: "version"),
            catalogueID: catalogueID, name: name,
            city: errors.optionalTrimmedText(
                city, named: "city", max: CoachLimit.placeMax,
                "City must be 100 characters or less"),
            state: errors.optionalState(state, named: "state"),
            division: errors.optionalWord(
                division, named: "division",
                "Division must be one of D1, D2, D3, NAIA, JUCO"),
            conference: errors.optionalTrimmedText(
                conference, named: "conference", max: CoachLimit.placeMax,
                "Conference must be 100 characters or less"),
            website: errors.optionalWebAddress(website, named: "website"),
            twitterHandle: errors.optionalTwitterHandle(
                twitterHandle, named: "twitter_handle"),
            instagramHandle: errors.optionalInstagramHandle(
                instagramHandle, named: "instagram_handle"),
            notes: errors.optionalNotes(notes, named: "notes"),
            cleared: id == nil ? [] : emptied)
        try errors.throwIfAny()
        return input
    }

    /// The entries that are given without a text. What is absent, or `null`, says nothing.
    private var emptied: Set<SchoolInput.Entry> {
        let entries: [(SchoolInput.Entry, FormField<String>)] = [
            (.city, city), (.state, state), (.division, division), (.conference, conference),
            (.website, website), (.twitterHandle, twitterHandle),
            (.instagramHandle, instagramHandle), (.notes, notes),
        ]
        return Set(entries.filter { $0.1.isEmptied }.map(\.0))
    }
}

/// A right form about a school. When editing, what is `nil` stays as it is, unless it is cleared.
public struct SchoolInput: Sendable {
    /// The entries that a school may be without.
    public enum Entry: Hashable, Sendable, CaseIterable {
        case city, state, division, conference, website, twitterHandle, instagramHandle, notes
    }

    /// The school to edit.
    public let id: SchoolID?
    /// The version that the edit starts from.
    public let version: Int?
    /// The id in the national catalogue.
    public let catalogueID: String?
    /// The name; `nil` if the catalogue gives it.
    public let name: String?
    /// The city.
    public let city: String?
    /// The two letters of the state.
    public let state: String?
    /// The division.
    public let division: Division?
    /// The conference.
    public let conference: String?
    /// The web address.
    public let website: String?
    /// The handle on Twitter.
    public let twitterHandle: String?
    /// The handle on Instagram.
    public let instagramHandle: String?
    /// The family's notes.
    public let notes: String?
    /// What an edit takes away, having named it with an empty text.
    public let cleared: Set<Entry>
}
