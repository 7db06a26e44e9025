/// Shows one coach.
public enum ShowCoach: Operation {
    public static let definition = OperationDefinition.show("coaches", of: .coaches, "Show a coach")

    public typealias Request = RecordRequest<CoachTag>
    public typealias Response = CoachAnswer
}

/// A reply that contains one coach.
@JSONObject
public struct CoachAnswer {
    public var coach: Coach
}

/// The form for adding or editing a coach. The role is assistant by default.
public typealias CoachForm = RecordForm<Coach>

public typealias CoachInput = RecordInput<Coach>

extension RecordForm<Coach> {
    /// Creates a form whose other fields are absent.
    public init(firstName: String? = nil, lastName: String? = nil, schoolID: SchoolID? = nil) {
        self.init([
            \.firstName: firstName, \.lastName: lastName, \.schoolID: schoolID?.text,
        ])
    }
}

/// Adds a coach to the family.
public enum AddCoach: Operation {
    public static let definition = OperationDefinition.add("coaches", of: .coaches, "Add a coach")

    public typealias Request = CoachForm
    /// The warnings name the coaches who are probably the same.
    public typealias Response = AddedRecord<Coach>
}

/// Changes a coach; fails if the version has changed in the meantime.
public enum EditCoach: Operation {
    public static let definition = OperationDefinition.edit(
        "coaches", of: .coaches, "Change a coach")

    public typealias Request = CoachForm
    public typealias Response = CoachAnswer
}
