/// What a user's id stands for.
public enum UserTag {}
/// What a family's id stands for.
public enum FamilyTag {}
/// What a session's id stands for.
public enum SessionTag {}
/// What a school's id stands for.
public enum SchoolTag {}
/// What a coach's id stands for.
public enum CoachTag {}
/// What an interaction's id stands for.
public enum InteractionTag {}
/// What an attached file's id stands for.
public enum AttachmentTag {}
/// What a recruiting event's id stands for.
public enum EventTag {}
/// What a performance metric's id stands for.
public enum MetricTag {}
/// What a social post's id stands for.
public enum PostTag {}
/// What the id of a record stands for whose kind is told beside it.
public enum RecordTag {}
/// What a notification's id stands for.
public enum NotificationTag {}
/// What an undoable operation's id stands for.
public enum OperationTag {}
/// What a request's id stands for.
public enum RequestTag {}
/// What a trace's id stands for.
public enum TraceTag {}
/// What an idempotency key stands for.
public enum KeyTag {}
/// What a change's id in a service's feed stands for.
public enum ChangeTag {}
/// What a backup's id stands for.
public enum BackupTag {}
/// What the epoch of a change feed stands for: it changes when a database is restored.
public enum ProducerEpochTag {}

/// Names a user.
public typealias UserID = Identifier<UserTag>
/// Names a family: the border of access (`family_unit_id`).
public typealias FamilyID = Identifier<FamilyTag>
/// Names a sign-in on one device.
public typealias SessionID = Identifier<SessionTag>
/// Names a school that a family follows.
public typealias SchoolID = Identifier<SchoolTag>
/// Names a coach.
public typealias CoachID = Identifier<CoachTag>
/// Names a logged interaction.
public typealias InteractionID = Identifier<InteractionTag>
/// Names a file that is attached to an interaction, also while it is uploaded.
public typealias AttachmentID = Identifier<AttachmentTag>
/// Names a recruiting event.
public typealias EventID = Identifier<EventTag>
/// Names a recorded performance metric.
public typealias MetricID = Identifier<MetricTag>
/// Names a social post.
public typealias PostID = Identifier<PostTag>
/// Names a record whose kind is told beside it, such as in a list's filter.
public typealias RecordID = Identifier<RecordTag>
/// Names a notification of one user.
public typealias NotificationID = Identifier<NotificationTag>
/// Names one undoable operation, across services.
public typealias OperationID = Identifier<OperationTag>
/// Names one request; its repetitions carry the same id.
public typealias RequestID = Identifier<RequestTag>
/// Names what belongs together across services.
public typealias TraceID = Identifier<TraceTag>
/// Makes a command idempotent: chosen at random by the caller, before the first send.
public typealias IdempotencyKey = Identifier<KeyTag>
/// Names one change in a service's feed.
public typealias ChangeID = Identifier<ChangeTag>
/// Names the life of one feed's numbering.
public typealias ProducerEpoch = Identifier<ProducerEpochTag>
/// Names a backup while it is made or put back.
public typealias BackupID = Identifier<BackupTag>
