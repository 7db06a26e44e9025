/// Why two records are probably the same one.
public enum DuplicateReason: String, LabelledWord, Codable, JSONWritable, Hashable, Sendable,
    CaseIterable
{
    /// Both have this e-mail address, in any case.
    case email
    /// Both have this phone number, however it is written.
    case phone
    /// Both have this name, whatever its case, accents and dots: coaches at one school, schools not
    /// in two states. Schools may also be called by two names of one school.
    case name
    /// Both schools have a coach of this name.
    case coach

    /// What is the same, in a sentence: `e-mail address`.
    public var subject: String {
        switch self {
        case .email: "e-mail address"
        case .phone: "phone number"
        case .name: "name"
        case .coach: "coach"
        }
    }
}

/// Limits of the search for records that are there twice.
public enum DuplicateLimit {
    /// The maximum number of groups that an answer lists.
    public static let groupsMax = 100
    /// The maximum number of records that a group lists.
    public static let recordsMax = 20
    /// The maximum number of records that a warning about a new record names.
    public static let namedMax = 3
}

/// What pages and terminals say about records that are there twice.
public enum DuplicateText {
    public static let title = "Possible duplicates"
    public static let nothing = "No duplicates found"

    /// "Same e-mail address and name".
    public static func reasons(_ reasons: [DuplicateReason]) -> String {
        "Same " + DeletionText.listed(reasons.map(\.subject))
    }

    /// The warning about a new record: "Possible duplicate: Pat Doyle (Duke) has the same name".
    public static func warning(
        _ name: String, at place: String?, _ reasons: [DuplicateReason]
    ) -> String {
        "Possible duplicate: \(named(name, at: place)) has the same "
            + DeletionText.listed(reasons.map(\.subject))
    }

    /// A record with what tells it from others of its name: "Pat Doyle (Duke)".
    public static func named(_ name: String, at place: String?) -> String {
        place.map { "\(name) (\($0))" } ?? name
    }

    /// The warning about a row of a file that is like an earlier one: "Possible duplicate: Pat
    /// Doyle in line 2 has the same name".
    public static func warning(
        _ name: String, inLine line: Int, _ reasons: [DuplicateReason]
    ) -> String {
        warning("\(name) in line \(line)", at: nil, reasons)
    }

    /// The warning about a school added by hand that the catalogue has: "The national catalogue has
    /// it as Duke University (Durham, NC; id 198419)"; nil for none.
    public static func proposal(_ schools: [CatalogueSchool]) -> String? {
        let named = schools.prefix(DuplicateLimit.namedMax).map { school in
            "\(school.name) (\(school.city), \(school.state); id \(school.catalogueID))"
        }
        guard !named.isEmpty else { return nil }
        return "The national catalogue \(schools.count == 1 ? "has" : "may have") it as "
            + named.joined(separator: " or ")
    }

    /// "3 groups of records may be one each".
    public static func summary(_ total: Int, shown: Int) -> String {
        CountedNoun.text(total, "possible_duplicates")
            + (shown < total ? ", \(shown) shown" : "")
    }
}
