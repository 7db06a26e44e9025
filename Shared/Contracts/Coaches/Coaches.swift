/// Shows one coach.
public enum ShowCoach: Operation {
    public static let name = "coaches.show"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "Show a coach"

    /// Which one.
    public struct Request: OperationRequest {
        /// The coach.
        public var id: CoachID

        enum CodingKeys: String, CodingKey, CaseIterable {
            case id
        }

        public static var fieldNames: [String] { CodingKeys.allCases.map(\.rawValue) }

        /// The request for this coach.
        public init(id: CoachID) {
            self.id = id
        }
    }

    public typealias Response = CoachAnswer
}

/// An answer that is one coach.
public struct CoachAnswer: Codable, Sendable {
    /// The coach.
    public var coach: Coach

    /// The answer for this coach.
    public init(coach: Coach) {
        self.coach = coach
    }
}

/// What a form says about a coach, for adding and editing.
public struct CoachForm: OperationRequest {
    /// The coach to edit; absent when one is added.
    public var id: FormField<String>
    /// The version that the edit starts from; absent when one is added.
    public var version: FormField<Int>
    /// The school.
    public var schoolID: FormField<String>
    /// The place in the staff; an assistant by default.
    public var role: FormField<String>
    /// The first name.
    public var firstName: FormField<String>
    /// The last name.
    public var lastName: FormField<String>
    /// The e-mail address.
    public var email: FormField<String>
    /// The phone number.
    public var phone: FormField<String>
    /// The handle on Twitter.
    public var twitterHandle: FormField<String>
    /// The handle on Instagram.
    public var instagramHandle: FormField<String>
    /// The family's notes.
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

    /// A form with these entries, the others absent.
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

    /// The entries that are given without a text. What is absent, or `null`, says nothing.
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

/// A right form about a coach. When editing, what is `nil` stays as it is, unless it is cleared.
public struct CoachInput: Sendable {
    /// The entries that a coach may be without.
    public enum Entry: Hashable, Sendable, CaseIterable {
        case schoolID, email, phone, twitterHandle, instagramHandle, notes
    }

    /// The coach to edit.
    public let id: CoachID?
    /// The version that the edit starts from.
    public let version: Int?
    /// The school.
    public let schoolID: SchoolID?
    /// The place in the staff.
    public let role: CoachRole?
    /// The first name.
    public let firstName: String?
    /// The last name.
    public let lastName: String?
    /// The e-mail address.
    public let email: String?
    /// The phone number.
    public let phone: String?
    /// The handle on Twitter.
    public let twitterHandle: String?
    /// The handle on Instagram.
    public let instagramHandle: String?
    /// The family's notes.
    public let notes: String?
    /// What an edit takes away, having named it with an empty text.
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

/// Changes a coach, if nobody changed the coach in between.
public enum EditCoach: Operation {
    public static let name = "coaches.edit"
    public static let service: ServiceName? = .coaches
    public static let isReadOnly = false
    public static let access = Access.family([.player], refusal: "Only players can edit coaches")
    public static let summary = "Change a coach"

    public typealias Request = CoachForm
    public typealias Response = CoachAnswer
}
