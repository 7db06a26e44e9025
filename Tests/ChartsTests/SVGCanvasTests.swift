import Testing

@testable import Charts

@Suite struct SVGCanvasTests {
    @Test func aDrawingSaysWhatItIs() {
        let canvas = SVGCanvas(width: 40, height: 20.5)
        #expect(
            canvas.document(title: "Posts", description: "12 posts", id: "a\"b 1") == """
                <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20.5" \
                viewBox="0 0 40 20.5" role="img" aria-labelledby="ab1-title ab1-desc" \
                font-family="system-ui, 'DejaVu Sans', sans-serif">
                <title id="ab1-title">Posts</title>
                <desc id="ab1-desc">12 posts</desc>
                <rect x="0" y="0" width="40" height="20.5" fill="#ffffff"/>
                </svg>

                """)
    }

    @Test func textsOfAnybodysMakingStayTexts() {
        var canvas = SVGCanvas(width: 10, height: 10)
        canvas.text("</text><script>&\n\u{0}\u{202e}é", at: ChartPoint(1, 2), .init(size: 12))
        canvas.circle(ChartPoint(1, 1), radius: 2, .blue, tooltip: "a\"<b>")
        let document = canvas.document(title: "<T>", description: "'D'")
        #expect(document.contains(">&lt;/text&gt;&lt;script&gt;&amp; \u{fffd}\u{fffd}é</text>"))
        #expect(document.contains("<title>a&quot;&lt;b&gt;</title></circle>"))
        #expect(document.contains("<title id=\"chart-title\">&lt;T&gt;</title>"))
        #expect(document.contains("<desc id=\"chart-desc\">&#39;D&#39;</desc>"))
    }

    @Test(arguments: [
        (0, "0"), (1.5, "1.5"), (-0.004, "0"), (-0.25, "-0.25"), (2.05, "2.05"), (1e300, "1000000"),
        (-Double.infinity, "0"), (Double.nan, "0"), (999_999.999, "1000000"),
    ])
    func numbersAreShortAndNeverInPowersOfTen(value: Double, text: String) {
        #expect(SVGCanvas.number(value) == text)
    }

    @Test func linesNeedTwoPlacesAndShapesThree() {
        var canvas = SVGCanvas(width: 10, height: 10)
        canvas.path([ChartPoint(1, 1)], .init(.blue))
        canvas.polygon([ChartPoint(1, 1), ChartPoint(2, 2)], .blue)
        let document = canvas.document(title: "", description: "")
        #expect(!document.contains("polyline") && !document.contains("polygon"))
    }

    @Test func everyColourOfDataKeepsItsContrast() {
        for colour in ChartColour.ofData + [.ink, .faintInk] {
            let contrast = ChartColour.contrast(colour.outline, ChartColour.paper.fill)
            #expect(contrast >= 4.5, "\(ChartColour.code(colour.outline))")
        }
        #expect(ChartColour.contrast(0, 0xFFFFFF) == 21)
        #expect(abs(ChartColour.contrast(0xFFFFFF, 0x00CC66) - 2.14) < 0.01)
    }

    @Test func textIsCutWhereItsRoomEnds() {
        #expect(TextRoom.fitted("short", to: 100, size: 12) == "short")
        #expect(TextRoom.fitted("a long label", to: 40, size: 10) == "a lon…")
        #expect(TextRoom.fitted("abc", to: 5, size: 10) == "")
        #expect(TextRoom.width(of: "日本", size: 10) > TextRoom.width(of: "ab", size: 10))
    }
}
