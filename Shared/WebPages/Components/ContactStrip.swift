import Contracts
import HTML

/// The product's own chart: a column for each day or month, what we sent above the line and what
/// they sent below it.
struct ContactStrip {
    /// The contacts of one day or month.
    struct Column {
        let label: String
        var outbound = 0
        var inbound = 0
    }

    /// The width of the drawing, in its own units.
    private static let width = 540.0

    let columns: [Column]
    /// What a column stands for, as the head of the table says it.
    private let unit: String
    /// The time of all columns: "90 days".
    private let span: String
    /// The texts under the first and the last column.
    private let ends: (first: String, last: String)
    var outbound: Int { columns.reduce(0) { $0 + $1.outbound } }
    var inbound: Int { columns.reduce(0) { $0 + $1.inbound } }

    /// The days up to today, with the interactions that fall on them.
    init(_ interactions: [Interaction], days count: Int, context: PageContext) {
        let today = context.zone.day(context.now)
        let first = today.daysSince1970 - Int64(count) + 1
        let days = (0..<count).map { CivilDay(daysSince1970: first + Int64($0)) }
        var columns = days.map { Column(label: $0.label) }
        for interaction in interactions {
            guard let time = interaction.displayTime else { continue }
            let place = context.zone.day(time).daysSince1970 - first
            guard place >= 0, place < Int64(count) else { continue }
            if interaction.direction == .outbound {
                columns[Int(place)].outbound += 1
            } else {
                columns[Int(place)].inbound += 1
            }
        }
        self.columns = columns
        (unit, span) = ("Day", "\(count) days")
        ends = (days.first.map { "\($0.monthName) \($0.day)" } ?? "", "Today")
    }

    /// The months of a timeline.
    init(_ months: [TimelineMonth]) {
        columns = months.map { month in
            Column(
                label: Self.text(month.month), outbound: month.outbound, inbound: month.inbound)
        }
        (unit, span) = ("Month", "\(months.count) months")
        ends = (months.first.map { Self.text($0.month) } ?? "", "This month")
    }

    private static func text(_ month: CivilDay) -> String { "\(month.monthName) \(month.year)" }

    /// The finding as a sentence.
    private var finding: String {
        "\(outbound) outbound and \(inbound) inbound in the last \(span)"
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
                html(.span, text: ends.first)
                html(.span, text: ends.last)
            }
            html.tableDetails { writeTable(to: &$0) }
        }
    }

    private func writeDrawing(to html: inout HTMLWriter) {
        let step = Self.width / Double(max(columns.count, 1))
        let half = 26.0
        let most = max(columns.map { max($0.outbound, $0.inbound) }.max() ?? 1, 1)
        let unit = (half - 2) / Double(most)
        html(
            .svg, .class("chart"), .role(.image), .ariaLabel(finding),
            .viewBox("0 0 \(Int(Self.width)) \(Int(half * 2))")
        ) { html in
            html(.title, text: finding)
            html(.line, .class("axis"), .x1(0), .x2(Self.width), .y1(half), .y2(half))
            for (place, column) in columns.enumerated() {
                let x = Double(place) * step + 1
                if column.outbound > 0 {
                    let height = unit * Double(column.outbound)
                    html(
                        .rect, .class("out"), .x(x), .y(half - 1 - height),
                        .drawnWidth(step - 2), .drawnHeight(height), .rx(1))
                }
                if column.inbound > 0 {
                    html(
                        .rect, .class("in"), .x(x), .y(half + 1), .drawnWidth(step - 2),
                        .drawnHeight(unit * Double(column.inbound)), .rx(1))
                }
            }
        }
    }

    /// The days or months with contacts, newest first.
    private func writeTable(to html: inout HTMLWriter) {
        html(.table) { html in
            html(.caption, text: finding)
            html(.thead) { html in
                html(.tr) { html in
                    html(.th, .scope("col"), text: unit)
                    html(.th, .scope("col"), .class("num"), text: "Outbound")
                    html(.th, .scope("col"), .class("num"), text: "Inbound")
                }
            }
            html(.tbody) { html in
                for column in columns.reversed() where column.outbound + column.inbound > 0 {
                    html(.tr) { html in
                        html(.td, text: column.label)
                        html(.td, .class("num"), text: "\(column.outbound)")
                        html(.td, .class("num"), text: "\(column.inbound)")
                    }
                }
            }
        }
    }
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
