/// Phantom tag of `UserID`.
public enum UserTag {}
/// Phantom tag of `FamilyID`.
public enum FamilyTag {}
/// Phantom tag of `SessionID`.
public enum SessionTag {}
/// Phantom tag of `SchoolID`.
public enum SchoolTag: NamedTag {
    public static let noun = "school"
    public static let refusal = "Please select a school"
}
/// Phantom tag of `CoachID`.
public enum CoachTag: NamedTag {
    public static let noun = "coach"
    public static let refusal = "Invalid coach selection"
}
/// Phantom tag of `InteractionID`.
public enum InteractionTag: NamedTag {
    public static let noun = "interaction"
    public static let refusal = "Invalid interaction selection"
}
/// Phantom tag of `FollowUpID`.
public enum FollowUpTag {}
/// Phantom tag of `NudgeID`.
public enum NudgeTag {}
/// Phantom tag of `AttachmentID`.
public enum AttachmentTag {}
/// Phantom tag of `EventID`.
public enum EventTag: NamedTag {
    public static let noun = "event"
    public static let refusal = "Invalid event selection"
}
/// Phantom tag of `MetricID`.
public enum MetricTag: NamedTag {
    public static let noun = "metric"
    public static let refusal = "Invalid metric selection"
}
/// Phantom tag of `ProfileID`.
public enum ProfileTag: NamedTag {
    public static let noun = "profile"
    public static let refusal = "Please select a player"
}
/// Phantom tag of `PostID`.
public enum PostTag {}
/// Phantom tag of `RecordID`.
public enum RecordTag {}
/// Phantom tag of `NotificationID`.
public enum NotificationTag {}
/// Phantom tag of `SavedViewID`.
public enum SavedViewTag {}
/// Phantom tag of `KeptImportID`.
public enum KeptImportTag {}
/// Phantom tag of `UserInvitationID`.
public enum UserInvitationTag {}
/// Phantom tag of `HookID`.
public enum HookTag {}
/// Phantom tag of `HookDeliveryID`.
public enum HookDeliveryTag {}
/// Phantom tag of `DigestID`.
public enum DigestTag {}
/// Phantom tag of `OperationID`.
public enum OperationTag {}
/// Phantom tag of `RequestID`.
public enum RequestTag {}
/// Phantom tag of `TraceID`.
public enum TraceTag {}
/// Phantom tag of `IdempotencyKey`.
public enum KeyTag {}
/// Phantom tag of `ChangeID`.
public enum ChangeTag {}
/// Phantom tag of `BackupID`.
public enum BackupTag {}
/// Phantom tag of `ProducerEpoch`.
public enum ProducerEpochTag {}

public typealias UserID = Identifier<UserTag>
/// The id of a family, the unit of access control (`family_unit_id`).
public typealias FamilyID = Identifier<FamilyTag>
/// The id of a sign-in on one device.
public typealias SessionID = Identifier<SessionTag>
/// The id of a school that a family follows.
public typealias SchoolID = Identifier<SchoolTag>
public typealias CoachID = Identifier<CoachTag>
public typealias InteractionID = Identifier<InteractionTag>
/// The id of a player's settings for a coach in the follow-up queue.
public typealias FollowUpID = Identifier<FollowUpTag>
/// The id of the reminders of a coach to a player.
public typealias NudgeID = Identifier<NudgeTag>
/// The id of a file attached to an interaction; assigned before the upload is complete.
public typealias AttachmentID = Identifier<AttachmentTag>
public typealias EventID = Identifier<EventTag>
public typealias MetricID = Identifier<MetricTag>
/// The id of a player's profile in any of their families: that of the player.
public typealias ProfileID = Identifier<ProfileTag>
public typealias PostID = Identifier<PostTag>
/// The id of a record whose kind is given separately, such as in a list's filter.
public typealias RecordID = Identifier<RecordTag>
public typealias NotificationID = Identifier<NotificationTag>
/// The id of filters that a member saved under a name.
public typealias SavedViewID = Identifier<SavedViewTag>
/// The id of rows that wait for their import.
public typealias KeptImportID = Identifier<KeptImportTag>
/// The id of an operator's invitation to create an account.
public typealias UserInvitationID = Identifier<UserInvitationTag>
/// The id of a change hook.
public typealias HookID = Identifier<HookTag>
/// The id of what a hook delivers: the same for each attempt, however often it is sent.
public typealias HookDeliveryID = Identifier<HookDeliveryTag>
/// The id of the digest of a week for one member.
public typealias DigestID = Identifier<DigestTag>
/// The id of one undoable operation, across services.
public typealias OperationID = Identifier<OperationTag>
/// The id of one request; retries carry the same id.
public typealias RequestID = Identifier<RequestTag>
/// The id that links related work across services.
public typealias TraceID = Identifier<TraceTag>
/// Makes a command idempotent. The caller chooses it at random before the first send.
public typealias IdempotencyKey = Identifier<KeyTag>
/// The id of one change in a service's feed.
public typealias ChangeID = Identifier<ChangeTag>
/// Identifies one numbering of a feed's changes; it changes when the database is restored.
public typealias ProducerEpoch = Identifier<ProducerEpochTag>
/// The id of one backup; a service that waits for a backup knows it by this id.
public typealias BackupID = Identifier<BackupTag>
