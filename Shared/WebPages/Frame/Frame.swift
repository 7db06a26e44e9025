import Contracts
public import HTML

/// The entries of the navigation.
public enum Section: Sendable, CaseIterable {
    case today
    case queue
    case search
    case interactions
    case coaches
    case schools
    case events
    case social
    case notifications
    case trash
    case history
    case imports
    case settings

    /// The words in the navigation.
    public var label: String {
        switch self {
        case .today: "Today"
        case .queue: "Follow-ups"
        case .search: "Search"
        case .interactions: "Interactions"
        case .coaches: "Coaches"
        case .schools: "Schools"
        case .events: "Events"
        case .social: "Social"
        case .notifications: "Notifications"
        case .trash: "Trash"
        case .history: "History"
        case .imports: "Import"
        case .settings: "Family and settings"
        }
    }

    var icon: Icon {
        switch self {
        case .today: .today
        case .queue: .check
        case .search: .search
        case .interactions: .chats
        case .coaches: .people
        case .schools: .flag
        case .events: .calendar
        case .social: .bars
        case .notifications: .bell
        case .trash: .trash
        case .history: .history
        case .imports: .upload
        case .settings: .settings
        }
    }

    /// The address of its first page.
    public var address: WebAddress {
        switch self {
        case .today: Place.today
        case .queue: Place.queue
        case .search: Place.search
        case .interactions: Place.interactions
        case .coaches: Place.coaches
        case .schools: Place.schools
        case .events: Place.events
        case .social: Place.social
        case .notifications: Place.notifications
        case .trash: Place.trash
        case .history: Place.history
        case .imports: Place.imports
        case .settings: Place.settings
        }
    }

    /// The entries that lead the reader somewhere.
    static func served(in context: PageContext) -> [Section] {
        allCases.filter { context.serves($0.address) && (!$0.isForPlayers || context.isPlayer) }
    }

    /// Whether parents, who change nothing, do without the entry.
    private var isForPlayers: Bool { self == .trash || self == .imports }

    /// Whether the bar at the bottom of a phone has the entry. Parents, who do not log, have
    /// Events in its middle.
    func isInBar(isPlayer: Bool) -> Bool {
        switch self {
        case .today, .interactions, .coaches: true
        case .events: !isPlayer
        default: false
        }
    }
}

extension HTMLWriter {
    /// Writes a page of a signed-in reader. The title of the window begins with `title`. The page
    /// "More" is in no section. The page of a list offers what others log meanwhile.
    mutating func page(
        _ title: String, in section: Section?, of list: LiveList? = nil, _ context: PageContext,
        content: (inout HTMLWriter) -> Void
    ) {
        document(title) { html in
            html(.a, .class("skip"), .href(WebAddress(fragment: "main")), text: "Skip to content")
            html.topBar(hasSearch: section != .search, context)
            html.navigation(section, context)
            html(
                .main, .id("main"), .tabindex(-1), .dataSince(context.now.text),
                .dataRecord(list?.rawValue), .dataName(list?.noun)
            ) { html in
                if let notice = context.notice { html.notice(notice, context) }
                content(&html)
            }
        }
    }

    /// Writes a document with the files that every page needs.
    mutating func document(
        _ title: String, bodyClass: String? = nil, content: (inout HTMLWriter) -> Void
    ) {
        doctype()
        self(.html, .lang("en")) { html in
            html(.head) { html in
                html(.meta, .charset("utf-8"))
                html(
                    .meta, .metaName(.viewport),
                    .content("width=device-width, initial-scale=1, viewport-fit=cover"))
                html(.title, text: "\(title) – \(Brand.name)")
                html(.link, .rel(.stylesheet), .href(Asset.stylesheet.address))
                html(.script, .src(Asset.script.address), .scriptType(.module))
                html(.link, .rel(.icon), .href(Asset.mark.address))
                html(.link, .rel(.appleTouchIcon), .href(Asset.touchIcon.address))
                html(.link, .rel(.manifest), .href(Asset.manifest.address))
                html(
                    .meta, .metaName(.themeColor), .media(.light), .content("#F4F3EF"))
                html(.meta, .metaName(.themeColor), .media(.dark), .content("#10151D"))
                html(.meta, .metaName(.colorScheme), .content("light dark"))
            }
            html(.body, .class(bodyClass), content: content)
        }
    }

    /// A wide window has a field for searches, and a phone a link to their page.
    private mutating func topBar(hasSearch: Bool, _ context: PageContext) {
        self(.header, .class("top")) { html in
            html(.a, .class("brand"), .href(Place.today)) { html in
                html.mark()
                html(.span) { html in
                    html(.b, text: Brand.name)
                    html(.small, .dir(.auto), text: context.family.name)
                }
            }
            if context.serves(Place.search) {
                html(.a, .class("bell"), .href(Place.search), .ariaLabel("Search")) {
                    $0.icon(.search)
                }
            }
            html(
                .a, .class("bell"), .href(Place.notifications),
                .ariaLabel(Self.notificationsLabel(context.unreadCount))
            ) { html in
                html.icon(.bell)
                html.unreadCount(context.unreadCount)
            }
            html(.a, .class("me"), .href(context.account), .ariaLabel("You: \(context.fullName)")) {
                $0.face(of: context.fullName)
            }
            if hasSearch, context.serves(Place.search) {
                html(
                    .form, .role(.search), .ariaLabel("Everything"), .method(.get),
                    .action(Place.search)
                ) { $0.searchField() }
            }
        }
    }

    private static func notificationsLabel(_ count: Int) -> String {
        count == 0 ? "Notifications" : "Notifications, \(count) unread"
    }

    /// "99+" at most.
    private mutating func unreadCount(_ count: Int) {
        guard count > 0 else { return }
        let shownMax = 99
        self(
            .span, .class("count"), .ariaHidden(true),
            text: count > shownMax ? "\(shownMax)+" : "\(count)")
    }

    private mutating func navigation(_ current: Section?, _ context: PageContext) {
        self(.nav, .class("bar"), .ariaLabel("Main")) { html in
            html(.ul) { html in
                for section in Section.served(in: context) {
                    let isInBar = section.isInBar(isPlayer: context.isPlayer)
                    if section == .coaches, context.isPlayer { html.logEntry() }
                    if section == .notifications {
                        html(.li, .class("w"), .ariaHidden(true)) { $0(.hr) }
                    }
                    html(.li, .class(isInBar ? nil : "w")) { html in
                        html.entry(section, isCurrent: section == current, context)
                    }
                }
                let isInBar = current?.isInBar(isPlayer: context.isPlayer) == true
                let mark: ARIACurrent? = current == nil ? .page : isInBar ? nil : .yes
                html(.li, .class("p")) { html in
                    html(.a, .href(Place.more), .ariaCurrent(mark)) { html in
                        html.icon(.menu)
                        html(.span, text: "More")
                    }
                }
                html(.li, .class("w who")) { $0.person(context) }
            }
        }
    }

    private mutating func entry(_ section: Section, isCurrent: Bool, _ context: PageContext) {
        let isBell = section == .notifications
        self(
            .a, .href(section.address), .ariaCurrent(isCurrent ? .page : nil),
            .ariaLabel(
                isBell && context.unreadCount > 0
                    ? Self.notificationsLabel(context.unreadCount) : nil)
        ) { html in
            html.icon(section.icon)
            html(.span, text: section.label)
            if isBell { html.unreadCount(context.unreadCount) }
        }
    }

    /// The middle of the bar on a player's phone.
    private mutating func logEntry() {
        self(.li, .class("p")) { html in
            html(.a, .class("log"), .href(Place.logInteraction)) { html in
                html.icon(.plus)
                html(.span, text: "Log")
            }
        }
    }

    private mutating func person(_ context: PageContext) {
        self(.a, .href(context.account)) { html in
            html.face(of: context.fullName)
            html(.span) { html in
                html(.bdi, text: context.fullName)
                html(.br)
                html(.small, .class("soft"), text: context.isPlayer ? "Athlete" : "Parent")
            }
        }
    }

    private mutating func notice(_ notice: Notice, _ context: PageContext) {
        self(.div, .class("banner good"), .role(.status)) { html in
            html.icon(.check)
            html(.div) { html in
                html(.strong, text: notice.text)
                guard !notice.operations.isEmpty else { return }
                html.postForm(to: Place.undo(notice.operations), context) { html in
                    html(.button, .class("btn"), .buttonType(.submit), text: "Undo")
                }
            }
        }
    }
}
