/// The form for adding or editing a school. With a catalogue id, the catalogue supplies the absent
/// fields.
public struct SchoolForm: OperationRequest {
    /// The school to edit; absent for a new school.
    public var id: FormField<String>
    /// The version that the edit is based on; absent for a new school.
    public var version: FormField<Int>
    /// The id in the national catalogue.
    public var catalogueID: FormField<String>
    /// The name; required without a catalogue id.
    public var name: FormField<String>
    public var city: FormField<String>
    /// The two letters of the state.
    public var state: FormField<String>
    public var division: FormField<String>
    public var conference: FormField<String>
    public var website: FormField<String>
    public var twitterHandle: FormField<String>
    public var instagramHandle: FormField<String>
    public var notes: FormField<String>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, version, name, city, state, division, conference, website, notes
        case catalogueID = "catalogue_id"
        case twitterHandle = "twitter_handle"
        case instagramHandle = "instagram_handle"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// Creates a form whose other fields are absent.
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

    /// The properties given as blank text. Absent fields and `null` do not count.
    private var emptied: Set<SchoolInput.Entry> {
        let entries: [(SchoolInput.Entry, FormField<String>)] = [
            (.city, city), (.state, state), (.division, division), (.conference, conference),
            (.website, website), (.twitterHandle, twitterHandle),
            (.instagramHandle, instagramHandle), (.notes, notes),
        ]
        return Set(entries.filter { $0.1.isEmptied }.map(\.0))
    }
}

/// A validated school form. In an edit, nil leaves a property unchanged unless it is cleared.
public struct SchoolInput: Sendable {
    /// The optional properties of a school.
    public enum Entry: Hashable, Sendable, CaseIterable {
        case city, state, division, conference, website, twitterHandle, instagramHandle, notes
    }

    public let id: SchoolID?
    /// The version that the edit is based on.
    public let version: Int?
    /// The id in the national catalogue.
    public let catalogueID: String?
    /// The name; nil if the catalogue supplies it.
    public let name: String?
    public let city: String?
    /// The two letters of the state.
    public let state: String?
    public let division: Division?
    public let conference: String?
    public let website: String?
    public let twitterHandle: String?
    public let instagramHandle: String?
    public let notes: String?
    /// The properties that an edit clears, given as blank text.
    public let cleared: Set<Entry>
}
