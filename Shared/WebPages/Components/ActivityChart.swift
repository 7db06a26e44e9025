import Contracts
import HTML

/// Posts by day, week or month as columns, with the finding as a sentence and the numbers as a
/// table (SA-18 to SA-23, SA-41).
struct ActivityChart {
    private static let height = 96.0
    private static let step = 10.0

    let answer: SocialAnalytics.Response

    func write(to html: inout HTMLWriter) {
        guard let first = answer.activity.first, let last = answer.activity.last,
            answer.activity.contains(where: { $0.count > 0 })
        else {
            html(.p, .class("soft"), text: AnalyticsText.emptyChart)
            return writeRemarks(to: &html)
        }
        html(.p, .class("soft"), text: AnalyticsText.finding(answer) + ".")
        html(.figure) { html in
            writeDrawing(to: &html)
            // SA-22
            html(.p, .class("ends"), .ariaHidden(true)) { html in
                html(.span, text: first.label)
                if last.date != first.date { html(.span, text: last.label) }
            }
            html.tableDetails { writeTable(to: &$0) }
        }
        writeRemarks(to: &html)
    }

    private func writeDrawing(to html: inout HTMLWriter) {
        let width = Double(answer.activity.count) * Self.step
        html(
            .svg, .class("chart tall"), .role(.image), .ariaLabel(AnalyticsText.finding(answer)),
            .viewBox("0 0 \(Int(width)) \(Int(Self.height))"), .preserveAspectRatio("none")
        ) { html in
            for (place, bar) in answer.activity.enumerated() {
                // SA-20, SA-21: a day without posts keeps a line.
                let height = max(bar.height / 100 * (Self.height - 2), 0.5)
                html(.g) { html in
                    html(.title, text: AnalyticsText.tooltip(bar))
                    html(
                        .rect, .class("out"), .x(Double(place) * Self.step + 1),
                        .y(Self.height - height), .drawnWidth(Self.step - 2),
                        .drawnHeight(height))
                }
            }
        }
    }

    private func writeTable(to html: inout HTMLWriter) {
        html(.table) { html in
            html(.caption, text: AnalyticsText.finding(answer))
            html(.thead) { html in
                html(.tr) { html in
                    html(.th, .scope("col"), text: answer.bucket.title)
                    html(.th, .scope("col"), .class("num"), text: "Posts")
                }
            }
            html(.tbody) { html in
                for bar in answer.activity.reversed() {
                    html(.tr) { html in
                        html(.td, text: bar.label)
                        html(.td, .class("num"), text: HTMLWriter.grouped(bar.count))
                    }
                }
            }
        }
    }

    /// T-03, T-07, D-08: posts that have no column.
    private func writeRemarks(to html: inout HTMLWriter) {
        for remark in AnalyticsText.remarks(answer) {
            html(.p, .class("small soft"), text: remark)
        }
    }
}

extension AnalyticsBucket {
    /// The head of the table's first column.
    fileprivate var title: String {
        switch self {
        case .day: "Day"
        case .week: "Week from"
        case .month: "Month"
        }
    }
}
