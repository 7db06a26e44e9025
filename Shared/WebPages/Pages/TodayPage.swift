public import Contracts
public import HTML

/// The start page: who waits for an answer, whom to contact, the last 30 days, what comes next and
/// what is unread (X-01, IL-11, EV-05, N-10). A part whose service is away is left out, and the
/// page says so.
@Memberwise(labels: false)
public struct TodayPage: Sendable {
    /// The days whose contacts are shown.
    public static let days = 30
    /// The number of events that come next.
    public static let eventsMax = 4
    /// The number of unread notifications that are named.
    public static let noticesMax = 3
    /// The number of coaches who wait for an answer and are named.
    static let waitingMax = 5
    /// The number of coaches who are due and are named.
    static let followUpsMax = 5

    /// What the page is made of.
    @Memberwise
    public struct Parts: Sendable {
        /// The contacts of the last days, newest first.
        public var interactions: Result<ListInteractions.Response, ServiceError>
        /// The coaches to follow up.
        public var queue: Result<ListFollowUps.Response, ServiceError>
        /// The events that come next.
        public var events: Result<ListEvents.Response, ServiceError>
        /// The newest unread notifications.
        public var notices: Result<ListNotifications.Response, ServiceError>
        /// The profiles of the players.
        public var profiles: Result<ListProfiles.Response, ServiceError>
    }

    private let parts: Parts
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("Today", in: .today, context) { html in
            html(.div, .class("head")) { html in
                html(.div) { html in
                    html(.p, .class("sub"), text: dayText)
                    html(.h1, .dir(.auto), text: greeting)
                }
                if context.mayLog {
                    html(.div, .class("acts")) { html in
                        html.linkButton(
                            LogInteractionText.submit, to: Place.logInteraction, .main,
                            icon: .plus)
                    }
                }
            }
            writeFailure(to: &html)
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    if !context.isPlayer { writeNotices(to: &html) }
                    if case .success = parts.interactions { writeWaiting(to: &html) }
                    if case .success(let answer) = parts.queue {
                        html.followUps(
                            notWaiting(answer.followUps), atMost: Self.followUpsMax, context)
                    }
                    if case .success(let answer) = parts.interactions {
                        writeStrip(answer, to: &html)
                    }
                    writeDigestLink(to: &html)
                }
                html(.div) { html in
                    writeEvents(to: &html)
                    if context.isPlayer { writeNotices(to: &html) }
                    writeProfiles(to: &html)
                }
            }
        }
    }

    // MARK: Head

    /// "Sunday, Nov 22".
    private var dayText: String {
        let day = context.zone.day(context.now)
        let names = [
            "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
        ]
        // The first day of 1970 was a Thursday.
        let place = Int((day.daysSince1970 % 7 + 7) % 7)
        return "\(names[place]), \(day.monthName) \(day.day)"
    }

    private var greeting: String {
        let name = context.fullName.split(separator: " ").first.map(String.init)
        let hello =
            switch context.zone.hour(context.now) {
            case 5..<12: "Good morning"
            case 12..<18: "Good afternoon"
            default: "Good evening"
            }
        return name.map { "\(hello), \($0)" } ?? hello
    }

    private func writeFailure(to html: inout HTMLWriter) {
        func error<Answer>(_ result: Result<Answer, ServiceError>) -> ServiceError? {
            if case .failure(let error) = result { error } else { nil }
        }
        let errors = [
            error(parts.interactions), error(parts.queue), error(parts.events),
            error(parts.notices), error(parts.profiles),
        ]
        guard let first = errors.compactMap({ $0 }).first else { return }
        html.failure(
            first, "A part of this page could not be loaded just now.",
            action: ("Retry", Place.today))
    }

    // MARK: Contacts

    /// The newest contact with each coach, where they wrote last, and the contacts of others that
    /// the queue names.
    static func waiting(
        _ interactions: [Interaction], _ queue: [FollowUp] = []
    ) -> [Interaction] {
        var seen: Set<CoachID> = []
        let others = Set(queue.compactMap(\.contactID))
        return interactions.filter { interaction in
            guard let coach = interaction.coachID else { return others.contains(interaction.id) }
            return seen.insert(coach).inserted && interaction.direction == .inbound
        }
    }

    /// The contacts that wait for an answer. What a player has decided about ends that.
    private var waiting: [Interaction] {
        guard case .success(let answer) = parts.interactions else { return [] }
        let queue = (try? parts.queue.get())?.followUps ?? []
        let waiting = Self.waiting(answer.interactions, queue.filter { isWaiting($0) })
        guard context.isPlayer, case .success = parts.queue else { return waiting }
        return waiting.filter { answerDue(to: $0) != nil }
    }

    /// The follow-up that an inbound contact has opened.
    private func answerDue(to interaction: Interaction) -> FollowUp? {
        guard case .success(let queue) = parts.queue else { return nil }
        return queue.followUps.first { $0.entryID == interaction.entryID && isWaiting($0) }
    }

    private func isWaiting(_ followUp: FollowUp) -> Bool {
        followUp.reason == .answer && followUp.decision == nil
    }

    /// The coaches to follow up without those whom the section above names or counts.
    private func notWaiting(_ followUps: [FollowUp]) -> [FollowUp] {
        let waiting = Set(self.waiting.map(\.entryID))
        return followUps.filter { !waiting.contains($0.entryID) }
    }

    private func writeWaiting(to html: inout HTMLWriter) {
        let waiting = self.waiting
        // Parents read along; the athlete answers.
        let (title, nobody) =
            context.isPlayer
            ? ("Waiting for your answer", "Nobody is waiting for you.")
            : ("Waiting for an answer", "Nobody is waiting for an answer.")
        html.sheet(title) { html in
            guard !waiting.isEmpty else {
                return html(.p, .class("soft"), text: nobody)
            }
            let shown = waiting.prefix(Self.waitingMax)
            let rest = waiting.count - shown.count
            html(
                .p, .class("small soft"),
                text: "Coaches who wrote last. The newest is on top."
                    + (rest > 0 ? " \(rest) more wrote in the last \(Self.days) days." : ""))
            html(.ul, .class("mini")) { html in
                for (place, interaction) in shown.enumerated() {
                    html(.li) { html in
                        writeRow(interaction, to: &html)
                        guard context.isPlayer, let due = answerDue(to: interaction) else { return }
                        html.followUpForm(
                            due, at: .today, number: Self.followUpsMax + place, context)
                    }
                }
            }
        }
    }

    private func writeRow(_ interaction: Interaction, to html: inout HTMLWriter) {
        html.disc(of: interaction.type, interaction.direction)
        html(.div, .class("text")) { html in
            html(
                .a, .class("whole cut"), .href(Place.interaction(interaction.id)), .dir(.auto),
                text: interaction.writerText)
            html(.small, .class("soft cut")) { html in
                html(.bdi, text: interaction.displaySubject)
                guard interaction.coachText != nil, let school = interaction.schoolText else {
                    return
                }
                html.text(" · ")
                html(.bdi, text: school)
            }
        }
        guard let time = interaction.displayTime else { return }
        html(
            .time, .class("small faint"), .datetime(time.text),
            text: context.zone.agoText(time, at: context.now))
    }

    /// N-76: the way to the digest of the last whole week.
    private func writeDigestLink(to html: inout HTMLWriter) {
        guard context.serves(Place.digest) else { return }
        html(.p) {
            $0(.a, .class("reach screen"), .href(Place.digest), text: "Digest of the last week")
        }
    }

    /// IL-11: the figures of the last days, and those of this week.
    private func writeStrip(_ answer: ListInteractions.Response, to html: inout HTMLWriter) {
        let strip = ContactStrip(answer.interactions, days: Self.days, context: context)
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: "Last \(Self.days) days")
                strip.writeLegend(to: &html)
            }
            guard !answer.interactions.isEmpty else {
                return html(.p, .class("soft"), text: InteractionListText.nothingYet.title)
            }
            html(.p, .class("soft"), text: finding(strip, answer.analytics))
            strip.write(to: &html)
        }
    }

    private func finding(_ strip: ContactStrip, _ figures: InteractionFigures) -> String {
        func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
        let sender = context.isPlayer ? "You" : "The family"
        return "\(sender) wrote \(times(strip.outbound)) and heard back "
            + "\(times(strip.inbound)); "
            + (figures.thisWeek == 1
                ? "1 of those contacts is from this week."
                : "\(figures.thisWeek) of those contacts are from this week.")
    }

    // MARK: What comes next, what is unread

    private func writeEvents(to html: inout HTMLWriter) {
        guard case .success(let answer) = parts.events else { return }
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: "Next events")
                html(.a, .class("small reach screen"), .href(Place.events), text: "All events")
            }
            if answer.events.isEmpty {
                html(.p, .class("soft"), text: "No events ahead")
            } else {
                html.eventRows(answer.events, isNarrow: true)
            }
        }
    }

    private func writeNotices(to html: inout HTMLWriter) {
        guard case .success(let answer) = parts.notices else { return }
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: "Unread notifications")
                html(
                    .a, .class("small reach screen"), .href(Place.notifications),
                    text: "All notifications")
            }
            guard !answer.notifications.isEmpty else {
                return html(.p, .class("soft"), text: NotificationListText.nothingUnread)
            }
            html.rows(answer.notifications) { writeNotice($0, to: &$1) }
        }
    }

    /// N-66: to a player their own profile, to a parent those that are filled in.
    private func writeProfiles(to html: inout HTMLWriter) {
        guard case .success(let answer) = parts.profiles, context.serves(Place.profile) else {
            return
        }
        for profile in answer.profiles
        where context.isPlayer ? profile.userID == context.userID : !profile.isEmpty {
            html.profile(profile, showsAudience: false, context)
        }
    }

    private func writeNotice(_ row: UserNotification, to html: inout HTMLWriter) {
        html(.div, .class("text")) { html in
            html(
                .a, .class("whole"), .href(Place.notification(row.id)), .dir(.auto),
                text: row.title)
            html(
                .small, .class("faint"),
                text: context.zone.agoText(row.scheduledFor, at: context.now))
        }
    }
}

extension Interaction {
    /// The id of the entry of the queue that the contact can open.
    fileprivate var entryID: RecordID { coachID.map { RecordID($0) } ?? RecordID(id) }

    /// Who is on the other side: "Pat Doyle", "A coach at Texas A&M".
    fileprivate var writerText: String {
        coachText ?? FollowUpText.sentence(FollowUpText.unlisted(at: schoolText))
    }
}
