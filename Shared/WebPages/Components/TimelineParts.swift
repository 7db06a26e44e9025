public import Contracts
import HTML

/// A page of a timeline as pages show it.
@Memberwise
public struct TimelineContent: Sendable {
    public var subject: TimelineSubject
    /// The place after which the page begins; nil at the newest entry.
    public var cursor: String? = nil
    public var timeline: Timeline
    /// The figures; nil if their service does not answer, or on a later page.
    public var figures: TimelineFigures?
}

extension TimelineContent {
    /// The page of the coach or the school.
    var place: WebAddress {
        switch subject {
        case .coach(let id): Place.coach(id)
        case .school(let id): Place.school(id)
        }
    }

    /// The page with the whole timeline, after a place.
    func address(after cursor: String? = nil) -> WebAddress {
        let (list, id) =
            switch subject {
            case .coach(let id): ("coaches", id.text)
            case .school(let id): ("schools", id.text)
            }
        return WebAddress(
            list, id, "timeline", query: cursor.map { [.init("cursor", $0)] } ?? [])
    }
}

extension HTMLWriter {
    /// Writes the beginning of a timeline with the figures (N-46).
    mutating func timelineSection(_ content: TimelineContent, _ context: PageContext) {
        self(.section, .class("sheet")) { html in
            html.timelineFigures(content.figures, title: TimelineText.title, context)
            html.timelineAbsence(content, retry: content.place)
            html.timelineEntries(content, context)
            if !content.timeline.entries.isEmpty {
                html(.p, .class("screen")) { html in
                    html(
                        .a, .class("reach"), .href(content.address()),
                        text: content.timeline.hasMore
                            ? "Older entries, and the whole timeline" : "The whole timeline")
                }
            }
        }
    }

    /// Writes a heading, and the figures in words and as a chart.
    mutating func timelineFigures(
        _ figures: TimelineFigures?, title: String, _ context: PageContext
    ) {
        let strip = figures.flatMap { $0.hasContacts ? ContactStrip($0.months) : nil }
        self(.div, .class("split")) { html in
            html(.h2, text: title)
            strip?.writeLegend(to: &html)
        }
        if let silence = figures?.silenceText {
            self(.p, .class("badges")) { html in
                html.badge(TimelineText.quiet, .amber, icon: .clock)
                html(.span, .class("small soft"), text: silence)
            }
        }
        let all = figures?.sentences(FigureScope(readBy: context.role)) ?? []
        let sentences = all.filter { $0 != figures?.quietText }
        if !sentences.isEmpty {
            self(.p, .class("soft"), text: sentences.joined(separator: ". ") + ".")
        }
        strip?.write(to: &self)
    }

    /// Writes which services did not answer, if any; `retry` is the page itself.
    mutating func timelineAbsence(_ content: TimelineContent, retry: WebAddress) {
        guard !content.timeline.away.isEmpty else { return }
        banner(
            .bad, title: "Server error",
            "\(TrashWords.away(content.timeline.away)): some entries are missing here.",
            action: ("Retry", retry))
    }

    /// Writes entries newest first as a line of discs, with the silence between contacts, which
    /// posts do not break.
    mutating func timelineEntries(_ content: TimelineContent, _ context: PageContext) {
        let entries = content.timeline.entries
        guard !entries.isEmpty else {
            if content.timeline.away.isEmpty {
                self(.p, .class("soft"), text: TimelineText.nothing)
            }
            return
        }
        self(.ol, .class("line")) { html in
            for (place, entry) in entries.enumerated() {
                html(.li) { html in
                    html.timelineDisc(entry)
                    html(.div, .class("text")) { html in
                        html.timelineTitle(entry)
                        if let text = entry.text {
                            html(.p, .class("preview"), .dir(.auto), text: text)
                        }
                        html.timelineFacts(entry, of: content.subject, context)
                    }
                    let next = entries.dropFirst(place + 1).first { $0.kind != .post }
                    if let gap = Self.silence(from: next?.contactTime, to: entry.contactTime) {
                        html(.p, .class("gap"), text: gap)
                    }
                }
            }
        }
    }

    private mutating func timelineDisc(_ entry: TimelineEntry) {
        if let type = InteractionType(rawValue: entry.type), let direction = entry.direction {
            return disc(of: type, direction)
        }
        let icon =
            switch entry.kind {
            case .post: SocialPlatform(rawValue: entry.type)?.pageIcon ?? .at
            case .event: EventType(rawValue: entry.type)?.pageIcon ?? .calendar
            case .interaction: Icon.chats
            }
        self(.span, .class("disc plain"), .ariaHidden(true)) { $0.icon(icon) }
    }

    /// The title leads to the record; posts have no page. Which way a contact went, and the part in
    /// an event, stand there as words.
    private mutating func timelineTitle(_ entry: TimelineEntry) {
        self(.div) { html in
            html(.h3, .dir(.auto)) { html in
                if let place = entry.place {
                    html(.a, .href(place), text: entry.title)
                } else {
                    html.text(entry.title)
                }
            }
            html.text(" ")
            let words = [
                entry.kindLabel == entry.title ? nil : entry.kindLabel,
                entry.wayLabel?.lowercased(),
            ].compactMap { $0 }
            html(.small, .class("soft"), text: words.joined(separator: ", "))
        }
    }

    private mutating func timelineFacts(
        _ entry: TimelineEntry, of subject: TimelineSubject, _ context: PageContext
    ) {
        self(.small, .class("faint")) { html in
            html.text(entry.dayText ?? context.zone.text(entry.at))
            let other =
                switch subject {
                case .coach: entry.schoolName
                case .school: entry.coachName
                }
            let logger = context.isPlayer ? nil : entry.loggedByName
            for name in [other, logger].compactMap({ $0 }) {
                html.text(" · ")
                html(.bdi, text: name)
            }
            if let interest = entry.interest { html.text(" · \(interest.label)") }
        }
    }
}

extension TimelineEntry {
    /// The time of a contact; nil for everything else.
    fileprivate var contactTime: Instant? { kind == .interaction ? at : nil }

    /// The page of the record; nil for posts.
    fileprivate var place: WebAddress? {
        switch kind {
        case .interaction: Place.interaction(InteractionID(id))
        case .event: Place.event(EventID(id))
        case .post: nil
        }
    }
}
