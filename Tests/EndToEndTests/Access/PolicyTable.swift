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

    // Results: anonymous, player, sibling, parent, stranger, removed parent.

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
        line("users.whoAmI", "{}", "unauthenticated ok ok ok ok ok"),
        line("sessions.list", "{}", "unauthenticated ok ok ok ok ok"),
        line("sessions.logout", "{}", "unauthenticated ok ok ok ok ok"),
        // No session has this id.
        line(
            "sessions.end", #"{"session_id":"{deletion}"}"#,
            "unauthenticated not_found not_found not_found not_found not_found"),
        line("tokens.list", "{}", "unauthenticated ok ok ok ok ok"),
        line(
            "tokens.revoke", #"{"id":"{deletion}"}"#,
            "unauthenticated not_found not_found not_found not_found not_found"),
        // Operations with secrets have no dry run; these requests are invalid, which is found after
        // authentication.
        line(
            "tokens.add", "{}",
            "unauthenticated validation_failed validation_failed validation_failed "
                + "validation_failed validation_failed"),
        line(
            "users.changePassword", "{}",
            "unauthenticated validation_failed validation_failed validation_failed "
                + "validation_failed validation_failed"),
        line(
            "users.renewRecoveryCodes", "{}",
            "unauthenticated validation_failed validation_failed validation_failed "
                + "validation_failed validation_failed"),
        line("users.recoveryCodes", "{}", "unauthenticated ok ok ok ok ok"),
        line("users.secondFactor", "{}", "unauthenticated ok ok ok ok ok"),
        line(
            "users.beginSecondFactor", "{}",
            "unauthenticated validation_failed validation_failed validation_failed "
                + "validation_failed validation_failed"),
        line(
            "users.confirmSecondFactor", "{}",
            "unauthenticated validation_failed validation_failed validation_failed "
                + "validation_failed validation_failed"),
        line(
            "users.removeSecondFactor", "{}",
            "unauthenticated validation_failed validation_failed validation_failed "
                + "validation_failed validation_failed"),
        line("preferences.show", "{}", "unauthenticated ok ok ok ok ok"),
        line(
            "preferences.update", #"{"inbound_alerts":false}"#, "unauthenticated ok ok ok ok ok"),
        line(
            "families.create", #"{"name":"Second"}"#,
            "unauthenticated conflict conflict forbidden conflict forbidden"),
        // An existing member gets a message instead of an error.
        line(
            "families.join", #"{"code":"{parentCode}"}"#,
            "unauthenticated ok ok ok forbidden ok"),
        line("notifications.list", "{}", "unauthenticated ok ok ok ok ok"),
        line("notifications.counts", "{}", "unauthenticated ok ok ok ok ok"),
        line("notifications.markRead", #"{"all":true}"#, "unauthenticated ok ok ok ok ok"),
        line(
            "notifications.watch", #"{"wait_ms":0}"#,
            "unauthenticated ok ok ok not_found not_found"),
        line("schools.search", #"{"search":"duke"}"#, "unauthenticated ok ok ok ok ok"),
    ]

    private static let members =
        [
            line("families.leave", "{}", "unauthenticated ok ok ok not_found not_found"),
            line(
                "families.makeResetCode",
                #"{"user_id":"{player}","password":"no such password here"}"#,
                "unauthenticated forbidden forbidden validation_failed not_found not_found"),
            line("views.list", "{}", "unauthenticated ok ok ok not_found not_found"),
            line(
                "views.save",
                #"{"list":"posts","name":"Week","filters":[{"flag":"days","value":"7"}]}"#,
                "unauthenticated ok ok ok not_found not_found"),
            // The filter is the player's, and shared.
            line(
                "views.remove", #"{"id":"{view}"}"#,
                "unauthenticated ok not_found not_found not_found not_found"),
            line("calendar.show", "{}", "unauthenticated ok ok ok not_found not_found"),
            // Operations with secrets have no dry run, so that the members have links afterwards.
            line("calendar.link", "{}", "unauthenticated ok ok ok not_found not_found"),
            line("calendar.revoke", "{}", "unauthenticated ok ok ok not_found not_found"),
        ]
        + [
            "families.show", "schools.list", "coaches.list", "interactions.list", "events.list",
            "metrics.list", "metrics.bests", "posts.list", "analytics.social", "queue.list",
            "windows.list", "profiles.list", "coaches.duplicates", "schools.duplicates",
        ].map { line($0, "{}", "unauthenticated ok ok ok not_found not_found") }
        + [
            "interactions.search", "coaches.search", "events.search", "posts.search",
            "schools.aliases",
        ].map {
            line($0, #"{"query":"duke"}"#, "unauthenticated ok ok ok not_found not_found")
        }
        + [
            "interactions.timeline", "events.timeline", "posts.timeline", "timeline.figures",
        ].map {
            line(
                $0, #"{"coach_id":"{coach}"}"#, "unauthenticated ok ok ok not_found not_found")
        } + [
            line(
                "schools.show", #"{"id":"{school}"}"#,
                "unauthenticated ok ok ok not_found not_found"),
            line(
                "coaches.show", #"{"id":"{coach}"}"#, "unauthenticated ok ok ok not_found not_found"
            ),
            line(
                "queue.show", #"{"coach_id":"{coach}"}"#,
                "unauthenticated ok ok ok not_found not_found"),
            line(
                "coaches.explain", #"{"id":"{coach}"}"#,
                "unauthenticated ok ok ok not_found not_found"),
            // The scene's deletion is not one of a coach or school.
            line(
                "deletions.show", #"{"operation_id":"{deletion}"}"#,
                "unauthenticated not_found not_found not_found not_found not_found"),
            line(
                "coaches.resolve", #"{"references":[{"school":{"name":"x"}}]}"#,
                "unauthenticated ok ok ok not_found not_found"),
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
            ("queue.set", #"{"coach_id":"{coach}","cadence_days":7}"#),
            (
                "windows.import",
                #"{"csv":"kind,first_day,source,checked_on\nopen,2026-02-10,A,2026-02-10"}"#
            ),
            ("windows.clear", "{}"),
        ].map { line($0.0, $0.1, "unauthenticated ok ok forbidden not_found not_found") }
        + [
            ("queue.done", ""), ("queue.skip", ""), ("queue.snooze", #","days":7"#),
        ].map {
            // The sibling has not contacted the coach.
            line(
                $0.0, #"{"coach_id":"{coach}"\#($0.1)}"#,
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
                    "unauthenticated ok ok forbidden not_found not_found"),
                line(
                    "\(kind).commitImport", #"{"import_id":"{deletion}"}"#,
                    "unauthenticated not_found not_found forbidden not_found not_found"),
                line(
                    "\(kind).discardImport", #"{"import_id":"{deletion}"}"#,
                    "unauthenticated ok ok forbidden not_found not_found"),
            ]
        }

    /// DOMAIN: players of the family write posts, parents read them (R-18).
    private static let posts =
        [
            ("posts.add", #"{"platform":"twitter","post_date":"2026-02-10T12:00:00Z"}"#),
            ("posts.delete", #"{"id":"{post}"}"#),
            ("posts.import", #"{"number":1,"rows":[{"line":1,"form":{}}]}"#),
            ("posts.discardImport", #"{"import_id":"{deletion}"}"#),
        ].map { line($0.0, $0.1, "unauthenticated ok ok forbidden not_found not_found") } + [
            line(
                "posts.find", #"{"ending":"{post}"}"#,
                "unauthenticated ok ok ok not_found not_found"),
            line(
                "posts.finishImport", #"{"import_id":"{deletion}"}"#,
                "unauthenticated not_found not_found forbidden not_found not_found"),
        ]

    private static let interactions = [
        line(
            "interactions.show", #"{"id":"{row}"}"#,
            "unauthenticated ok not_found ok not_found not_found"),
        line(
            "interactions.edit", #"{"id":"{row}","version":1,"subject":"Edited"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "interactions.note", #"{"ids":["{row}"],"note":"Paid"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "interactions.deleteMany", #"{"ids":["{row}"]}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "interactions.delete", #"{"id":"{row}"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        // The sibling gets an empty result, which is not an error.
        line(
            "interactions.find", #"{"ending":"{row}"}"#,
            "unauthenticated ok ok ok not_found not_found"),
        line(
            "interactions.deletionBlockers", #"{"id":"{row}"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "interactions.cascadeDelete", #"{"id":"{row}","confirmDelete":true}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "interactions.exportRecord", #"{"id":"{row}"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "interactions.export", "{}", "unauthenticated ok ok forbidden not_found not_found"),
    ]

    /// DOMAIN: undo and trash are for players; in interactions only for the player who deleted.
    private static let trash =
        [
            line("changes.history", "{}", "unauthenticated ok ok ok not_found not_found"),
            line(
                "changes.watch", #"{"wait_ms":0}"#,
                "unauthenticated ok ok ok not_found not_found"),
            line(
                "operations.list", "{}", "unauthenticated ok ok forbidden not_found not_found"),
            line(
                "operations.purge", #"{"all":true}"#,
                "unauthenticated ok ok forbidden not_found not_found"),
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
            line(
                "profiles.edit", #"{"id":"{player}","positions":"SS"}"#,
                "unauthenticated ok not_found forbidden not_found not_found")
        ]
        + [
            ("events.show", #"{"id":"{event}"}"#),
            ("events.availableCoaches", #"{"id":"{event}"}"#),
        ].map { line($0.0, $0.1, "unauthenticated ok ok ok not_found not_found") }

    /// N-116: the hook is the player's.
    private static let hooks =
        [
            line("hooks.list", "{}", "unauthenticated ok ok ok not_found not_found"),
            // Operations with secrets have no dry run; the request is invalid.
            line(
                "hooks.add", "{}",
                "unauthenticated validation_failed validation_failed forbidden not_found "
                    + "not_found"),
        ]
        + ["hooks.deliveries", "hooks.test", "hooks.replay", "hooks.remove"].map {
            line(
                $0, #"{"id":"{hook}"}"#,
                "unauthenticated ok not_found forbidden not_found not_found")
        }

    /// DOMAIN: only the player who logged the contact may attach files; parents may also read them.
    private static let attachments = [
        line(
            "attachments.begin",
            #"{"interaction_id":"{row}","file_name":"b.txt","size":1,"sha256":"{hash}"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "attachments.append", #"{"attachment_id":"{upload}","offset":0,"data":"YQ=="}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "attachments.finish", #"{"attachment_id":"{upload}"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
        line(
            "attachments.list", #"{"interaction_id":"{row}"}"#,
            "unauthenticated ok not_found ok not_found not_found"),
        line(
            "attachments.fetch", #"{"attachment_id":"{file}"}"#,
            "unauthenticated ok not_found ok not_found not_found"),
        line(
            "attachments.remove", #"{"attachment_id":"{file}"}"#,
            "unauthenticated ok not_found forbidden not_found not_found"),
    ]

    /// For services and the operator.
    private static let closed = [
        line(
            "digests.open", #"{"user_id":"{player}","family_unit_id":"{row}"}"#,
            "unauthenticated forbidden forbidden forbidden forbidden forbidden"),
        line(
            "users.makeResetCode", #"{"email":"{nobody}"}"#,
            "unauthenticated forbidden forbidden forbidden forbidden forbidden"),
        line(
            "changes.fetch", #"{"after_sequence":0,"limit":1,"wait_ms":0}"#,
            "unauthenticated forbidden forbidden forbidden forbidden forbidden"),
        line(
            "backup.hold", #"{"backup_id":"{row}","lease_ms":1}"#,
            "unauthenticated forbidden forbidden forbidden forbidden forbidden"),
        line(
            "backup.release", #"{"backup_id":"{row}","copy_ms":0}"#,
            "unauthenticated forbidden forbidden forbidden forbidden forbidden"),
        line(
            "$srv.stats", "{}",
            "unauthenticated forbidden forbidden forbidden forbidden forbidden"),
        rebuild("interactions"), rebuild("coaches"), rebuild("events"), rebuild("posts"),
    ]

    private static func rebuild(_ noun: String) -> Line {
        line(
            "\(noun).rebuildSearch", "{}",
            "unauthenticated forbidden forbidden forbidden forbidden forbidden")
    }
}
