public import Contracts
public import HTML

/// The page "Social Analytics" (SA-02 to SA-33, SA-37 to SA-41).
public struct AnalyticsPage: Sendable {
    private let result: Result<SocialAnalytics.Response, ServiceError>
    private let range: String
    private let context: PageContext

    /// `range` is what the address asks for.
    public init(
        _ result: Result<SocialAnalytics.Response, ServiceError>, range: String?,
        _ context: PageContext
    ) {
        self.result = result
        self.range = range ?? AnalyticsRange.standard.rawValue
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(AnalyticsText.title, in: .social, context) { html in
            // SA-31
            html.pageHead(
                AnalyticsText.title,
                back: BackLink(text: "Back to \(PostListText.title)", address: Place.social),
                subtitle: AnalyticsText.subtitle, actions: writeRanges)
            switch result {
            case .success(let answer): write(answer, to: &html)
            case .failure(let error):
                if let reason = error.errors["range"] {
                    let item = RefusedItem(name: "range", value: range, reason: reason)
                    return html.refusal(of: [item], without: Place.analytics)
                }
                // SA-33
                let isAway = error.code.isRetryable
                html.banner(
                    .bad, title: isAway ? AnalyticsText.unreachable : error.message, nil,
                    action: ("Retry", Place.analytics))
            }
        }
    }

    /// SA-03, SA-04, SA-37.
    private func writeRanges(to html: inout HTMLWriter) {
        html(.form, .class("tray"), .method(.get), .action(Place.analytics)) { html in
            for choice in AnalyticsRange.allCases {
                html(
                    .button, .class("btn"), .buttonType(.submit), .name("range"),
                    .value(choice.rawValue), .ariaPressed(choice.rawValue == range),
                    text: choice.label)
            }
        }
    }

    private func write(_ answer: SocialAnalytics.Response, to html: inout HTMLWriter) {
        writeCards(answer.summary, to: &html)
        // SA-32
        if answer.summary.totalPosts == 0 {
            html.emptyState(
                EmptyText(
                    title: AnalyticsText.emptyRange, line: AnalyticsText.emptyRangeRemedy,
                    isSearch: true))
        }
        html(.div, .class("halves")) { html in
            writeSentiment(answer, to: &html)
            writePlatforms(answer, to: &html)
        }
        html.sheet(AnalyticsText.activity(by: answer.bucket)) { html in
            ActivityChart(answer: answer).write(to: &html)
        }
        html(.div, .class("halves")) { html in
            writeSchools(answer.topSchools, to: &html)
            writePosts(answer.recentRecruitingPosts, to: &html)
        }
        html.command(CommandLine.text(["analytics", "show", "--range", answer.range.rawValue]))
    }

    /// SA-07 to SA-12, SA-41.
    private func writeCards(_ summary: AnalyticsSummary, to html: inout HTMLWriter) {
        html(.dl, .class("figures")) { html in
            for card in AnalyticsText.cards(summary) {
                html(.div, .class(card.tone.className)) { html in
                    html(.dt, text: card.label)
                    html(.dd, text: HTMLWriter.grouped(card.value))
                    if !card.note.isEmpty { html(.dd, text: card.note) }
                }
            }
        }
    }

    /// SA-13 to SA-16.
    private func writeSentiment(
        _ answer: SocialAnalytics.Response, to html: inout HTMLWriter
    ) {
        html.sheet(AnalyticsText.sentiment) { html in
            guard answer.summary.analyzedPosts > 0 else {
                return html(.p, .class("soft"), text: AnalyticsText.emptySentiment)
            }
            html(.ul, .class("bars")) { html in
                for row in answer.sentiment {
                    html(.li) { html in
                        html(.span, text: row.label)
                        html.track(label: nil, value: row.percentage, of: 100, row.type.barClass)
                        html(.span) { html in
                            html(.b, text: HTMLWriter.grouped(row.count))
                            html.text(" \(AnalyticsText.percent(row.percentage))")
                        }
                    }
                }
            }
            let rest = answer.summary.totalPosts - answer.summary.analyzedPosts
            if rest > 0 {
                html(
                    .p, .class("small soft"),
                    text: "\(CountedNoun.text(rest, "posts")) without a sentiment "
                        + (rest == 1 ? "is" : "are") + " left out.")
            }
        }
    }

    /// SA-17, SA-40.
    private func writePlatforms(
        _ answer: SocialAnalytics.Response, to html: inout HTMLWriter
    ) {
        html.sheet(AnalyticsText.platforms) { html in
            let all = answer.platforms.reduce(0) { $0 + $1.count }
            guard all > 0 else {
                return html(.p, .class("soft"), text: AnalyticsText.emptyChart)
            }
            html(.ul, .class("bars")) { html in
                for row in answer.platforms {
                    html(.li) { html in
                        html(.span, text: row.label)
                        html.track(
                            label: nil, value: Double(row.count), of: Double(all),
                            row.platform.barClass)
                        html(.b, text: HTMLWriter.grouped(row.count))
                    }
                }
            }
        }
    }

    /// SA-24 to SA-27.
    private func writeSchools(_ schools: [SchoolActivity], to html: inout HTMLWriter) {
        html.sheet(AnalyticsText.schools) { html in
            guard let most = schools.map(\.postCount).max() else {
                return html(.p, .class("soft"), text: AnalyticsText.emptyChart)
            }
            html(.ol, .class("ranks")) { html in
                for school in schools {
                    html(.li) { html in
                        html(.span, .class("soft"), text: "\(school.rank)")
                        // A school that is not known has no page.
                        if school.name == FilterRecord.school.unknownLabel {
                            html(.span, text: school.name)
                        } else {
                            html(
                                .a, .class("reach"), .href(Place.school(school.id)), .dir(.auto),
                                text: school.name)
                        }
                        html(.b) { html in
                            html.text(HTMLWriter.grouped(school.postCount))
                            html(.span, .class("hush"), text: " posts")
                        }
                        html.track(
                            label: nil, value: Double(school.postCount), of: Double(most), "blue")
                    }
                }
            }
        }
    }

    /// SA-28 to SA-30.
    private func writePosts(_ posts: [Post], to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: AnalyticsText.recent)
                if !posts.isEmpty {
                    html(
                        .a, .class("small reach screen"),
                        .href(WebAddress("social", query: [.init("recruiting", "true")])),
                        .ariaLabel("View all recruiting posts"), text: "View All")
                }
            }
            if posts.isEmpty {
                html(.p, .class("soft"), text: AnalyticsText.emptyChart)
            } else {
                html.rows(posts) { $1.post($0, isShort: true, context) }
            }
        }
    }
}

extension Sentiment {
    /// SA-15: the class of the bar.
    fileprivate var barClass: String {
        switch self {
        case .veryPositive: "high"
        case .positive: "blue"
        case .neutral: "gray"
        case .negative: "low"
        }
    }
}

extension SocialPlatform {
    /// SA-40: the class of the bar.
    fileprivate var barClass: String {
        switch self {
        case .twitter: "tw"
        case .instagram: "ig"
        }
    }
}
