/// What becomes of two schools that are one: the kept one has its own values, and those of the
/// other where its own are missing. The notes of both are kept.
public struct SchoolMerge: Hashable, Sendable {
    /// The school that stays, as it was.
    public let kept: School
    /// The school that goes.
    public let other: School
    /// The school that stays, as it becomes. Version and time of the change are not set.
    public let result: School
    /// The fields of the result that are the other's, in the order of the form. `notes` is among
    /// them if both have notes.
    public let filled: [String]

    /// The texts that are filled where the kept school has none, and that an undo takes back.
    private static var texts: [(name: String, field: WritableKeyPath<School, String?>)] {
        [
            ("city", \.city), ("state", \.state), ("conference", \.conference),
            ("website", \.website), ("twitter_handle", \.twitterHandle),
            ("instagram_handle", \.instagramHandle),
        ]
    }

    /// Merges two schools. Throws `validation_failed` if the notes of both are too long together.
    public init(keeping kept: School, other: School) throws(ServiceError) {
        self.kept = kept
        self.other = other
        var fields = MergedFields(keeping: kept, other: other)
        for (name, field) in Self.texts {
            // A city without its state, or with another one, would be nowhere.
            if name == "city", kept.state != nil, kept.state != other.state { continue }
            fields.fill(name, field)
        }
        fields.fill("division", \.division)
        try fields.joinNotes(\.notes)
        // The aliases of the catalogue's school come with its id.
        fields.fill("catalogue_id", \.catalogueID)
        result = fields.result
        filled = fields.filled
    }

    /// Takes a merge back: fields that are as the merge left them become what they were before, and
    /// later changes stay. With nothing changed since, the school is as before, version and time of
    /// the change included.
    public static func undone(_ current: School, before: School, after: School) -> School {
        var school = current
        let fields = texts.map { $0.field } + [\School.notes, \.catalogueID]
        for field in fields where school[keyPath: field] == after[keyPath: field] {
            school[keyPath: field] = before[keyPath: field]
        }
        if school.division == after.division { school.division = before.division }
        if current.version == after.version {
            (school.version, school.updatedAt) = (before.version, before.updatedAt)
        }
        return school
    }

    /// The fields that one of the schools has, of both and of the result.
    public var sideBySide: [MergeRow] {
        let fields: [(String, (School) -> String?)] = [
            ("Name", { $0.name }), ("City", { $0.city }), ("State", { $0.state }),
            ("Division", { $0.division?.rawValue }), ("Conference", { $0.conference }),
            ("Website", { $0.website }), ("Twitter", { $0.twitterHandle }),
            ("Instagram", { $0.instagramHandle }), ("Notes", { $0.notes }),
            ("Catalogue", { $0.catalogueID }),
        ]
        return MergeRow.rows(of: fields, kept, other, result)
    }
}
