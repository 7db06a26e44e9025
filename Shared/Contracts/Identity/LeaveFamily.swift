/// Ends the caller's membership in the active family. What they logged stays with the family; a
/// player may still export it.
public enum LeaveFamily: Operation {
    public static let name = "families.leave"
    public static let service: ServiceName? = .identity
    public static let isReadOnly = false
    public static let access = Access.members
    public static let summary = "Leave the family; what you logged stays with it"

    public typealias Request = EmptyRequest

    /// What was left.
    public struct Response: Codable, Sendable {
        /// The family that was left.
        public var left: FamilyID
        /// The code that leads back, if nobody is in the family any more who could give it.
        public var returnCode: String?

        enum CodingKeys: String, CodingKey {
            case left
            case returnCode = "return_code"
        }

        /// The answer with these parts.
        public init(left: FamilyID, returnCode: String?) {
            self.left = left
            self.returnCode = returnCode
        }
    }
}

/// A family that somebody was a player of.
public struct LeftFamily: Codable, Hashable, Sendable {
    /// The family's id.
    public var familyUnitID: FamilyID
    /// The family's name.
    public var name: String
    /// When the membership ended.
    public var leftAt: Instant

    enum CodingKeys: String, CodingKey {
        case name
        case familyUnitID = "family_unit_id"
        case leftAt = "left_at"
    }

    /// A family with these particulars.
    public init(familyUnitID: FamilyID, name: String, leftAt: Instant) {
        self.familyUnitID = familyUnitID
        self.name = name
        self.leftAt = leftAt
    }
}
