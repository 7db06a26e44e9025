import Contracts
import Testing

@testable import Gateway

@Suite struct AnalyticsDrawingTests {
    // SA-13, SA-15, SA-22, SA-23, SA-40, SA-41
    @Test func theChartsSayEverythingAsText() {
        let document = AnalyticsDrawing.document(AnalyticsFixture.page())
        #expect(document.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(
            document.contains(
                "<title id=\"social-analytics-title\">Social Analytics, 30 Days</title>"))
        #expect(document.contains(">57 posts, busiest day Jan 14 with 4. Very Positive: 12 posts"))
        for text in [
            ">Sentiment Distribution<", ">Very Positive<", ">12 (22.2%)<", ">Activity by Day<",
            ">Jan 12<", ">Feb 10<", "<title>Jan 13: 2 posts</title>", "#0066ff", "#00cc66",
        ] {
            #expect(document.contains(text), "\(text)")
        }
    }

    @Test func withoutPostsTheChartsSaySo() {
        let document = AnalyticsDrawing.document(AnalyticsFixture.empty)
        #expect(document.contains(">No sentiment data available<"))
        #expect(document.contains(">No data available<"))
    }
}
