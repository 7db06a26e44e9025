public import Contracts

/// The page "Coaches" (CO-01 to CO-39, CO-43, CO-44).
public typealias CoachesPage = ListPage<ListCoaches.Response>

extension CoachFilter: PageFilter {
    public static let controls = FilterControls<CoachFilter>(
        path: "coaches", placeholder: "Search coaches...",
        selects: [
            (.role, "Role", "All"), (.contactedWithin, "Last Contact", "All"),
            (.responsiveness, "Responsiveness", "All"),
        ])
}

/// The page "Schools": those that the family follows.
public typealias SchoolsPage = ListPage<ListSchools.Response>

extension SchoolFilter: PageFilter {
    public static let controls = FilterControls<SchoolFilter>(
        path: "schools", placeholder: "Search schools...",
        selects: [(.division, "Division", "All")])
}

/// The page "Interactions" (IL-01 to IL-49).
public typealias InteractionsPage = ListPage<ListInteractions.Response>

extension ListInteractions.Response: FilteredRows {
    public static let controls = FilterControls<InteractionFilter>(
        path: "interactions", placeholder: "Subject, content...",
        selects: [
            (.type, "Type", "All types"), (.direction, "Direction", "Both"),
            (.sentiment, "Sentiment", "Any"), (.days, "Time Period", "All time"),
        ])

    /// IL-22 to IL-24: for parents only.
    public var controls: FilterControls<InteractionFilter> {
        var controls = Self.controls
        if let options = loggedByOptions {
            controls.selects.append((.loggedBy, "Logged By", "Everyone"))
            controls.records[.loggedBy] = options.map { Choice(value: $0.id.text, label: $0.label) }
        }
        return controls
    }
}

/// The page "Events": what comes next, then what was.
public typealias EventsPage = ListPage<ListEvents.Response>

extension EventFilter: PageFilter {
    public static let controls = FilterControls<EventFilter>(
        path: "events", placeholder: "Name, place...",
        selects: [
            (.period, "When", "Any time"), (.type, "Type", "All"), (.status, "Status", "All"),
        ])
}

extension PostFilter: PageFilter {
    public static let controls = FilterControls<PostFilter>(
        path: "social", placeholder: "Posts, authors...",
        selects: [
            (.platform, "Network", "All"), (.recruiting, "About", "Everything"),
            (.sentiment, "Sentiment", "Any"), (.days, "Time Period", "All time"),
        ], records: [.recruiting: [Choice(value: "true", label: "Recruiting")]])
}
