import CommandKit
import Contracts

/// The Interaction Detail page as text (ID-01 to ID-14, ID-30).
struct InteractionCard {
    let card: Card

    /// The card of a record; `files` are its attachments if the answer contains them.
    init(_ record: Interaction, files: [Attachment] = [], _ run: CommandRun) throws {
        var card = Card()
        card.heading(record.displaySubject)
        Self.addBadges(of: record, to: &card)
        card.blank()
        card.field("ID", record.id.text)
        card.field(
            "Date",
            .init(record.displayTime?.text ?? "", shown: run.zone.text(record.displayTime)))
        card.field("School", record.schoolText)
        card.field("Coach", record.coachText)
        card.field("Event", Self.event(of: record, run))
        card.field("Logged By", record.authorText(for: try run.signedIn().userID))
        Self.addInterest(of: record, to: &card, run)
        if let content = record.content, let shown = record.shownContent {
            card.blank()
            card.section("Content")
            card.text(shown, full: content)
        }
        let labels =
            files.isEmpty
            ? record.attachments.map { AttachmentLabel(path: $0) }
            : files.map { AttachmentLabel($0) }
        Self.add(labels, to: &card)
        card.blank()
        card.footer(
            "Created", .init(record.createdAt?.text ?? "", shown: run.zone.text(record.createdAt)))
        self.card = card
    }

    /// The event's name, from the events service. If it cannot be resolved or the service does not
    /// answer, the event is called unknown.
    private static func event(of record: Interaction, _ run: CommandRun) -> TextTable.Cell {
        guard let id = record.eventID else { return .init("", shown: "—") }
        let page = try? run.response(of: ShowEvent.self, .init(id: id))
        return .init(id.text, shown: page?.event.name ?? FilterRecord.event.unknownLabel)
    }

    /// ID-04, ID-05; ID-30: the announcement on an accessible terminal.
    private static func addBadges(of record: Interaction, to card: inout Card) {
        let type = TextTable.Cell(record.type.rawValue, shown: record.type.label, .blue)
        let direction = TextTable.Cell(
            record.direction.rawValue, shown: record.direction.label, record.direction.detailStyle)
        var badges: [(label: String, cell: TextTable.Cell)] = [
            ("Type", type), ("Direction", direction),
        ]
        if let sentiment = record.sentiment {
            let cell = TextTable.Cell(
                sentiment.rawValue, shown: sentiment.label, sentiment.style)
            badges.append(("Sentiment", cell))
        }
        card.chips(badges, announced: record.kindAnnouncement)
    }

    /// IA-29 to IA-31.
    private static func addInterest(
        of record: Interaction, to card: inout Card, _ run: CommandRun
    ) {
        guard let level = record.calibratedLevel else { return }
        let sign = run.console.traits.isAccessible ? "" : "\(level.emoji) "
        let shown = "\(sign)\(level.label). \(level.explanation)"
        card.field("Coach Interest Level", .init(level.rawValue, shown: shown, level.style))
    }

    /// ID-10 to ID-12.
    private static func add(_ labels: [AttachmentLabel], to card: inout Card) {
        guard !labels.isEmpty else { return }
        card.blank()
        let count = String(labels.count)
        card.section("Attachments (\(count))", pipe: ("Attachments", count))
        for label in labels {
            card.field(label.kind, .init(label.path, shown: label.text))
        }
    }
}
