/// A part of a digest in words, the same on terminals, on pages and in mails.
@Memberwise
public struct DigestPart: Hashable, Sendable {
    public let title: String
    /// A sentence over the whole part.
    public let summary: String
    /// The rows, at most `DigestLimit.rowsMax`.
    public var rows: [DigestRow] = []
    /// The number of rows that are left out.
    public var more = 0

    /// What is said of the rows that are left out; nil if there are none.
    public var moreText: String? { more > 0 ? "and \(more) more" : nil }
}

/// A row of a digest.
public struct DigestRow: Hashable, Sendable {
    /// The record that a row is about.
    public enum Subject: Hashable, Sendable {
        case coach(CoachID)
        case contact(InteractionID)
        case event(EventID)
    }

    /// Whom or what it is about.
    public let lead: String
    public let text: String
    /// The record that has a page of its own, if there is one.
    public let subject: Subject?

    init(_ lead: String, _ text: String, _ subject: Subject? = nil) {
        self.lead = lead
        self.text = text
        self.subject = subject
    }
}

/// The texts of digests.
public enum DigestText {
    public static let title = "Weekly digest"
    /// What is said in place of a part whose service did not answer.
    public static let away = "Could not be loaded just now"
    /// The refusal of a week that has not begun.
    public static let futureRefusal = "That week has not begun yet"
    /// The refusal of what is no week.
    public static let weekRefusal = "Expected a week such as 2026-W07"

    static func counts(_ outbound: Int, _ inbound: Int) -> String {
        "\(outbound) outbound, \(inbound) inbound"
    }
}

extension WeeklyDigest {
    /// The heading: "Weekly digest: Rivera".
    public var title: String { "\(DigestText.title): \(familyName)" }

    /// The week: "Week 7, Feb 9 - 15, 2026".
    public var subtitle: String {
        let number = ISOWeek(text: week).map { "Week \($0.number), " } ?? ""
        return number + DayRange.text(firstDay, lastDay)
    }

    /// The parts in words. What is not told of an older week is left out.
    public var parts: [DigestPart] {
        let isAway = unavailable.contains(.interactions)
        return [
            contactsPart, answersPart,
            overdue != nil || isAway && looksAhead ? overduePart : nil,
            events != nil || unavailable.contains(.events) ? eventsPart : nil, postsPart,
        ].compactMap { $0 }
    }

    /// The digest as lines of text.
    public var lines: [String] {
        var lines = [title, subtitle]
        for part in parts {
            lines += ["", part.title.uppercased(), part.summary]
            lines += part.rows.map { "  \($0.lead): \($0.text)" }
            if let more = part.moreText { lines.append("  \(more)") }
        }
        return lines
    }

    private var looksAhead: Bool {
        ISOWeek(text: week).map { ISOWeek(of: today).adding(weeks: -1) <= $0 } ?? false
    }

    private var contactsPart: DigestPart {
        let title = "Contacts"
        guard let contacts else { return DigestPart(title: title, summary: DigestText.away) }
        guard contacts.total > 0 else {
            return DigestPart(title: title, summary: "No contacts in this week")
        }
        let types = contacts.types.map {
            DigestRow($0.type.label, DigestText.counts($0.outbound, $0.inbound))
        }
        // A family with one player need not be told who logged.
        let members =
            contacts.members.count < 2
            ? []
            : contacts.members.map {
                DigestRow($0.name ?? "Unknown", DigestText.counts($0.outbound, $0.inbound))
            }
        return Self.part(
            title,
            "\(CountedNoun.text(contacts.total, "contacts")): "
                + DigestText.counts(contacts.outbound, contacts.inbound), types + members)
    }

    private var answersPart: DigestPart {
        let title = "Who reached out"
        guard let answers else { return DigestPart(title: title, summary: DigestText.away) }
        let rows = answers.map { answer in
            DigestRow(
                Self.listed(answer.name, answer.schoolName),
                "\(CountedNoun.text(answer.count, "contacts")), last on \(answer.lastOn.label)",
                answer.coachID.map { .coach($0) })
        }
        return Self.part(
            title,
            rows.isEmpty
                ? "Nobody reached out" : "\(rows.count) reached out to the family", rows)
    }

    private var overduePart: DigestPart {
        let title = "Overdue"
        guard let overdue else { return DigestPart(title: title, summary: DigestText.away) }
        let isOfSeveral = Set(overdue.map(\.playerID)).count > 1
        let rows = overdue.map { due in
            DigestRow(
                Self.listed(due.who, due.schoolBeside, isOfSeveral ? due.playerName : nil),
                "\(due.reasonText), \(CountedNoun.text(due.daysOverdue, "days")) overdue",
                due.coachID.map { .coach($0) } ?? due.contactID.map { .contact($0) })
        }
        return Self.part(
            title,
            rows.isEmpty
                ? "Nobody is overdue on \(today.label)"
                : "\(CountedNoun.text(rows.count, "follow-ups")) on \(today.label)", rows)
    }

    private var eventsPart: DigestPart {
        let title = "Next events"
        guard let events else { return DigestPart(title: title, summary: DigestText.away) }
        let rows = events.map { event in
            DigestRow(
                event.name,
                Self.listed(
                    event.dateRangeFormatted, event.type.label, event.schoolText,
                    event.status.label), .event(event.id))
        }
        let days = "the next \(DigestLimit.daysAhead) days"
        return Self.part(
            title,
            rows.isEmpty
                ? "No events in \(days)" : "\(CountedNoun.text(rows.count, "events")) in \(days)",
            rows)
    }

    private var postsPart: DigestPart {
        let title = "Posts"
        guard let posts else { return DigestPart(title: title, summary: DigestText.away) }
        let rows = posts.newest.map { post in
            DigestRow(
                Self.listed(post.authorText ?? "Unknown", post.schoolText),
                Self.excerpt(of: post.postContent ?? post.postURL ?? post.platform.label),
                post.coachID.map { .coach($0) })
        }
        return DigestPart(
            title: title,
            summary: posts.total == 0
                ? "No posts in this week"
                : "\(CountedNoun.text(posts.total, "posts")) in this week",
            rows: rows, more: max(posts.total - rows.count, 0))
    }

    private static func part(
        _ title: String, _ summary: String, _ rows: [DigestRow]
    ) -> DigestPart {
        let shown = Array(rows.prefix(DigestLimit.rowsMax))
        return DigestPart(
            title: title, summary: summary, rows: shown, more: rows.count - shown.count)
    }

    private static func listed(_ texts: String?...) -> String {
        texts.compactMap { $0 }.joined(separator: ", ")
    }

    /// The beginning of a text, in one line.
    private static func excerpt(of text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .shortened(to: DigestLimit.excerptMax)
    }
}
