import Contracts
import HTML

@testable import WebPages

/// The forms of coaches, schools, events and posts, in their states.
extension SamplePages {
    /// The entry of a record that is sent back with these errors, and with markup in a text.
    private static func refused<Record: FormRecord>(
        _ record: Record, _ text: String, _ errors: [String: String]
    ) -> RecordEntry<Record> {
        var entry = RecordEntry(of: record)
        entry.texts[text] = "<script>alert(1)</script>"
        entry.error = ServiceError(.validationFailed, "Check the form", errors: errors)
        return entry
    }

    static let forms: [(name: String, write: Writing)] = [
        (
            "add-coach",
            {
                RecordFormPage(adding: RecordEntry<Coach>(), schools: [], Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "edit-coach-refused",
            {
                let coach = Samples.coach(1)
                let entry = refused(
                    coach, "notes",
                    ["email": "Please enter a valid email address", "role": "Which?"])
                RecordFormPage(editing: coach, entry, schools: [], Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "edit-coach-stale",
            {
                let coach = Samples.coach(1)
                var entry = RecordEntry(of: coach)
                entry.error = ServiceError(.staleVersion, "It has been changed")
                RecordFormPage(editing: coach, entry, schools: [], Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "add-event",
            {
                RecordFormPage(adding: RecordEntry<Event>(), schools: [], Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "edit-event-refused",
            {
                let event = EventSamples.full
                let entry = refused(
                    event, "stats_recorded",
                    ["end_date": "End date must be after start date", "url": "Which?"])
                RecordFormPage(editing: event, entry, schools: [], Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "edit-metric-refused",
            {
                var metric = EventSamples.metric(1)
                metric.metricType = "<script>alert(1)</script>"
                var entry = RecordEntry(of: metric)
                entry.error = .invalid("value", MetricForm.invalidValue)
                RecordFormPage(
                    editing: metric, at: EventSamples.full.id, entry,
                    events: [EventSamples.full], Samples.context()
                ).write(to: &$0)
            }
        ),
        ("edit-interaction", { interaction().write(to: &$0) }),
        (
            "edit-interaction-refused",
            {
                interaction { $0.errors = ["school_id": CreateInteraction.Refusal.school] }
                    .write(to: &$0)
            }
        ),
        (
            "edit-interaction-stale",
            {
                interaction { $0.failure = ServiceError(.staleVersion, "It has been changed") }
                    .write(to: &$0)
            }
        ),
        (
            "add-post-refused",
            {
                var entry = PostEntry(at: Samples.now, in: Samples.zone)
                entry.texts["post_content"] = "<script>alert(1)</script>"
                entry.error = .invalid("platform", PostForm.Refusal.platform)
                AddPostPage(entry, [], [], Samples.context()).write(to: &$0)
            }
        ),
        (
            "add-school",
            {
                let found = (1...3).map { number in
                    CatalogueSchool(
                        catalogueID: "\(number)", name: "<b>College \(number)</b>", alias: nil,
                        city: "Durham", state: "NC", division: .d1, conference: "ACC",
                        website: nil)
                }
                RecordFormPage(
                    adding: RecordEntry<School>(), search: "\"duke\"",
                    found: .init(schools: found, total: 30), Samples.context()
                ).write(to: &$0)
            }
        ),
    ]
}

extension SamplePages {
    /// The form of an interaction whose school and coach are not among the choices.
    static func interaction(
        _ change: (inout LogInteractionEntry) -> Void = { _ in }
    ) -> LogInteractionPage {
        var record = shown.interaction
        record.subject = "<script>alert(1)</script>"
        var entry = LogInteractionEntry(editing: record, in: Samples.zone)
        change(&entry)
        return LogInteractionPage(entry, [], [], Samples.context())
    }
}

/// The history, in its states.
extension SamplePages {
    static let history: [(name: String, write: Writing)] = [
        ("history-empty", { HistoryPage(.init(), Samples.context()).write(to: &$0) }),
        (
            "history",
            {
                HistoryPage(
                    .init(entries: [changed, changed], next: changed.id, away: [.events]),
                    record: changed.recordID, isFirst: false, Samples.context(.parent)
                ).write(to: &$0)
            }
        ),
    ]

    static let changed = HistoryEntry(
        id: ChangeID(high: 1, low: 1), type: "coach.changed", recordType: "coach",
        recordID: CoachID(high: 2, low: 1).text, version: 2, occurredAt: Samples.now,
        actor: Samples.context().userID, actorName: "<b>Maya</b>", role: .player, traceID: nil,
        before: #"{"first_name":"Ann","last_name":"Lee","version":1}"#,
        after: #"{"first_name":"<script>alert(1)</script>","last_name":"Lee","version":2}"#)
}
