import Contracts

/// What alerts need of an interaction, as the change feed carries it; whatever else a record has
/// is of no interest.
struct LoggedInteraction: Decodable, Hashable {
    let id: InteractionID
    let familyUnitID: FamilyID
    let type: InteractionType
    let direction: Direction
    let coachName: String?
    let otherCoachName: String?
    let loggedBy: UserID

    enum CodingKeys: String, CodingKey {
        case id, type, direction
        case familyUnitID = "family_unit_id"
        case coachName = "coach_name"
        case otherCoachName = "other_coach_name"
        case loggedBy = "logged_by"
    }

    /// What a coach is called whose name is not known.
    static let someCoach = "A coach"

    /// Whether members are told of it.
    var alerts: Bool { direction == .inbound }

    /// Who reached out, as it was known when the interaction was logged.
    var whoReachedOut: String { coachName ?? otherCoachName ?? Self.someCoach }

    /// The alert's heading (DOMAIN, Alerts).
    var alertTitle: String { "New Contact from \(whoReachedOut)" }

    /// The alert's text (DOMAIN, Alerts).
    var alertMessage: String {
        "\(whoReachedOut) reached out via \(type.label). View the interaction to see details."
    }
}
