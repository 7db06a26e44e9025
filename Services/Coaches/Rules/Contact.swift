import Contracts

/// What is kept of an interaction: whom it was with, which way it went, and when. Nothing of what
/// was said.
struct Contact: Hashable {
    let id: InteractionID
    let direction: Direction
    /// The word for the kind of contact, also one that only a newer program knows.
    let type: String
    let occurredAt: Instant
    let loggedBy: UserID
    /// Whether it is with the school, and names no coach.
    let isOfSchool: Bool
}

/// What the change feed tells of an interaction, as far as it is kept.
struct LoggedContact: Decodable {
    let id: InteractionID
    let familyUnitID: FamilyID
    let schoolID: SchoolID?
    let coachID: CoachID?
    let otherCoachName: String?
    let direction: Direction
    let type: String
    let occurredAt: Instant?
    let loggedBy: UserID

    enum CodingKeys: String, CodingKey {
        case id, direction, type
        case familyUnitID = "family_unit_id"
        case schoolID = "school_id"
        case coachID = "coach_id"
        case otherCoachName = "other_coach_name"
        case occurredAt = "occurred_at"
        case loggedBy = "logged_by"
    }
}
