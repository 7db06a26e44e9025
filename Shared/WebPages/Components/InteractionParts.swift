import Contracts
import HTML

extension HTMLWriter {
    /// Writes interactions newest first as a line of discs, with the silence between them.
    mutating func timeline(
        _ interactions: [Interaction], current: InteractionID? = nil, _ context: PageContext
    ) {
        self(.ol, .class("line")) { html in
            for (place, interaction) in interactions.enumerated() {
                let next = interactions.dropFirst(place + 1).first
                html(.li) { html in
                    html.disc(of: interaction.type, interaction.direction)
                    html(.div, .class("text")) { html in
                        html.timelineEntry(interaction, isCurrent: interaction.id == current)
                        html(.small, .class("faint")) { html in
                            html.text(context.zone.text(interaction.displayTime))
                            if let sentiment = interaction.sentiment {
                                html.text(" · \(sentiment.label)")
                            }
                        }
                    }
                    if let gap = Self.silence(from: next?.displayDate, to: interaction.displayDate)
                    {
                        html(.p, .class("gap"), text: gap)
                    }
                }
            }
        }
    }

    private mutating func timelineEntry(_ interaction: Interaction, isCurrent: Bool) {
        self(.div) { html in
            html(.h3, .dir(.auto)) { html in
                if isCurrent {
                    html.text(interaction.displaySubject)
                } else {
                    html(
                        .a, .href(Place.interaction(interaction.id)),
                        text: interaction.displaySubject)
                }
            }
            let direction = interaction.direction.label
            html.text(" ")
            html(
                .small, .class("soft"),
                text: interaction.subject == nil
                    ? direction : "\(interaction.type.label), \(direction.lowercased())")
        }
        if let content = interaction.previewText {
            self(.p, .class("preview"), .dir(.auto), text: content)
        }
    }

    /// "15 days of silence" between two contacts that are a week or more apart.
    static func silence(from older: Instant?, to newer: Instant?) -> String? {
        guard let before = older, let after = newer else { return nil }
        let days = (after.milliseconds - before.milliseconds) / 86_400_000
        return days >= 7 ? "\(days) days of silence" : nil
    }
}
