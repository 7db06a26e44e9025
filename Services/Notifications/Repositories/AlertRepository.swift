import Contracts
import DataServiceKit
import Storage

/// Writes the alerts of interactions, sign-ins and hooks, and reminders. It runs in the background
/// and has no caller.
struct AlertRepository {
    let transaction: WriteTransaction

    init(_ transaction: WriteTransaction) { self.transaction = transaction }

    /// Alerts the author and the parents who wanted alerts when the interaction was logged, once.
    /// The alert of whoever typed it is already read. Recipients are chosen once: reading the feed
    /// again restores the existing alerts.
    func tell(_ logged: LoggedInteraction, at instant: Instant) throws {
        guard try giveBack(logged.id) == 0 else { return }
        let periods = try transaction.rows(AlertStatements.periods, logged.familyUnitID) { row in
            AlertPeriod(
                userID: try row.identifier(0), role: try row.word(3), begins: try row.instant(1),
                ends: try row.instantOrNil(2))
        }
        for user in AlertPeriod.users(of: periods, at: instant, author: logged.loggedBy) {
            try store(
                AlertStatements.insert, .inboundInteraction, for: user, in: logged.familyUnitID,
                (logged.alertTitle, logged.alertMessage), about: .interaction, logged.id,
                at: instant, readAt: user == logged.typedBy ? instant : nil)
        }
    }

    /// Stores a notification by one of the statements, which have the same values.
    private func store<Tag>(
        _ sql: String, _ type: NotificationType, for user: UserID, in family: FamilyID,
        _ text: (title: String, message: String), _ priority: NotificationPriority = .normal,
        about record: RelatedEntityType, _ id: Identifier<Tag>, at instant: Instant,
        readAt: Instant? = nil
    ) throws {
        try transaction.execute(
            sql, user, -instant.milliseconds, NotificationID.make(at: instant), family,
            type.rawValue, text.title, text.message, priority.rawValue, record.rawValue, id,
            instant, readAt)
    }

    /// Tells a user of a sign-in, once. A notification belongs to a family, so that a user without
    /// one is not told.
    func tell(_ device: IdentityFeed.DevicePayload, at instant: Instant) throws {
        guard let family = device.familyUnitID else { return }
        try store(
            AlertStatements.insertOnce, .newDevice, for: device.userID, in: family,
            NotificationListText.newDevice(device.name), .high, about: .session,
            device.sessionID, at: instant)
    }

    /// Tells a user of a change of their account, once. A user without a family is not told.
    func tell(_ text: AccountText.Text, _ user: UserID, _ change: Change) throws {
        let family = try transaction.first(AlertStatements.familyOf, user) { row in
            try row.identifierOrNil(0) as FamilyID?
        }
        guard let family, let family else { return }
        try store(
            AlertStatements.insertOnce, .account, for: user, in: family, text, .high,
            about: .account, change.eventID, at: change.occurredAt)
    }

    /// Tells the members of a family, but for one, of a change, once.
    func tell(
        _ text: AccountText.Text, family: FamilyID, except concerned: UserID?, _ change: Change
    ) throws {
        let members: [UserID] = try transaction.rows(AlertStatements.members, family) {
            try $0.identifier(0)
        }
        for user in members where user != concerned {
            try store(
                AlertStatements.insertOnce, .members, for: user, in: family, text, .high,
                about: .family, change.eventID, at: change.occurredAt,
                readAt: user == change.actor ? change.occurredAt : nil)
        }
    }

    /// The name of somebody who is or was a member; nil for nobody, and for the operator.
    func name(of user: UserID?, in family: FamilyID) throws -> String? {
        guard let user else { return nil }
        return try transaction.first(AlertStatements.nameOf, family, user) { try $0.text(0) }
    }

    /// Tells a player that their change hook was switched off, once for each time.
    func tell(_ hook: HooksFeed.HookPayload, at instant: Instant) throws {
        try store(
            AlertStatements.remind, .hookOff, for: hook.userID, in: hook.familyUnitID,
            NotificationListText.hookOff(hook.name), .high, about: .hook, hook.id, at: instant)
    }

    /// Tells a member that a digest is there.
    func tell(
        _ digest: MadeDigest, _ id: DigestID, to wish: DigestWish, at instant: Instant
    ) throws {
        try store(
            AlertStatements.insertOnce, .weeklyDigest, for: wish.user, in: wish.family,
            (digest.title, digest.subtitle), about: .digest, id, at: instant)
    }

    /// Reminds members of an overdue follow-up. A newer reminder of the same follow-up takes the
    /// place of the one before and is unread; an older one, which the feed tells again, is ignored.
    func remind(_ nudge: InteractionsFeed.NudgePayload, at instant: Instant) throws {
        for user in nudge.recipients {
            try store(
                AlertStatements.remind, .followUpReminder, for: user, in: nudge.familyUnitID,
                NotificationListText.reminder(nudge, to: user), about: .followUp, nudge.id,
                at: instant)
        }
    }

    /// Deletes the reminders of a coach who was erased.
    func erase(_ nudge: NudgeID) throws {
        try transaction.execute(AlertStatements.eraseReminders, nudge)
    }

    /// Gives the alerts of an edited interaction its words. Those that were read stay read.
    func revise(_ logged: LoggedInteraction) throws {
        try transaction.execute(
            AlertStatements.revise, logged.id, logged.alertTitle, logged.alertMessage)
    }

    /// Hides the alerts of a deleted interaction, or of one that is no longer inbound.
    func withdraw(_ interaction: InteractionID, at instant: Instant) throws {
        try transaction.execute(AlertStatements.withdraw, interaction, instant)
    }

    /// Deletes the withdrawn alerts of a purged interaction, and the reminders to answer it, whose
    /// id is that of a contact without a coach.
    func erase(_ interaction: InteractionID) throws {
        try transaction.execute(AlertStatements.erase, interaction)
        try transaction.execute(AlertStatements.eraseReminders, interaction)
    }

    /// Restores the alerts of an interaction with their read state. Returns how many there are.
    @discardableResult
    func giveBack(_ interaction: InteractionID) throws -> Int64 {
        try transaction.execute(AlertStatements.giveBack, interaction)
    }

    func withdrawAll() throws {
        try transaction.execute(AlertStatements.withdrawAll)
    }
}

/// The SQL for alerts.
enum AlertStatements {
    /// The start and role of a member's current period. ?1 family, ?2 user.
    static let lasting = """
        SELECT begins_at, role FROM alert_spells
        WHERE family_unit_id = ?1 AND user_id = ?2 AND ends_at IS NULL
        """
    /// ?3 is the position of the change in identity's feed.
    static let begin = """
        INSERT INTO alert_spells (family_unit_id, user_id, began_with, begins_at, role)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """
    static let end = """
        UPDATE alert_spells SET ends_at = ?3
        WHERE family_unit_id = ?1 AND user_id = ?2 AND ends_at IS NULL
        """
    static let periods = """
        SELECT user_id, begins_at, ends_at, role FROM alert_spells WHERE family_unit_id = ?1
        """
    static let insert = """
        INSERT INTO notifications (user_id, newest_first, id, family_unit_id, type, title, message,
            priority, related_entity_type, related_entity_id, scheduled_for, read_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """
    /// The first of a user's families.
    static let familyOf = """
        SELECT min(family_unit_id) FROM replica_members
        WHERE user_id = ?1 AND left_at IS NULL /* all families: those of one user */
        """
    static let members = """
        SELECT user_id FROM replica_members WHERE family_unit_id = ?1 AND left_at IS NULL
        """
    static let nameOf = """
        SELECT full_name FROM replica_members WHERE family_unit_id = ?1 AND user_id = ?2
        """
    static let insertOnce = insert + " ON CONFLICT DO NOTHING"
    static let remind =
        insert + """
             ON CONFLICT (related_entity_id, user_id, type) DO UPDATE
            SET newest_first = excluded.newest_first, title = excluded.title,
                message = excluded.message, scheduled_for = excluded.scheduled_for, read_at = NULL
            WHERE notifications.family_unit_id = ?4
                AND excluded.scheduled_for > notifications.scheduled_for
            """
    static let eraseReminders = """
        DELETE FROM notifications WHERE related_entity_id = ?1
            AND type = '\(NotificationType.followUpReminder.rawValue)'
        /* all families: a reminder's id is one family's only */
        """

    private static let ofInteraction = """
        related_entity_id = ?1 AND type = '\(NotificationType.inboundInteraction.rawValue)' \
        /* all families: an interaction's id is one family's only */
        """
    static let withdraw = """
        UPDATE notifications SET withdrawn_at = ?2 WHERE \(ofInteraction) AND withdrawn_at IS NULL
        """
    static let erase = """
        DELETE FROM notifications WHERE \(ofInteraction) AND withdrawn_at IS NOT NULL
        """
    static let giveBack = "UPDATE notifications SET withdrawn_at = NULL WHERE \(ofInteraction)"
    static let revise = "UPDATE notifications SET title = ?2, message = ?3 WHERE \(ofInteraction)"
    static let withdrawAll = """
        UPDATE notifications SET withdrawn_at = scheduled_for
        WHERE type = '\(NotificationType.inboundInteraction.rawValue)' AND withdrawn_at IS NULL
        /* all families: a rebuild */
        """

    /// The statements that run for each change; `withdrawAll` is excluded because it reads
    /// everything.
    static let all = [
        lasting, begin, end, periods, familyOf, members, nameOf, insert, insertOnce,
        remind,
        eraseReminders, withdraw,
        erase, giveBack, revise,
    ]
}
