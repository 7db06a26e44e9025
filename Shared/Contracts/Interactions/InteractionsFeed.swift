/// The types of changes that interactions publishes. A change of one record carries the whole
/// record (`Interaction`); a change of an import carries a part of its rows.
public enum InteractionsFeed {
    /// An interaction was logged.
    public static let created = "interaction.created"
    /// An interaction was edited, or a file was attached to it, removed from it or restored.
    public static let changed = "interaction.changed"
    /// An edit reversed the direction of an interaction, perhaps with other fields.
    public static let reversed = "interaction.reversed"
    /// An interaction was deleted.
    public static let deleted = "interaction.deleted"
    /// A deleted interaction was restored.
    public static let restored = "interaction.restored"
    /// An import added interactions: `ImportedPayload`. It causes no notifications.
    public static let imported = "interactions.imported"
    /// An import was undone: `RemovedPayload`.
    public static let removed = "interactions.removed"
    /// A player decided when to contact a coach: `FollowUpPayload`.
    public static let followUpChanged = "follow_up.changed"
    /// Members are reminded that a player's follow-up is overdue: `NudgePayload`.
    public static let followUpNudged = "follow_up.nudged"
    /// Reminders about a coach who was erased are no longer valid: `RemovedPayload` with the ids
    /// of the reminders.
    public static let nudgesErased = "follow_up.nudges_erased"
    /// A player stored or removed the family's contact windows: `ContactWindowsPayload`.
    public static let windowsReplaced = "contact_windows.replaced"

    /// Interactions that were added together.
    @JSONObject
    public struct ImportedPayload: Hashable {
        public var interactions: [Interaction]
    }

    public typealias RemovedPayload = CoachesFeed.RemovedPayload

    /// The family's contact windows after a change, all of them.
    @JSONObject
    public struct ContactWindowsPayload: Hashable {
        public var familyUnitID: FamilyID
        public var windows: [ContactWindow]
    }

    /// A player's settings for a coach, or for a contact that names none of the family's coaches.
    @JSONObject(nulls: true)
    public struct FollowUpPayload: FollowUpSubject, Hashable {
        public var id: FollowUpID
        public var familyUnitID: FamilyID
        public var playerID: UserID
        public var coachID: CoachID?
        public var contactID: InteractionID?
        public var coachName: String?
        public var schoolName: String?
        /// The cadence, if it is not the usual one.
        public var cadenceDays: Int?
        public var decision: FollowUpDecision?
        /// The day that was decided on.
        public var dueOn: CivilDay?
    }

    /// A reminder of an overdue follow-up. Each week's reminder of the same follow-up replaces the
    /// one before.
    @JSONObject(nulls: true)
    public struct NudgePayload: FollowUpSubject, Hashable {
        /// The id of all reminders of this coach to this player; the contact's, if there is no
        /// coach.
        public var id: NudgeID
        public var familyUnitID: FamilyID
        public var playerID: UserID
        /// The player's name, if it can be resolved.
        public var playerName: String?
        public var coachID: CoachID?
        public var contactID: InteractionID?
        public var coachName: String?
        public var schoolName: String?
        public var reason: FollowUpReason
        /// The day on which the contact was due.
        public var dueOn: CivilDay
        /// The members who are reminded: the player and parents, if they want reminders.
        public var recipients: [UserID]
    }
}
