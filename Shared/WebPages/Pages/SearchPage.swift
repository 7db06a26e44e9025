public import Contracts
public import HTML

/// The page "Search": what was found in all services, the best first.
@Memberwise(labels: false)
public struct SearchPage: Sendable {
    private let query: String
    /// What was found; nil before anything was searched for.
    private let found: Result<SearchFindings, ServiceError>?
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(query.isEmpty ? "Search" : "Search: \(query)", in: .search, context) { html in
            html.pageHead("Search", subtitle: SearchWords.help)
            html(
                .form, .class("filter"), .role(.search), .method(.get), .action(Place.search)
            ) { html in
                html.searchField(query)
                html(.button, .class("btn"), .buttonType(.submit), text: "Search")
            }
            switch found {
            case nil: break
            case .failure(let error): write(error, to: &html)
            case .success(let findings): write(findings, to: &html)
            }
            html.command(CommandLine.text(["search"] + (query.isEmpty ? ["WORDS"] : [query])))
        }
    }

    private func write(_ error: ServiceError, to html: inout HTMLWriter) {
        if error.code == .validationFailed {
            html.banner(.bad, error.message)
        } else {
            html.loadFailure(error, "The search", retry: Place.search(query))
        }
    }

    private func write(_ findings: SearchFindings, to html: inout HTMLWriter) {
        if !findings.away.isEmpty {
            html.banner(
                .bad, title: "Server error",
                "\(TrashWords.away(findings.away)): some records are missing here.",
                action: ("Retry", Place.search(query)))
        }
        guard !findings.hits.isEmpty else {
            if findings.away.isEmpty {
                html.emptyState(
                    EmptyText(
                        title: SearchWords.nothing.title, line: SearchWords.nothing.line,
                        isSearch: true))
            }
            return
        }
        html(.p, .class("small soft"), .role(.status), text: count(findings))
        html(.div, .class("sheet")) { html in
            html.rows(findings.hits) { write($0, to: &$1) }
        }
    }

    private func count(_ findings: SearchFindings) -> String {
        let count = CountedNoun.text(findings.hits.count, "records")
        return findings.hasMore ? "The best \(count); add a word to narrow them." : "\(count) found"
    }

    private func write(_ hit: SearchHit, to html: inout HTMLWriter) {
        html(.span, .class("disc plain"), .ariaHidden(true)) { $0.icon(hit.pageIcon) }
        html(.div, .class("text")) { html in
            html(.a, .class("whole"), .href(hit.place), .dir(.auto), text: hit.title)
            html(.small, .class("soft")) { html in
                html.text(hit.kindLabel)
                if let day = hit.day?.label ?? hit.at.map({ context.zone.text($0) }) {
                    html.text(" · \(day)")
                }
                for name in hit.names {
                    html.text(" · ")
                    html(.bdi, text: name)
                }
            }
            if hit.snippetText != hit.title, !hit.snippet.isEmpty {
                html(.p, .class("small"), .dir(.auto)) { html in
                    for part in hit.snippet {
                        if part.isMatch {
                            html(.mark, text: part.text)
                        } else {
                            html.text(part.text)
                        }
                    }
                }
            }
        }
    }
}

extension HTMLWriter {
    /// Writes the field of a search in everything.
    mutating func searchField(_ query: String = "") {
        self(.div, .class("find")) { html in
            html.icon(.search)
            html(
                .input, .type(.search), .name("query"), .value(query.isEmpty ? nil : query),
                .placeholder("Search everything"), .ariaLabel("Search everything"),
                .maxlength(SearchLimit.queryMax), .enterKeyHint(.search), .ariaKeyShortcuts("/"))
        }
    }
}

extension SearchHit {
    /// The page of the record; metrics stand on that of the events, posts in the feed.
    fileprivate var place: WebAddress {
        switch noun {
        case .interaction: Place.interaction(InteractionID(id))
        case .coach: Place.coach(CoachID(id))
        case .school: Place.school(SchoolID(id))
        case .event: Place.event(EventID(id))
        case .metric: Place.events
        case .post: Place.posts(at: at ?? id.instant)
        }
    }

    fileprivate var pageIcon: Icon {
        switch noun {
        case .interaction: .chats
        case .coach: .people
        case .school: .flag
        case .event: .calendar
        case .metric: .medal
        case .post: type.flatMap(SocialPlatform.init)?.pageIcon ?? .at
        }
    }
}
