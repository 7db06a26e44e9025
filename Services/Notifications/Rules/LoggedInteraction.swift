import Contracts

/// The fields of an interaction in the change feed that alerts use.
@JSONObject
struct LoggedInteraction: Decodable, JSONReadable, Hashable {
    let id: InteractionID
    let familyUnitID: FamilyID
    let type: InteractionType
    let direction: Direction
    let coachName: String?
    let otherCoachName: String?
    let loggedBy: UserID
    /// The parent who entered it for the logger.
    var enteredBy: UserID?

    /// Who knows of it already, because they typed it.
    var typedBy: UserID { enteredBy ?? loggedBy }

    /// The name of a coach whose name is unknown.
    static let someCoach = "A coach"

    /// Whether members are alerted of it.
    var alerts: Bool { direction == .inbound }

    /// The coach's name when the interaction was logged.
    var whoReachedOut: String { coachName ?? otherCoachName ?? Self.someCoach }

    /// The alert's heading (DOMAIN, Alerts).
    var alertTitle: String { "New Contact from \(whoReachedOut)" }

    /// The alert's text (DOMAIN, Alerts).
    var alertMessage: String {
        "\(whoReachedOut) reached out via \(type.label). View the interaction to see details."
    }
}
