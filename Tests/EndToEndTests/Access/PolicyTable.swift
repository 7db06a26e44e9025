import Contracts

/// The access policy (DOMAIN.md) as services must enforce it: one line per operation, written by
/// hand and independent of the declarations in the contracts.
enum PolicyTable {
    /// The callers. Player and sibling are players of the family; the row, deletion and session in
    /// requests are the player's. The stranger is a player of another family.
    enum Caller: Int, CaseIterable {
        case anonymous
        case player
        case sibling
        case parent
        case stranger
        case removedParent
        /// The other parent of the stranger's family, who has no column in the table.
        case strangersParent

        /// The callers with a column.
        static let inTable = allCases.filter { $0 != .strangersParent }
    }

    /// A request and its expected results. Changes are dry runs.
    struct Line {
        let operation: String
        /// The request, with placeholders for records in braces.
        let request: String
        /// The results in the order of callers: `ok` or the error code.
        let answers: [String]
        /// The service to call, if there are several; by default all.
        var service: ServiceName?

        /// The same line for one service.
        func at(_ service: ServiceName) -> Line {
            var line = self
            line.service = service
            return line
        }
    }

    static let lines: [Line] =
        everybody + signedIn + members + players + interactions + events + posts + attachments
        + trash + hooks
        + closed

    private static func line(_ operation: String, _ request: String, _ answers: String) -> Line {
        Line(
            operation: operation, request: request,
            answers: answers.split(separator: " ").map(String.init))
    }

    /// The same result for every caller.
    private static func all(_ operation: String, _ request: String, _ answer: String) -> Line {
        line(operation, request, Array(repeating: answer, count: 6).joined(separator: " "))
    }

    /// Results that several operations have: anonymous, player, sibling, parent, stranger, removed
    /// parent.
    private enum Answers {
        /// Whoever is signed in may call it.
        static let anyUser = "unauthenticated ok ok ok ok ok"
        /// The members of the family may.
        static let members = "unauthenticated ok ok ok not_found not_found"
        /// The players of the family may.
        static let players = "unauthenticated ok ok forbidden not_found not_found"
        /// The record's player and the parent may.
        static let ownerAndParent = "unauthenticated ok not_found ok not_found not_found"
        /// The record's player may.
        static let owner = "unauthenticated ok not_found forbidden not_found not_found"
        /// No record has the id.
        static let notFound = "unauthenticated not_found not_found not_found not_found not_found"
        /// The request is invalid, which is found after authentication.
        static let invalid =
            "unauthenticated validation_failed validation_failed validation_failed "
            + "validation_failed validation_failed"
        /// Services and the operator may.
        static let closed = "unauthenticated forbidden forbidden forbidden forbidden forbidden"
    }

    private static let everybody = [
        all("users.signUp", "{}", "validation_failed"),
        all(
            "sessions.login",
            #"{"email":"{nobody}","password":"no such password here"}"#,
            "unauthenticated"),
        all("passports.issue", #"{"token":"AAAA"}"#, "unauthenticated"),
        all("calendar.open", #"{"secret":"AAAA"}"#, "not_found"),
        all(
            "users.resetPassword",
            #"{"email":"{nobody}","code":"7KQ2W-9XB4T-MN3RD-HJ5PV-C8G6Y2","#
                + #""password":"no such password here"}"#,
            "unauthenticated"),
        all("$srv.ping", "{}", "ok"),
        all("$srv.info", "{}", "ok"),
        all("$srv.schema", "{}", "ok"),
    ]

    private static let signedIn = [
        line("users.whoAmI", "{}", Answers.anyUser),
        line("sessions.list", "{}", Answers.anyUser),
        line("sessions.logout", "{}", Answers.anyUser),
        // No session has this id.
        line("sessions.end", #"{"session_id":"{deletion}"}"#, Answers.notFound),
        line("tokens.list", "{}", Answers.anyUser),
        line("tokens.revoke", #"{"id":"{deletion}"}"#, Answers.notFound),
        // Operations with secrets have no dry run.
        line("tokens.add", "{}", Answers.invalid),
        line("users.changePassword", "{}", Answers.invalid),
        line("users.renewRecoveryCodes", "{}", Answers.invalid),
        line("users.recoveryCodes", "{}", Answers.anyUser),
        line("users.secondFactor", "{}", Answers.anyUser),
        line("users.beginSecondFactor", "{}", Answers.invalid),
        line("users.confirmSecondFactor", "{}", Answers.invalid),
        line("users.removeSecondFactor", "{}", Answers.invalid),
        line("preferences.show", "{}", Answers.anyUser),
        line("preferences.update", #"{"inbound_alerts":false}"#, Answers.anyUser),
        line(
            "families.create", #"{"name":"Second"}"#,
            "unauthenticated conflict conflict forbidden conflict forbidden"),
        // An existing member gets a message instead of an error.
        line(
            "families.join", #"{"code":"{parentCode}"}"#,
            "unauthenticated ok ok ok forbidden ok"),
        line("notifications.list", "{}", Answers.anyUser),
        line("notifications.counts", "{}", Answers.anyUser),
        line("notifications.markRead", #"{"all":true}"#, Answers.anyUser),
        line("notifications.watch", #"{"wait_ms":0}"#, Answers.members),
        line("schools.search", #"{"search":"duke"}"#, Answers.anyUser),
    ]

    private static let members =
        [
            line("families.leave", "{}", Answers.members),
            line(
                "families.makeResetCode",
                #"{"user_id":"{player}","password":"no such password here"}"#,
                "unauthenticated forbidden forbidden validation_failed not_found not_found"),
            line("views.list", "{}", Answers.members),
            line(
                "views.save",
                #"{"list":"posts","name":"Week","filters":[{"flag":"days","value":"7"}]}"#,
                Answers.members),
            // The filter is the player's, and shared.
            line(
                "views.remove", #"{"id":"{view}"}"#,
                "unauthenticated ok not_found not_found not_found not_found"),
            line("calendar.show", "{}", Answers.members),
            // Operations with secrets have no dry run, so that the members have links afterwards.
            line("calendar.link", "{}", Answers.members),
            line("calendar.revoke", "{}", Answers.members),
        ]
        + [
            "families.show", "schools.list", "coaches.list", "interactions.list", "events.list",
            "metrics.list", "metrics.bests", "posts.list", "analytics.social", "queue.list",
            "windows.list", "profiles.list", "coaches.duplicates", "schools.duplicates",
        ].map { line($0, "{}", Answers.members) }
        + [
            "interactions.search", "coaches.search", "events.search", "posts.search",
            "schools.aliases",
        ].map {
            line($0, #"{"query":"duke"}"#, Answers.members)
        }
        + [
            "interactions.timeline", "events.timeline", "posts.timeline", "timeline.figures",
        ].map {
            line($0, #"{"coach_id":"{coach}"}"#, Answers.members)
        } + [
            line("schools.show", #"{"id":"{school}"}"#, Answers.members),
            line("coaches.show", #"{"id":"{coach}"}"#, Answers.members),
            line("queue.show", #"{"id":"{coach}"}"#, Answers.members),
            line("coaches.explain", #"{"id":"{coach}"}"#, Answers.members),
            // The scene's deletion is not one of a coach or school.
            line("deletions.show", #"{"operation_id":"{deletion}"}"#, Answers.notFound),
            line("coaches.resolve", #"{"references":[{"school":{"name":"x"}}]}"#, Answers.members),
            line("schools.resolve", #"{"names":[{"name":"x"}]}"#, Answers.members),
        ]

    private static let players =
        imports
        + [
            ("families.codes", "{}"),
            ("families.renewCode", #"{"role":"parent"}"#),
            ("families.rename", #"{"name":"Renamed"}"#),
            ("families.setTimeZone", #"{"time_zone":"America/Denver"}"#),
            ("families.setParentsLog", #"{"parents_log":false}"#),
            ("families.removeMember", #"{"user_id":"{parent}"}"#),
            ("schools.add", #"{"name":"Another school"}"#),
            ("schools.edit", #"{"id":"{school}","version":1,"city":"Edited"}"#),
            ("coaches.add", #"{"first_name":"A","last_name":"B","school_id":"{school}"}"#),
            ("coaches.edit", #"{"id":"{coach}","version":1,"last_name":"Edited"}"#),
            ("coaches.export", "{}"),
            ("coaches.merge", #"{"id":"{coach}","other_id":"{second}"}"#),
            ("schools.merge", #"{"id":"{school}","other_id":"{second school}"}"#),
            ("coaches.deletionBlockers", #"{"id":"{coach}"}"#),
            ("coaches.cascadeDelete", #"{"id":"{coach}","confirmDelete":true}"#),
            ("schools.deletionBlockers", #"{"id":"{school}"}"#),
            ("schools.cascadeDelete", #"{"id":"{school}","confirmDelete":true}"#),
            (
                "interactions.create",
                #"{"school_id":"{school}","type":"email","direction":"outbound","#
                    + #""occurred_at":"2026-02-10T12:00:00Z"}"#
            ),
            // Each player has a queue of their own. A date needs no contact before.
            ("queue.set", #"{"id":"{coach}","cadence_days":7}"#),
            (
                "windows.import",
                #"{"csv":"kind,first_day,source,checked_on\nopen,2026-02-10,A,2026-02-10"}"#
            ),
            ("windows.clear", "{}"),
        ].map { line($0.0, $0.1, Answers.players) }
        + [
            ("queue.done", ""), ("queue.skip", ""), ("queue.snooze", #","days":7"#),
        ].map {
            // The sibling has not contacted the coach.
            line(
                $0.0, #"{"id":"{coach}"\#($0.1)}"#,
                "unauthenticated ok conflict forbidden not_found not_found")
        } + [
            // The school has a coach and a contact, the coach a contact.
            line(
                "schools.delete", #"{"id":"{school}"}"#,
                "unauthenticated has_dependents has_dependents forbidden not_found not_found"),
            line(
                "coaches.delete", #"{"id":"{coach}"}"#,
                "unauthenticated has_dependents has_dependents forbidden not_found not_found"),
        ]

    /// An import that is not open is not found; discarding it succeeds.
    private static let imports =
        ["schools", "coaches", "interactions", "events", "metrics"].flatMap { kind in
            [
                line(
                    "\(kind).stageImport", #"{"number":1,"rows":[{"line":2,"form":{}}]}"#,
                    Answers.players),
                line(
                    "\(kind).commitImport", #"{"import_id":"{deletion}"}"#,
                    "unauthenticated not_found not_found forbidden not_found not_found"),
                line("\(kind).discardImport", #"{"import_id":"{deletion}"}"#, Answers.players),
            ]
        }

    /// DOMAIN: players of the family write posts, parents read them (R-18).
    private static let posts =
        [
            ("posts.add", #"{"platform":"twitter","post_date":"2026-02-10T12:00:00Z"}"#),
            ("posts.delete", #"{"id":"{post}"}"#),
            ("posts.import", #"{"number":1,"rows":[{"line":1,"form":{}}]}"#),
            ("posts.discardImport", #"{"import_id":"{deletion}"}"#),
        ].map { line($0.0, $0.1, Answers.players) } + [
            line("posts.find", #"{"ending":"{post}"}"#, Answers.members),
            line(
                "posts.finishImport", #"{"import_id":"{deletion}"}"#,
                "unauthenticated not_found not_found forbidden not_found not_found"),
        ]

    private static let interactions = [
        line("interactions.show", #"{"id":"{row}"}"#, Answers.ownerAndParent),
        line("interactions.edit", #"{"id":"{row}","version":1,"subject":"Edited"}"#, Answers.owner),
        line("interactions.note", #"{"ids":["{row}"],"note":"Paid"}"#, Answers.owner),
        line("interactions.deleteMany", #"{"ids":["{row}"]}"#, Answers.owner),
        line("interactions.delete", #"{"id":"{row}"}"#, Answers.owner),
        // The sibling gets an empty result, which is not an error.
        line("interactions.find", #"{"ending":"{row}"}"#, Answers.members),
        line("interactions.deletionBlockers", #"{"id":"{row}"}"#, Answers.owner),
        line("interactions.cascadeDelete", #"{"id":"{row}","confirmDelete":true}"#, Answers.owner),
        line("interactions.exportRecord", #"{"id":"{row}"}"#, Answers.owner),
        line("interactions.export", "{}", Answers.players),
        line(
            "interactions.keepImport", #"{"name":"a.csv","rows":"type\nmail","row_count":1}"#,
            Answers.players),
        line("interactions.keptImports", "{}", Answers.players),
        line("interactions.showKeptImport", #"{"id":"{kept}"}"#, Answers.owner),
        line("interactions.dropKeptImport", #"{"id":"{kept}"}"#, Answers.owner),
    ]

    /// DOMAIN: undo and trash are for players; in interactions only for the player who deleted.
    private static let trash =
        [
            line("changes.history", "{}", Answers.members),
            line("changes.watch", #"{"wait_ms":0}"#, Answers.members),
            line("operations.list", "{}", Answers.players),
            line("operations.purge", #"{"all":true}"#, Answers.players),
        ]
        + ["operations.undo", "operations.purge"].flatMap { operation in
            ServiceName.allCases.map { service in
                line(
                    operation, #"{"operation_id":"{deletion}"}"#,
                    "unauthenticated \(service == .interactions ? "ok" : "not_found") not_found "
                        + "forbidden not_found not_found"
                ).at(service)
            }
        }

    /// R-12, R-16: the family's players write, parents read.
    private static let events =
        [
            ("events.add", #"{"type":"game","name":"Game","start_date":"2026-03-01"}"#, "ok"),
            ("metrics.add", #"{"metric_type":"era","value":2.5}"#, "ok"),
            ("events.edit", #"{"id":"{event}","version":1,"city":"Edited"}"#, "ok"),
            ("events.attend", #"{"id":"{event}"}"#, "ok"),
            // The event has a metric and a coach.
            ("events.delete", #"{"id":"{event}"}"#, "has_dependents"),
            ("events.deletionBlockers", #"{"id":"{event}"}"#, "ok"),
            ("events.cascadeDelete", #"{"id":"{event}","confirmDelete":true}"#, "ok"),
            ("events.addCoach", #"{"id":"{event}","coach_id":"{coach}"}"#, "conflict"),
            ("events.removeCoach", #"{"id":"{event}","coach_id":"{coach}"}"#, "ok"),
            ("metrics.edit", #"{"id":"{metric}","version":1,"value":91}"#, "ok"),
            ("metrics.delete", #"{"id":"{metric}"}"#, "ok"),
        ].map { line($0.0, $0.1, "unauthenticated \($0.2) \($0.2) forbidden not_found not_found") }
        + [
            // N-67: the profile of the player, which nobody else changes.
            line("profiles.edit", #"{"id":"{player}","positions":"SS"}"#, Answers.owner)
        ]
        + [
            ("events.show", #"{"id":"{event}"}"#),
            ("events.availableCoaches", #"{"id":"{event}"}"#),
        ].map { line($0.0, $0.1, Answers.members) }

    /// N-116: the hook is the player's.
    private static let hooks =
        [
            line("hooks.list", "{}", Answers.members),
            // Operations with secrets have no dry run; the request is invalid.
            line(
                "hooks.add", "{}",
                "unauthenticated validation_failed validation_failed forbidden not_found "
                    + "not_found"),
        ]
        + ["hooks.deliveries", "hooks.test", "hooks.replay", "hooks.remove"].map {
            line($0, #"{"id":"{hook}"}"#, Answers.owner)
        }

    /// DOMAIN: only the player who logged the contact may attach files; parents may also read them.
    private static let attachments = [
        line(
            "attachments.begin",
            #"{"interaction_id":"{row}","file_name":"b.txt","size":1,"sha256":"{hash}"}"#,
            Answers.owner),
        line(
            "attachments.append", #"{"attachment_id":"{upload}","offset":0,"data":"YQ=="}"#,
            Answers.owner),
        line("attachments.finish", #"{"attachment_id":"{upload}"}"#, Answers.owner),
        line("attachments.list", #"{"interaction_id":"{row}"}"#, Answers.ownerAndParent),
        line("attachments.fetch", #"{"attachment_id":"{file}"}"#, Answers.ownerAndParent),
        line("attachments.remove", #"{"attachment_id":"{file}"}"#, Answers.owner),
    ]

    /// For services and the operator.
    private static let closed = [
        line("digests.open", #"{"user_id":"{player}","family_unit_id":"{row}"}"#, Answers.closed),
        line("users.makeResetCode", #"{"email":"{nobody}"}"#, Answers.closed),
        line("users.invite", "{}", Answers.closed),
        line("users.invitations", "{}", Answers.closed),
        line("users.list", "{}", Answers.closed),
        line("users.suspend", #"{"email":"{nobody}"}"#, Answers.closed),
        line("users.resume", #"{"email":"{nobody}"}"#, Answers.closed),
        line("families.list", "{}", Answers.closed),
        line("families.measure", "{}", Answers.closed),
        line("users.revokeInvitation", #"{"id":"{row}"}"#, Answers.closed),
        line("changes.fetch", #"{"after_sequence":0,"limit":1,"wait_ms":0}"#, Answers.closed),
        line("backup.hold", #"{"backup_id":"{row}","lease_ms":1}"#, Answers.closed),
        line("backup.release", #"{"backup_id":"{row}","copy_ms":0}"#, Answers.closed),
        line("$srv.stats", "{}", Answers.closed),
        rebuild("interactions"), rebuild("coaches"), rebuild("events"), rebuild("posts"),
    ]

    private static func rebuild(_ noun: String) -> Line {
        line("\(noun).rebuildSearch", "{}", Answers.closed)
    }
}
