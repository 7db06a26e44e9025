import CommandKit
import Contracts

/// The page Interaction Detail in text (ID-01 to ID-14).
struct InteractionCard {
    /// ID-12: longer file names are cut, in characters.
    static let fileNameMax = 20

    let card: Card

    init(_ record: Interaction, _ run: CommandRun) throws {
        let reader = try run.signedIn().userID
        var card = Card()
        card.heading(record.displaySubject)
        var chips: [(label: String, cell: TextTable.Cell)] = [
            ("Type", .init(record.type.rawValue, shown: record.type.label, .blue)),
            (
                "Direction",
                .init(
                    record.direction.rawValue, shown: record.direction.label,
                    record.direction.detailStyle)
            ),
        ]
        if let sentiment = record.sentiment {
            chips.append(
                (
                    "Sentiment",
                    .init(sentiment.rawValue, shown: sentiment.label, sentiment.style)
                ))
        }
        card.chips(chips)
        card.blank()
        card.field("ID", record.id.text)
        card.field(
            "Date",
            .init(record.displayDate?.text ?? "", shown: run.zone.text(record.displayDate)))
        card.field("School", record.schoolText)
        card.field("Coach", record.coachText)
        card.field("Event", record.eventID?.text)
        card.field("Logged By", record.loggerText(for: reader))
        if let level = record.interestLevel {
            let sign = run.console.traits.isAccessible ? "" : "\(level.emoji) "
            card.field(
                "Coach Interest Level", .init(level.rawValue, shown: sign + level.label))
        }
        if let content = record.content {
            card.blank()
            // D-11: stored bytes stay; leading blank lines are not shown.
            card.text(String(content.drop { $0 == "\n" }))
        }
        if !record.attachments.isEmpty {
            card.blank()
            card.field("Attachments (\(record.attachments.count))", "")
            for path in record.attachments { card.field("  \(Self.kind(path))", Self.cell(path)) }
        }
        card.blank()
        card.field(
            "Created:", .init(record.createdAt?.text ?? "", shown: run.zone.text(record.createdAt)))
        self.card = card
    }

    private static func cell(_ path: String) -> TextTable.Cell {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let shown = name.removingPercentEncodingPlainly
        let cut = shown.count > fileNameMax ? shown.prefix(fileNameMax) + "…" : shown[...]
        return TextTable.Cell(path, shown: String(cut))
    }

    /// ID-11: what kind of file a name tells.
    private static func kind(_ path: String) -> String {
        switch path.split(separator: ".").last?.lowercased() {
        case "pdf": "PDF"
        case "doc", "docx": "Document"
        case "jpg", "jpeg", "png", "gif": "Image"
        case "txt": "Text"
        default: "File"
        }
    }
}

extension String {
    /// The text with `%XX` replaced by its bytes; unchanged where that is no UTF-8.
    var removingPercentEncodingPlainly: String {
        var output: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                output.append(value)
                rest = rest.dropFirst(2)
            } else {
                output.append(byte)
            }
        }
        return String(validating: output, as: UTF8.self) ?? self
    }
}
