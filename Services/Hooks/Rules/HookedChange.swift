import Contracts
import DataServiceKit

/// A change of a feed as hooks see it: the kind of record, and which players may see it (N-115).
///
/// Only the types in this table are delivered, so that a new type is delivered to nobody until
/// somebody has decided who may see it. The players are those to whom the history shows the change.
struct HookedChange {
    let change: Change
    let family: FamilyID
    let record: HookRecord

    /// Creates the hooks' view of a change; nil for one that no hook delivers.
    init?(_ change: Change) {
        guard let family = change.familyUnitID, let record = Self.records[change.type] else {
            return nil
        }
        self.change = change
        self.family = family
        self.record = record
    }

    private static let types: [HookRecord: [String]] = [
        .school: [
            CoachesFeed.schoolChanged, CoachesFeed.schoolMerged, CoachesFeed.schoolSeparated,
            CoachesFeed.schoolsImported, CoachesFeed.schoolsRemoved, CoachesFeed.schoolDeleted,
            CoachesFeed.schoolRestored,
        ],
        .coach: [
            CoachesFeed.coachChanged, CoachesFeed.coachMerged, CoachesFeed.coachSeparated,
            CoachesFeed.coachesImported, CoachesFeed.coachesRemoved, CoachesFeed.coachDeleted,
            CoachesFeed.coachRestored,
        ],
        .interaction: [
            InteractionsFeed.created, InteractionsFeed.changed, InteractionsFeed.reversed,
            InteractionsFeed.deleted, InteractionsFeed.restored, InteractionsFeed.imported,
            InteractionsFeed.removed,
        ],
        .followUp: [InteractionsFeed.followUpChanged],
        .contactWindow: [InteractionsFeed.windowsReplaced],
        .event: [
            EventsFeed.eventChanged, EventsFeed.eventDeleted, EventsFeed.eventRestored,
            EventsFeed.eventsImported, EventsFeed.eventsRemoved,
        ],
        .metric: [
            EventsFeed.metricAdded, EventsFeed.metricChanged, EventsFeed.metricDeleted,
            EventsFeed.metricRestored, EventsFeed.metricsImported, EventsFeed.metricsRemoved,
        ],
        .profile: [EventsFeed.profileChanged],
        .post: [
            AnalyticsFeed.added, AnalyticsFeed.deleted, AnalyticsFeed.restored,
            AnalyticsFeed.imported, AnalyticsFeed.removed, AnalyticsFeed.returned,
            AnalyticsFeed.moved,
        ],
    ]

    /// The kind of record of each type that is delivered.
    static let records: [String: HookRecord] = types.reduce(into: [:]) { records, entry in
        for type in entry.value { records[type] = entry.key }
    }

    /// The player who logged an interaction.
    @JSONObject
    private struct Logged: Decodable, JSONReadable {
        let loggedBy: UserID?
    }

    /// Whether a player of the family may see it. An interaction is visible to the player who
    /// logged it, whoever changed it; an import, a follow-up and a table of contact windows to the
    /// player who made the change; all else to every player.
    func isVisible(to player: UserID) throws -> Bool {
        switch record {
        case .interaction where change.aggregate == "interaction":
            let logged: Logged = try change.decodedPayload()
            return logged.loggedBy == player
        case .interaction, .followUp, .contactWindow:
            return change.actor == player
        case .school, .coach, .event, .metric, .profile, .post:
            return true
        }
    }
}
