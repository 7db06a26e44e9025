import Foundation

/// What a digest is made of: the lists to ask the services for, and how their answers become the
/// digest. All of it follows from the week, the family's zone and the time.
public struct DigestPlan: Sendable {
    public let week: ISOWeek
    /// The family's IANA zone.
    public let timeZone: String
    /// The day of the reader in the family's zone.
    public let today: CivilDay
    private let zone: TimeZone

    /// Creates the plan of a week; of the last whole one if none is given. A zone that is unknown
    /// counts as UTC.
    public init(_ week: ISOWeek? = nil, timeZone: String, at now: Instant) {
        zone = TimeZone(identifier: timeZone) ?? .gmt
        self.timeZone = zone.identifier
        today = WallClock.day(of: now, in: zone)
        self.week = week ?? ISOWeek(of: today).adding(weeks: -1)
    }

    /// Whether the week has begun; there is nothing to tell of later ones.
    public var hasBegun: Bool { week.firstDay <= today }

    /// Whether the digest tells what is due and what comes next. Both are known for today only, so
    /// that it would be wrong beside an older week.
    public var looksAhead: Bool { ISOWeek(of: today).adding(weeks: -1) <= week }

    /// The first instant of the week, and the first one after it. A week in which clocks change is
    /// an hour shorter or longer than others.
    public var span: Range<Instant> {
        let begin = WallClock.instant(of: week.firstDay, at: .midnight, in: zone)
        let end = WallClock.instant(
            of: week.adding(weeks: 1).firstDay, at: .midnight, in: zone)
        return begin..<max(begin, end)
    }

    // MARK: Requests

    /// Asks for the contacts of the week.
    public var contacts: ListInteractions.Request {
        var request = ListInteractions.Request()
        request[.since] = span.lowerBound.text
        request[.until] = lastInstant.text
        request.timeZone = FormField(timeZone)
        return request
    }

    /// Asks for the queue; nil if the digest does not look ahead.
    public var queue: ListFollowUps.Request? {
        looksAhead ? ListFollowUps.Request(timeZone: timeZone) : nil
    }

    /// Asks for coming events; nil if the digest does not look ahead.
    public var events: ListEvents.Request? {
        guard looksAhead else { return nil }
        var request = ListEvents.Request()
        request[.period] = EventPeriod.upcoming.rawValue
        request.timeZone = FormField(timeZone)
        request.limit = FormField(DigestLimit.eventsMax)
        return request
    }

    /// Asks for the newest posts of the week; the answer counts all of them.
    public var posts: ListPosts.Request {
        var request = ListPosts.Request()
        request[.since] = span.lowerBound.text
        request[.until] = lastInstant.text
        request.timeZone = FormField(timeZone)
        request.limit = FormField(DigestLimit.postsMax)
        return request
    }

    private var lastInstant: Instant { span.upperBound.advanced(by: .milliseconds(-1)) }

    // MARK: Answers

    /// The answers of the services; nil for one that did not answer, or was not asked.
    @Memberwise
    public struct Answers: Sendable {
        public var contacts: ListInteractions.Response?
        public var queue: ListFollowUps.Response?
        public var events: ListEvents.Response?
        public var posts: ListPosts.Response?
    }

    /// Makes the digest of a family.
    public func digest(of familyName: String, _ answers: Answers) -> WeeklyDigest {
        let contacts = answers.contacts.map { inWeek($0.interactions) }
        var away: Set<ServiceName> = []
        if answers.contacts == nil { away.insert(.interactions) }
        if looksAhead, answers.queue == nil { away.insert(.interactions) }
        if looksAhead, answers.events == nil { away.insert(.events) }
        if answers.posts == nil { away.insert(.analytics) }
        return WeeklyDigest(
            week: week.text, firstDay: week.firstDay, lastDay: week.lastDay,
            timeZone: timeZone, familyName: familyName, today: today,
            contacts: contacts.map { DigestContacts($0) },
            answers: contacts.map { self.answers($0) },
            overdue: looksAhead
                ? answers.queue?.followUps.filter { $0.group == .overdue } : nil,
            events: looksAhead ? answers.events.map { ahead($0.events) } : nil,
            posts: answers.posts.map { DigestPosts(total: $0.total, newest: $0.posts) },
            unavailable: ServiceName.allCases.filter(away.contains))
    }

    /// The contacts that took place in the week. Those without a time count when they were logged.
    private func inWeek(_ contacts: [Interaction]) -> [Interaction] {
        let span = span
        return contacts.filter { contact in
            guard let day = contact.displayTime?.day else {
                return contact.displayDate.map { span.contains($0) } ?? false
            }
            return contact.occurredPrecision == .day && week.firstDay <= day && day <= week.lastDay
        }
    }

    private func ahead(_ events: [Event]) -> [Event] {
        let end = today.adding(days: DigestLimit.daysAhead) ?? today
        return events.filter { $0.lastDay >= today && $0.startDate < end }
    }

    /// Who reached out: coaches by id or name, schools where no coach is named.
    private func answers(_ contacts: [Interaction]) -> [DigestAnswer] {
        struct Key: Hashable {
            let coach: CoachID?
            let name: String
        }
        var found: [Key: (answer: DigestAnswer, last: Instant)] = [:]
        for contact in contacts where contact.direction == .inbound {
            guard let at = contact.displayDate else { continue }
            let name = contact.coachText ?? contact.schoolText ?? "Unknown"
            let key = Key(
                coach: contact.coachID,
                name: contact.coachID == nil ? NameFolding.fold(name) : "")
            let day = contact.displayTime?.day ?? WallClock.day(of: at, in: zone)
            guard let known = found[key] else {
                let answer = DigestAnswer(
                    coachID: contact.coachID, name: name,
                    schoolName: contact.coachText == nil ? nil : contact.schoolText, count: 1,
                    lastOn: day)
                found[key] = (answer, at)
                continue
            }
            found[key]?.answer.count += 1
            if at > known.last {
                found[key]?.last = at
                found[key]?.answer.lastOn = day
            }
        }
        return found.values.sorted { left, right in
            guard left.last == right.last else { return left.last > right.last }
            let names = (NameFolding.fold(left.answer.name), NameFolding.fold(right.answer.name))
            return names.0 == names.1 ? left.answer.name < right.answer.name : names.0 < names.1
        }.map(\.answer)
    }
}

extension DigestContacts {
    /// Counts contacts.
    init(_ contacts: [Interaction]) {
        var types: [InteractionType: TypeCount] = [:]
        var members: [UserID: MemberCount] = [:]
        for contact in contacts {
            let (out, into) = contact.direction == .outbound ? (1, 0) : (0, 1)
            types[
                contact.type, default: TypeCount(type: contact.type, outbound: 0, inbound: 0)
            ].add(out, into)
            members[
                contact.loggedBy,
                default: MemberCount(
                    userID: contact.loggedBy, name: contact.loggedByName, outbound: 0,
                    inbound: 0)
            ].add(out, into)
        }
        self.init(
            total: contacts.count,
            outbound: contacts.count { $0.direction == .outbound },
            inbound: contacts.count { $0.direction == .inbound },
            types: InteractionType.allCases.compactMap { types[$0] },
            members: members.values.sorted { left, right in
                let names = (left.name ?? "", right.name ?? "")
                return names.0 == names.1 ? left.userID < right.userID : names.0 < names.1
            })
    }
}

extension DigestContacts.TypeCount {
    fileprivate mutating func add(_ out: Int, _ into: Int) {
        outbound += out
        inbound += into
    }
}

extension DigestContacts.MemberCount {
    fileprivate mutating func add(_ out: Int, _ into: Int) {
        outbound += out
        inbound += into
    }
}
