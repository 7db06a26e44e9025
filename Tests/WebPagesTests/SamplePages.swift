import Contracts
import HTML

@testable import WebPages

/// Every page in its states, by name.
enum SamplePages {
    typealias Writing = @Sendable (inout HTMLWriter) -> Void

    static let all: [(name: String, write: Writing)] =
        signIn + family + forms + imports + importWords + history
        + interactions + interaction + logInteraction
        + coaches
        + coach
        + others + SearchSamples.all + EventSamples.all + SocialSamples.all + TodaySamples.all
        + FollowUpSamples.all + ContactWindowSamples.all + TimelineSamples.all
        + ProfileSamples.all
        + DuplicateSamples.all
        + DigestSamples.all
        + SavedViewSamples.all

    private static let signIn: [(name: String, write: Writing)] = [
        ("sign-in", { SignInPage().write(to: &$0) }),
        (
            "sign-in-wrong",
            {
                SignInPage(
                    email: "maya@rivera.example",
                    error: ServiceError(.unauthenticated, "Email or password is wrong")
                ).write(to: &$0)
            }
        ),
    ]

    private static func list(
        _ rows: [Interaction], _ role: Role = .player, unread: Int = 0, notice: Notice? = nil,
        _ active: [ActiveFilter] = []
    ) -> Writing {
        let page = InteractionsPage(
            .success(Samples.list(rows, role, active)), request(active),
            Samples.context(role, unread: unread, notice: notice))
        return { page.write(to: &$0) }
    }

    /// The request with these filters.
    static func request(_ active: [ActiveFilter]) -> ListInteractions.Request {
        var request = ListInteractions.Request()
        for filter in active {
            if let name = InteractionFilter(rawValue: filter.name) { request[name] = filter.value }
        }
        return request
    }

    static let chips = [
        ActiveFilter(name: "type", value: "email", label: "Email"),
        ActiveFilter(name: "direction", value: "inbound", label: "Inbound"),
        ActiveFilter(name: "days", value: "90", label: "Last 90 days"),
    ]

    private static let interactions: [(name: String, write: Writing)] = [
        ("interactions", list(Samples.interactions(50))),
        ("interactions-one", list(Samples.interactions(1))),
        ("interactions-500", list(Samples.interactions(500))),
        ("interactions-empty", list([])),
        ("interactions-empty-parent", list([], .parent)),
        ("interactions-no-results", list([], .player, chips)),
        ("interactions-filtered", list(Samples.interactions(12), .player, chips)),
        ("interactions-hard", list(Samples.hardInteractions, .parent, unread: 303)),
        (
            "interactions-undo",
            list(
                Samples.interactions(5),
                notice: Notice("Interaction deleted", undoing: [OperationID(high: 9, low: 9)]))
        ),
        (
            "interactions-notice",
            list(
                Samples.interactions(5),
                notice: Notice(
                    "Added: <Ann> & Lee, who may be the same as Ann Lee (Duke)",
                    action: (
                        "Compare them",
                        Place.merge(CoachID(high: 1, low: 2), into: CoachID(high: 1, low: 1))
                    )))
        ),
        (
            "interactions-error",
            {
                InteractionsPage(
                    .failure(ServiceError(.timeout, "too late")), ListInteractions.Request(),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
    ]

    static var shown: ShowInteraction.Response {
        var record = Samples.interaction(0)
        record.content = (record.content ?? "") + "\n\n[Coach Interest Level: HIGH]"
        record.interestLevel = .high
        record.interestAnswers = [.schedule, .visit, .contact, .personal]
        record.sentiment = .veryPositive
        let files = [("Fall schedule 2026 final.pdf", 214_000), ("Campus-map.jpg", 1_800_000)]
            .enumerated().map { place, file in
                Attachment(
                    id: AttachmentID(high: 7, low: UInt64(place)), interactionID: record.id,
                    name: file.0, mediaType: place == 0 ? .pdf : .jpeg, size: file.1, sha256: "",
                    createdAt: Samples.now)
            }
        return ShowInteraction.Response(
            interaction: record, canDelete: true, canExport: true, files: files)
    }

    private static let interaction: [(name: String, write: Writing)] = [
        (
            "interaction",
            {
                InteractionPage(
                    shown,
                    .init(conversation: [
                        shown.interaction, Samples.interaction(2), Samples.interaction(14),
                    ]),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "interaction-parent",
            {
                InteractionPage(
                    ShowInteraction.Response(
                        interaction: Samples.hardInteractions[0], canDelete: false,
                        canExport: false), .init(), Samples.context(.parent)
                ).write(to: &$0)
            }
        ),
        (
            "interaction-missing",
            {
                MissingPage(
                    "Interaction", .interactions, backTo: "Interactions", Place.interactions,
                    Samples.context()
                ).write(to: &$0)
            }
        ),
    ]

    static let schools = (0..<6).map { number in
        School(
            id: SchoolID(high: 4, low: UInt64(number)), familyUnitID: Samples.family,
            name: "University \(number)", city: nil, state: nil, division: nil, conference: nil,
            website: nil, twitterHandle: nil, instagramHandle: nil, notes: nil, catalogueID: nil,
            coachCount: nil, version: 1, createdAt: Samples.now, updatedAt: Samples.now)
    }

    static func form(_ entry: LogInteractionEntry) -> Writing {
        let page = LogInteractionPage(
            entry, schools, (0..<8).map(Samples.coach), Samples.context())
        return { page.write(to: &$0) }
    }

    /// The form of a parent who logs for one of two players.
    static var entryForPlayers: LogInteractionEntry {
        var entry = LogInteractionEntry(at: Samples.now, in: Samples.zone)
        entry.players = ["Maya Rivera", "מאיה <לוי>"].enumerated().map { place, name in
            Member(
                userID: UserID(high: 7, low: UInt64(place)), fullName: name, role: .player,
                joinedAt: Samples.now)
        }
        entry.errors = ["player_id": ParentsLogText.chooseRefusal]
        return entry
    }

    static var refusedEntry: LogInteractionEntry {
        var entry = LogInteractionEntry(at: Samples.now, in: Samples.zone)
        entry.subject = "<b>My</b> \"subject\""
        entry.errors = [
            "school_id": CreateInteraction.Refusal.school, "type": CreateInteraction.Refusal.type,
        ]
        entry.refusedFiles = [
            .init(name: "At-bats-October.pdf", size: 12_400_000, reason: "File exceeds 10MB limit")
        ]
        return entry
    }

    private static let logInteraction: [(name: String, write: Writing)] = [
        ("log", form(LogInteractionEntry(at: Samples.now, in: Samples.zone))),
        ("log-again", form(LogInteractionEntry(like: shown.interaction, in: Samples.zone))),
        ("log-errors", form(refusedEntry)), ("log-for-players", form(entryForPlayers)),
    ]

    private static func coachList(_ count: Int, _ active: [ActiveFilter] = []) -> Writing {
        let page = CoachesPage(
            .success(Samples.coachList((0..<count).map(Samples.coach), active)),
            ListCoaches.Request(), Samples.context())
        return { page.write(to: &$0) }
    }

    private static let coaches: [(name: String, write: Writing)] = [
        ("coaches", coachList(12)), ("coaches-empty", coachList(0)),
        ("coaches-no-results", coachList(0, [.init(name: "role", value: "head", label: "Head")])),
        (
            "coaches-error",
            {
                CoachesPage(
                    .failure(ServiceError(.unavailable, "away")), ListCoaches.Request(),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
    ]

    static var explanation: CoachExplanation {
        let day = { (days: Int64) in Samples.now.advanced(by: .seconds(-days * 86_400)) }
        let message = { (days: Int64, type: String) in
            CoachExplanation.Message(
                interactionID: InteractionID(high: 3, low: UInt64(days)), isOfSchool: false,
                occurredAt: day(days), type: type)
        }
        return CoachExplanation(
            answeredCount: 1,
            attempts: [
                .init(
                    answer: message(13, "email"), answerHours: 93.5, beganAt: day(17), counts: true,
                    countsFrom: day(3), messages: [message(17, "email")]),
                .init(
                    answer: nil, answerHours: nil, beganAt: day(36), counts: true,
                    countsFrom: day(22), messages: [message(36, "text")]),
            ], coach: Samples.coach(1), countedCount: 2, daysOfSilence: 12)
    }

    private static let coach: [(name: String, write: Writing)] = [
        (
            "coach",
            {
                CoachPage(
                    explanation,
                    TimelineSamples.coach([1, 12, 16, 40, 90].map(Samples.interaction)),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "coach-new",
            {
                var fresh = explanation
                fresh.attempts = []
                fresh.countedCount = 0
                fresh.coach.responsivenessScore = nil
                fresh.coach.notes = nil
                fresh.daysOfSilence = nil
                CoachPage(fresh, TimelineSamples.coach([]), Samples.context(.parent))
                    .write(to: &$0)
            }
        ),
    ]

    static let operations = [
        UndoableOperation(
            id: OperationID(high: 9, low: 1), kind: "coaches.delete", effect: .deleted,
            title: "Keiko Underhay", counts: ["coaches": 1, "interactions": 2],
            actor: Samples.player, actorName: "Maya Rivera",
            createdAt: Samples.instant("2026-11-21T21:12:00Z"), undoneAt: nil, purgedAt: nil,
            expiresAt: Samples.instant("2026-12-21T21:12:00Z")),
        UndoableOperation(
            id: OperationID(high: 9, low: 2), kind: "events.delete", effect: .deleted,
            title: "Bloomfield Fall Classic 2026", counts: ["events": 1],
            actor: UserID(high: 1, low: 3), actorName: "Leo Rivera",
            createdAt: Samples.instant("2026-10-25T15:58:00Z"), undoneAt: nil, purgedAt: nil,
            expiresAt: Samples.instant("2026-11-24T11:00:00Z")),
    ]

    static func notifications(_ count: Int) -> ListNotifications.Response {
        var rows = (0..<count).map { number in
            let time = Samples.now.advanced(by: .seconds(-Int64(number) * 7_200 - 3_600))
            return UserNotification(
                id: NotificationID(high: 10, low: UInt64(number)), userID: Samples.parent,
                familyUnitID: Samples.family, type: .inboundInteraction,
                title: "New Contact from Keiko Hidalgan",
                message: "Keiko Hidalgan reached out via Phone Call. View the interaction to see "
                    + "details.", priority: .normal, relatedEntityType: .interaction,
                relatedEntityID: RecordID(high: 3, low: UInt64(number)), scheduledFor: time,
                readAt: number > 5 ? Samples.now : nil)
        }
        if count > 2 {
            let texts = NotificationListText.newDevice("Firefox on Windows")
            (rows[2].title, rows[2].message) = (texts.title, texts.message)
            (rows[2].type, rows[2].relatedEntityType) = (.newDevice, .session)
        }
        return ListNotifications.Response(
            notifications: rows, counts: NotificationCounts(total: count, unread: min(count, 6)))
    }

    static var fullSchool: School {
        var school = schools[0]
        school.name = "Campbell University"
        school.city = "Buies Creek"
        school.state = "NC"
        school.division = .d1
        school.conference = "Coastal Athletic Association"
        school.website = "https://gocamels.example"
        school.twitterHandle = "camels"
        school.coachCount = 3
        return school
    }

    private static let others: [(name: String, write: Writing)] = [
        ("trash", { TrashPage(operations, Samples.context()).write(to: &$0) }),
        ("trash-empty", { TrashPage([], Samples.context()).write(to: &$0) }),
        (
            "trash-partly",
            { TrashPage(operations, away: [.events], Samples.context()).write(to: &$0) }
        ),
        (
            "notifications",
            {
                NotificationsPage(
                    notifications(120), isUnreadOnly: false, page: 2,
                    Samples.context(.parent, unread: 6)
                ).write(to: &$0)
            }
        ),
        (
            "notifications-few",
            {
                NotificationsPage(
                    notifications(12), isUnreadOnly: false, page: 1,
                    Samples.context(.parent, unread: 6)
                ).write(to: &$0)
            }
        ),
        (
            "notifications-empty",
            {
                NotificationsPage(notifications(0), isUnreadOnly: true, page: 1, Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "schools",
            {
                SchoolsPage(
                    .success(.init([fullSchool] + schools.dropFirst(), total: 6)), .init(),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "schools-empty",
            {
                SchoolsPage(.success(.init([], total: 0)), .init(), Samples.context())
                    .write(to: &$0)
            }
        ),
        (
            "school",
            {
                SchoolPage(
                    .init(school: fullSchool, coaches: (0..<3).map(Samples.coach)),
                    TimelineSamples.school(Samples.interactions(6)), Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "delete-school",
            {
                ConfirmationPage(
                    deleting: fullSchool,
                    with: [
                        .init(type: "coaches", count: 2), .init(type: "interactions", count: 1),
                    ], Samples.context()
                ).write(to: &$0)
            }
        ),
        (
            "more",
            {
                var context = Samples.context(.parent, unread: 2)
                context.otherFamilies = [
                    .init(id: FamilyID(high: 2, low: 2), name: "The Brandts"),
                    .init(id: FamilyID(high: 2, low: 3), name: "משפחת לוי"),
                ]
                MorePage(email: "elena@rivera.example", context).write(to: &$0)
            }
        ),
        ("failure", { FailurePage("Server error", "Nothing was lost.").write(to: &$0) }),
        (
            "delete-coach",
            {
                ConfirmationPage(
                    deleting: Samples.coach(1),
                    with: [.init(type: "interactions", count: 3)], Samples.context()
                ).write(to: &$0)
            }
        ),
    ]
}
