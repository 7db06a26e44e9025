/// Shows one coach.
public enum ShowCoach: Operation {
    public static let name = "coaches.show"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show a coach"

    /// The coach to show.
    public struct Request: OperationRequest {
        public var id: CoachID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        public init(id: CoachID) {
            self.id = id
        }
    }

    public typealias Response = CoachAnswer
}

/// A reply that contains one coach.
public struct CoachAnswer: Codable, Sendable {
    public var coach: Coach

    public init(coach: Coach) {
        self.coach = coach
    }
}

/// The form for adding or editing a coach.
public struct CoachForm: OperationRequest {
    /// The coach to edit; absent for a new coach.
    public var id: FormField<String>
    /// The version that the edit is based on; absent for a new coach.
    public var version: FormField<Int>
    public var schoolID: FormField<String>
    /// The role; assistant by default.
    public var role: FormField<String>
    public var firstName: FormField<String>
    public var lastName: FormField<String>
    public var email: FormField<String>
    public var phone: FormField<String>
    public var twitterHandle: FormField<String>
    public var instagramHandle: FormField<String>
    public var notes: FormField<String>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, version, role, email, phone, notes
        case schoolID = "school_id"
        case firstName = "first_name"
        case lastName = "last_name"
        case twitterHandle = "twitter_handle"
        case instagramHandle = "instagram_handle"
    }

    public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

    /// Creates a form whose other fields are absent.
    public init(firstName: String? = nil, lastName: String? = nil, schoolID: SchoolID? = nil) {
        self.firstName = FormField(firstName)
        self.lastName = FormField(lastName)
        self.schoolID = FormField(schoolID?.text)
        id = FormField(nil)
        version = FormField(nil)
        role = FormField(nil)
        email = FormField(nil)
        phone = FormField(nil)
        twitterHandle = FormField(nil)
        instagramHandle = FormField(nil)
        notes = FormField(nil)
    }

    public func validated() throws(ServiceError) -> CoachInput {
        var errors = FieldErrors()
        let id: CoachID? = errors.optionalIdentifier(id, named: "id", "Invalid coach selection")
        let input = CoachInput(
            id: id, version: errors.optionalVersion(version, named: "version"),
            schoolID: errors.optionalIdentifier(
                schoolID, named: "school_id", "Please select a school"),
            role: errors.optionalWord(
                role, named: "role", "Role must be one of head, assistant, recruiting"),
            firstName: errors.name(firstName, named: "first_name", "first name", isEdit: id != nil),
            lastName: errors.name(lastName, named: "last_name", "last name", isEdit: id != nil),
            email: errors.optionalEmail(email, named: "email"),
            phone: errors.optionalPhone(phone, named: "phone"),
            twitterHandle: errors.optionalTwitterHandle(twitterHandle, named: "twitter_handle"),
            instagramHandle: errors.optionalInstagramHandle(
                instagramHandle, named: "instagram_handle"),
            notes: errors.optionalNotes(notes, named: "notes"),
            cleared: id == nil ? [] : emptied)
        try errors.throwIfAny()
        return input
    }

    /// The properties given as blank text. Absent fields and `null` do not count.
    private var emptied: Set<CoachInput.Entry> {
        let entries: [(CoachInput.Entry, FormField<String>)] = [
            (.schoolID, schoolID), (.email, email), (.phone, phone),
            (.twitterHandle, twitterHandle), (.instagramHandle, instagramHandle), (.notes, notes),
        ]
        return Set(entries.filter { $0.1.isEmptied }.map(\.0))
    }
}

extension FieldErrors {
    fileprivate mutating func name(
        _ field: FormField<String>, named name: String, _ label: String, isEdit: Bool
    ) -> String? {
        if isEdit, field.value == nil, !field.isMalformed {
            return nil
        }
        return requiredText(
            field, named: name, length: CoachLimit.nameLength,
            "Please enter a \(label) (1-100 characters)")
    }
}

/// A validated coach form. In an edit, nil leaves a property unchanged unless it is cleared.
public struct CoachInput: Sendable {
    /// The optional properties of a coach.
    public enum Entry: Hashable, Sendable, CaseIterable {
        case schoolID, email, phone, twitterHandle, instagramHandle, notes
    }

    public let id: CoachID?
    /// The version that the edit is based on.
    public let version: Int?
    public let schoolID: SchoolID?
    public let role: CoachRole?
    public let firstName: String?
    public let lastName: String?
    public let email: String?
    public let phone: String?
    public let twitterHandle: String?
    public let instagramHandle: String?
    public let notes: String?
    /// The properties that an edit clears, given as blank text.
    public let cleared: Set<Entry>
}

/// Adds a coach to the family.
public enum AddCoach: Operation {
    public static let name = "coaches.add"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can add coaches")
    public static let summary = "Add a coach"

    public typealias Request = CoachForm
    public typealias Response = CoachAnswer
}

/// Changes a coach; fails if the version has changed in the meantime.
public enum EditCoach: Operation {
    public static let name = "coaches.edit"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can edit coaches")
    public static let summary = "Change a coach"

    public typealias Request = CoachForm
    public typealias Response = CoachAnswer
}
