import Contracts

/// A contact as stored: the direction, time, type and author of an interaction, but not its
/// content.
struct Contact: Hashable {
    let id: InteractionID
    let direction: Direction
    /// The type as a string, so that types of newer versions are accepted.
    let type: String
    let occurredAt: Instant
    let loggedBy: UserID
    /// Whether it is with the school and names no coach.
    let isOfSchool: Bool
}

/// The fields of an interaction in the change feed that are stored.
@JSONObject
struct LoggedContact: Decodable, JSONReadable {
    let id: InteractionID
    let familyUnitID: FamilyID
    let schoolID: SchoolID?
    let coachID: CoachID?
    let otherCoachName: String?
    let direction: Direction
    let type: String
    let occurredAt: Instant?
    let loggedBy: UserID

    /// Whether the contact is with a coach who is not one of the family's.
    var namesOtherCoach: Bool { coachID == nil && otherCoachName != nil }
}
