import Charts
import Testing

@Suite struct ChartTests {
    private let frame = ChartFrame(x: 0, y: 0, width: 600, height: 240)

    private func drawn(_ draw: (inout SVGCanvas) -> Void) -> String {
        var canvas = SVGCanvas(width: 600, height: 240)
        draw(&canvas)
        return canvas.document(title: "T", description: "D")
    }

    private func columns(_ values: [Int]) -> [ColumnChart.Column] {
        values.enumerated().map { index, value in
            .init(
                label: "Feb \(index + 1)", value: value, tooltip: "Feb \(index + 1): \(value) posts"
            )
        }
    }

    @Test func columnsHaveTheirValuesAsTextAndOnlyTheFirstAndLastLabel() {
        let chart = ColumnChart(title: "Activity by Day", columns: columns([4, 0, 8]))
        let document = drawn { chart.draw(on: &$0, in: frame) }
        #expect(document.contains(">Feb 1</text>") && document.contains(">Feb 3</text>"))
        #expect(!document.contains(">Feb 2</text>"))
        #expect(document.contains(">4</text>") && document.contains(">8</text>"))
        #expect(document.contains("<title>Feb 3: 8 posts</title>"))
        #expect(document.contains("height=\"1\" fill=\"#4b5563\"><title>Feb 2: 0 posts"))
    }

    @Test func moreColumnsThanHaveRoomKeepTheirTooltips() {
        let limit = ColumnChart.labelledColumnsMax
        let most = ColumnChart(title: "", columns: columns(Array(repeating: 777, count: limit)))
        let wide = ChartFrame(x: 0, y: 0, width: 2_000, height: 240)
        #expect(drawn { most.draw(on: &$0, in: wide) }.contains(">777</text>"))
        let more = ColumnChart(title: "", columns: columns(Array(repeating: 777, count: limit + 1)))
        let document = drawn { more.draw(on: &$0, in: wide) }
        #expect(!document.contains(">777</text>"))
        #expect(document.contains("<title>Feb 32: 777 posts</title>"))
    }

    @Test(arguments: [[], [0, 0], [-1]])
    func withoutValuesAChartSaysSo(values: [Int]) {
        let chart = ColumnChart(title: "Activity by Day", columns: columns(values))
        let document = drawn { chart.draw(on: &$0, in: frame) }
        #expect(document.contains(">No data available</text>"))
        #expect(!document.contains("</rect>"))
    }

    @Test func barsHaveALabelAndAValue() {
        let chart = BarChart(
            title: "Sentiment",
            bars: [
                .init(label: "Very Positive", share: 0.5, value: "6 (50.0%)", colour: .green),
                .init(label: "Negative", share: .nan, value: "0 (0.0%)", colour: .red),
            ])
        let document = drawn { chart.draw(on: &$0, in: frame) }
        #expect(document.contains(">Very Positive</text>"))
        #expect(document.contains(">6 (50.0%)</text>"))
        #expect(document.contains("stroke=\"#047857\""))
        #expect(document.contains("width=\"1\""))
        let none = BarChart(title: "S", bars: [], emptyText: "No sentiment data available")
        #expect(drawn { none.draw(on: &$0, in: frame) }.contains(">No sentiment data available<"))
    }

    @Test func linesDifferNotByColourAlone() {
        let chart = LineChart(
            title: "Latency", x: .init("requests/s"), y: .init("ms", .logarithmic),
            series: [
                .init("p50", [(100, 0.4), (200, 0.6)]),
                .init("p99", [(100, 4), (200, 0), (300, 70)]),
            ],
            rules: [
                .init(label: "limit", value: 50, isLevel: true),
                .init(label: "knee", value: 250, isLevel: false),
            ])
        let document = drawn { chart.draw(on: &$0, in: frame) }
        #expect(document.contains(">p50</text>") && document.contains(">p99</text>"))
        #expect(document.contains("stroke-dasharray=\"7 3\""))
        #expect(document.contains("<circle") && document.contains("<polygon"))
        #expect(document.contains("<title>p99: 300, 70</title>"))
        #expect(!document.contains("<title>p99: 200, 0</title>"), "0 has no place")
        #expect(document.contains(">limit</text>") && document.contains(">knee</text>"))
        let none = LineChart(title: "L", x: .init("x"), y: .init("y"), series: [.init("a", [])])
        #expect(drawn { none.draw(on: &$0, in: frame) }.contains(">No data available</text>"))
    }
}
