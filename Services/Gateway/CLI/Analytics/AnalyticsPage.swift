import CommandKit
import Contracts

/// The Social Analytics page on a terminal: cards, charts, rankings and posts.
struct AnalyticsPage {
    /// The widest line, in columns.
    static let columnsMax = 120
    /// The widest horizontal bar, in columns.
    static let barColumnsMax = 48
    /// The height of the column chart, in lines.
    static let chartRows = 8
    /// The most lines shown of a post (SA-29).
    static let previewLinesMax = 2

    let page: SocialAnalytics.Response
    let zone: LocalZone
    let traits: TerminalTraits

    private var columns: Int { min(traits.columns, Self.columnsMax) }
    private var bars: TextBars { TextBars(traits) }

    /// The page as text; every line ends with a line feed.
    var text: String {
        if traits.isAccessible { return announced.map { $0 + "\n" }.joined() }
        var lines = head + [""] + cards
        if page.summary.totalPosts == 0 {
            lines += ["", bold(AnalyticsText.emptyRange), AnalyticsText.emptyRangeRemedy]
        }
        let blocks: [(String, [String])] = [
            (AnalyticsText.sentiment, sentiment), (AnalyticsText.platforms, platforms),
            (activityTitle, activity), (AnalyticsText.schools, schools),
            (AnalyticsText.recent, posts),
        ]
        for (title, block) in blocks { lines += ["", bold(title)] + block }
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: Head and cards

    private var head: [String] {
        let ranges = AnalyticsRange.allCases.map { range in
            range == page.range
                ? TextStyle.blue.applied(to: "[\(range.label)]", traits) : range.label
        }
        return [
            bold(AnalyticsText.title), faint(AnalyticsText.subtitle),
            ranges.joined(separator: "  "),
        ]
    }

    /// The cards side by side, or one below the other if they do not fit.
    private var cards: [String] {
        let cards = AnalyticsText.cards(page.summary)
        let values = cards.map { card in
            card.note.isEmpty ? "\(card.value)" : "\(card.value) (\(card.note))"
        }
        let widths = zip(cards, values).map { max($0.label.count, $1.count) + 3 }
        guard widths.reduce(0, +) <= columns else {
            let room = (cards.map(\.label.count).max() ?? 0) + 2
            return zip(cards, values).map { card, value in
                faint(DisplayWidth.padded(card.label, to: room))
                    + card.tone.style.applied(to: value, traits)
            }
        }
        var labels = ""
        var figures = ""
        for ((card, value), width) in zip(zip(cards, values), widths) {
            labels += DisplayWidth.padded(card.label, to: width)
            figures += card.tone.style.applied(to: value, traits)
            figures += String(repeating: " ", count: width - value.count)
        }
        return [faint(trimmed(labels)), trimmed(figures)]
    }

    // MARK: Lying bars

    private var sentiment: [String] {
        guard page.summary.analyzedPosts > 0 else { return [AnalyticsText.emptySentiment] }
        let labels = (page.sentiment.map(\.label.count).max() ?? 0) + 2
        let counts = page.sentiment.map { "\($0.count)".count }.max() ?? 1
        let room = min(max(columns - labels - counts - 12, 5), Self.barColumnsMax)
        return page.sentiment.map { row in
            let bar = bars.lying(row.percentage / 100, columns: room)
            let count = DisplayWidth.padded("\(row.count)", to: counts, rightAligned: true)
            let share = DisplayWidth.padded(
                AnalyticsText.percent(row.percentage), to: 8, rightAligned: true)
            return DisplayWidth.padded(row.label, to: labels)
                + row.type.style.applied(to: bar.filled, traits) + faint(bar.track)
                + "  \(count)\(share)"
        }
    }

    private var platforms: [String] {
        guard page.platforms.contains(where: { $0.count > 0 }) else {
            return [AnalyticsText.emptyChart]
        }
        let words = page.platforms.map { row in
            row.platform.style.applied(to: row.label, traits) + " \(row.count)"
        }
        return [words.joined(separator: "   ")]
    }

    // MARK: Upright bars

    private var activityTitle: String { AnalyticsText.activity(by: page.bucket) }

    private var activity: [String] {
        guard let first = page.activity.first, let last = page.activity.last,
            page.activity.contains(where: { $0.count > 0 })
        else { return [AnalyticsText.emptyChart] + remarks }
        // The sum of buckets that share a column may have one digit more.
        let digits = "\(page.activity.map(\.count).max() ?? 0)".count + 1
        let room = max(columns - digits - 2, 10)
        // The number of buckets per column, so that all of them fit.
        let together = (page.activity.count + room - 1) / room
        let sums = stride(from: 0, to: page.activity.count, by: together).map { start in
            page.activity[start..<min(start + together, page.activity.count)]
                .reduce(0) { $0 + $1.count }
        }
        let highest = sums.max() ?? 1
        let gutter = "\(highest)".count + 1
        let each = room / sums.count
        let (width, gap) = each >= 4 ? (3, 1) : each >= 3 ? (2, 1) : each >= 2 ? (1, 1) : (1, 0)
        let rows = bars.upright(
            sums.map { Double($0) / Double(max(highest, 1)) }, rows: Self.chartRows, width: width,
            gap: gap)
        var lines = rows.enumerated().map { index, row in
            axis(index == 0 ? "\(highest)" : "", gutter, isTick: index == 0)
                + TextStyle.blue.applied(to: row, traits)
        }
        let length = sums.count * (width + gap) - gap
        let line = bars.hasBlocks ? "─" : "-"
        lines.append(
            DisplayWidth.padded("0", to: gutter - 1, rightAligned: true)
                + (bars.hasBlocks ? "┴" : "+") + String(repeating: line, count: length))
        lines.append(ends(first.label, last.label, gutter: gutter, length: length))
        if together > 1 { lines.append(faint("Each column is \(together) \(page.bucket)s")) }
        return lines + [faint(AnalyticsText.finding(page))] + remarks
    }

    private func axis(_ label: String, _ gutter: Int, isTick: Bool) -> String {
        let sign = bars.hasBlocks ? (isTick ? "┤" : "│") : "|"
        return DisplayWidth.padded(label, to: gutter - 1, rightAligned: true) + sign
    }

    /// SA-22: the first and the last label only.
    private func ends(_ first: String, _ last: String, gutter: Int, length: Int) -> String {
        let start = String(repeating: " ", count: gutter) + first
        guard first != last else { return start }
        let end = gutter + length
        let room = max(end - start.count - last.count, 2)
        return start + String(repeating: " ", count: room) + last
    }

    private var remarks: [String] { AnalyticsText.remarks(page).map { faint($0) } }

    // MARK: Rankings and posts

    private var schools: [String] {
        guard !page.topSchools.isEmpty else { return [AnalyticsText.emptyChart] }
        let counts = page.topSchools.map { "\($0.postCount)".count }.max() ?? 1
        return page.topSchools.map { school in
            let name = DisplayWidth.truncated(
                VisibleText.line(school.name), to: max(min(columns - counts - 6, 60), 8))
            let room = min(columns - counts - 6, 60)
            return faint("\(school.rank). ")
                + TextStyle.blue.applied(to: name, traits)
                + String(repeating: " ", count: max(room - DisplayWidth.columns(of: name), 0) + 2)
                + DisplayWidth.padded("\(school.postCount)", to: counts, rightAligned: true)
        }
    }

    private var posts: [String] {
        guard !page.recentRecruitingPosts.isEmpty else { return [AnalyticsText.emptyChart] }
        // Like the bars, separators are ASCII if the terminal supports no other characters.
        let point = bars.hasBlocks ? " · " : " - "
        return page.recentRecruitingPosts.flatMap { post in
            let author = VisibleText.line(AnalyticsText.author(post))
            let head =
                post.platform.style.applied(to: post.platform.label, traits)
                + point + author + point + zone.text(post.postDate)
            return [head] + preview(post.postContent ?? "").map { "   " + $0 }
        }
    }

    /// The first lines of a post, with an ellipsis if it is cut.
    private func preview(_ content: String) -> [String] {
        let line = VisibleText.line(content).split(separator: " ").joined(separator: " ")
        guard !line.isEmpty else { return [] }
        let room = max(columns - 3, 10)
        let lines = TextWrap.wrapped(line, columns: room)
        let kept = lines.prefix(Self.previewLinesMax).map {
            DisplayWidth.truncated($0, to: room)
        }
        guard lines.count > kept.count, let last = kept.last else { return kept }
        return kept.dropLast() + [DisplayWidth.truncated(last + " …", to: room)]
    }

    // MARK: Read aloud

    /// SA-41: one sentence per card, bar, column and school.
    private var announced: [String] {
        var lines = [
            AnalyticsText.title, AnalyticsText.subtitle, "Range: \(page.range.label)",
        ]
        lines += AnalyticsText.cards(page.summary).map { card in
            "\(card.label): \(card.value)." + (card.note.isEmpty ? "" : " \(card.note).")
        }
        if page.summary.totalPosts == 0 {
            lines += [AnalyticsText.emptyRange, AnalyticsText.emptyRangeRemedy]
        }
        lines += announcedCharts
        lines += page.topSchools.map { school in
            "Rank \(school.rank). \(VisibleText.line(school.name)). "
                + "\(CountedNoun.text(school.postCount, "posts"))."
        }
        if page.topSchools.isEmpty {
            lines.append("\(AnalyticsText.schools): \(AnalyticsText.emptyChart)")
        }
        lines.append(AnalyticsText.recent + (page.recentRecruitingPosts.isEmpty ? ": none" : ":"))
        return lines + posts.filter { _ in !page.recentRecruitingPosts.isEmpty } + remarks
    }

    private var announcedCharts: [String] {
        var lines: [String] = []
        if page.summary.analyzedPosts > 0 {
            lines += page.sentiment.map { row in
                "Sentiment distribution chart. \(row.label): "
                    + "\(CountedNoun.text(row.count, "posts")), "
                    + "\(MetricValue.oneDecimal(row.percentage)) percent."
            }
        } else {
            lines.append("Sentiment distribution chart. \(AnalyticsText.emptySentiment)")
        }
        lines += page.platforms.map { "\($0.label): \(CountedNoun.text($0.count, "posts"))." }
        let drawn = page.activity.filter { $0.count > 0 }
        lines += drawn.map { "\(activityTitle) chart. \(AnalyticsText.tooltip($0))." }
        if drawn.isEmpty { lines.append("\(activityTitle) chart. \(AnalyticsText.emptyChart)") }
        return lines
    }

    // MARK: Styles

    private func bold(_ text: String) -> String { TextStyle.bold.applied(to: text, traits) }
    private func faint(_ text: String) -> String { TextStyle.faint.applied(to: text, traits) }

    private func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }
}
