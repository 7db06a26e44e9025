import Contracts
import HTML

/// The product's own chart: a column for each day, what we sent above the line and what they sent
/// below it.
struct ContactStrip {
    /// The contacts of one day.
    struct Day {
        let day: CivilDay
        var outbound = 0
        var inbound = 0
    }

    /// The number of days on the page of a coach or a school.
    static let detailDays = 90

    let days: [Day]
    var outbound: Int { days.reduce(0) { $0 + $1.outbound } }
    var inbound: Int { days.reduce(0) { $0 + $1.inbound } }

    /// The days up to today, with the interactions that fall on them.
    init(_ interactions: [Interaction], days count: Int, context: PageContext) {
        let today = context.zone.day(context.now)
        let first = today.daysSince1970 - Int64(count) + 1
        var days = (0..<count).map { Day(day: CivilDay(daysSince1970: first + Int64($0))) }
        for interaction in interactions {
            guard let date = interaction.displayDate else { continue }
            let place = context.zone.day(date).daysSince1970 - first
            guard place >= 0, place < Int64(count) else { continue }
            if interaction.direction == .outbound {
                days[Int(place)].outbound += 1
            } else {
                days[Int(place)].inbound += 1
            }
        }
        self.days = days
    }

    /// The finding as a sentence.
    private var finding: String {
        "\(outbound) outbound and \(inbound) inbound in the last \(days.count) days"
    }

    /// Writes the legend with the sums.
    func writeLegend(to html: inout HTMLWriter) {
        html(.p, .class("legend")) { html in
            html(.span) { html in
                html(.span, .class("key out"), .ariaHidden(true))
                html.text("\(outbound) outbound")
            }
            html(.span) { html in
                html(.span, .class("key in"), .ariaHidden(true))
                html.text("\(inbound) inbound")
            }
        }
    }

    /// Writes the drawing, and its numbers as a table.
    func write(to html: inout HTMLWriter) {
        html(.figure) { html in
            writeDrawing(to: &html)
            html(.p, .class("ends"), .ariaHidden(true)) { html in
                html(.span, text: days.first.map { Self.shortText($0.day) } ?? "")
                html(.span, text: "Today")
            }
            html.tableDetails { writeTable(to: &$0) }
        }
    }

    private func writeDrawing(to html: inout HTMLWriter) {
        let step = 6.0
        let half = 26.0
        let most = max(days.map { max($0.outbound, $0.inbound) }.max() ?? 1, 1)
        let unit = (half - 2) / Double(most)
        html(
            .svg, .class("chart"), .role(.image), .ariaLabel(finding),
            .viewBox("0 0 \(days.count * Int(step)) \(Int(half * 2))")
        ) { html in
            html(.title, text: finding)
            html(
                .line, .class("axis"), .x1(0), .x2(Double(days.count) * step), .y1(half),
                .y2(half))
            for (place, day) in days.enumerated() {
                let x = Double(place) * step + 1
                if day.outbound > 0 {
                    let height = unit * Double(day.outbound)
                    html(
                        .rect, .class("out"), .x(x), .y(half - 1 - height), .drawnWidth(4),
                        .drawnHeight(height), .rx(1))
                }
                if day.inbound > 0 {
                    html(
                        .rect, .class("in"), .x(x), .y(half + 1), .drawnWidth(4),
                        .drawnHeight(unit * Double(day.inbound)), .rx(1))
                }
            }
        }
    }

    /// The days with contacts, newest first.
    private func writeTable(to html: inout HTMLWriter) {
        html(.table) { html in
            html(.caption, text: finding)
            html(.thead) { html in
                html(.tr) { html in
                    html(.th, .scope("col"), text: "Day")
                    html(.th, .scope("col"), .class("num"), text: "Outbound")
                    html(.th, .scope("col"), .class("num"), text: "Inbound")
                }
            }
            html(.tbody) { html in
                for day in days.reversed() where day.outbound + day.inbound > 0 {
                    html(.tr) { html in
                        html(.td, text: day.day.label)
                        html(.td, .class("num"), text: "\(day.outbound)")
                        html(.td, .class("num"), text: "\(day.inbound)")
                    }
                }
            }
        }
    }

    private static func shortText(_ day: CivilDay) -> String { "\(day.monthName) \(day.day)" }
}

extension HTMLWriter {
    /// Writes what a chart shows as a table that can be unfolded.
    mutating func tableDetails(content: (inout HTMLWriter) -> Void) {
        unfolding("Show as table", content: content)
    }

    /// Writes something that is folded at first.
    mutating func unfolding(
        _ title: String, isOpen: Bool = false, content: (inout HTMLWriter) -> Void
    ) {
        self(.details, .open(isOpen)) { html in
            html(.summary, .class("open")) { html in
                html.icon(.right)
                html.text(title)
            }
            content(&html)
        }
    }
}
