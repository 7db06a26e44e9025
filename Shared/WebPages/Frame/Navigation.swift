import HTML

/// The bars with which a reader moves through the site, on every page.
struct Navigation: Hashable {
    /// The section of the page; nil for the page "More".
    private let current: Section?
    private let sections: [Section]
    private let hasSearch: Bool
    private let isPlayer: Bool
    private let mayLog: Bool
    private let fullName: String
    private let familyName: String
    private let account: WebAddress
    private let unreadCount: Int

    /// The bars of readers who were here before.
    static let written = FragmentCache<Navigation>(bytesMax: 1_048_576)

    init(_ current: Section?, _ context: PageContext) {
        self.current = current
        sections = Section.served(in: context)
        hasSearch = context.serves(Place.search)
        isPlayer = context.isPlayer
        mayLog = context.mayLog
        fullName = context.fullName
        familyName = context.family.name
        account = context.account
        unreadCount = context.unreadCount
    }

    func write(to html: inout HTMLWriter) {
        html(.a, .class("skip"), .href(WebAddress(fragment: "main")), text: "Skip to content")
        writeTopBar(to: &html)
        writeSections(to: &html)
    }
    /// A wide window has a field for searches, and a phone a link to their page.
    private func writeTopBar(to html: inout HTMLWriter) {
        html(.header, .class("top")) { html in
            html(.a, .class("brand"), .href(Place.today)) { html in
                html.mark()
                html(.span) { html in
                    html(.b, text: Brand.name)
                    html(.small, .dir(.auto), text: familyName)
                }
            }
            if hasSearch {
                html(.a, .class("bell"), .href(Place.search), .ariaLabel("Search")) {
                    $0.icon(.search)
                }
            }
            html(
                .a, .class("bell"), .href(Place.notifications), .ariaLabel(notificationsLabel)
            ) { html in
                html.icon(.bell)
                writeUnreadCount(to: &html)
            }
            html(.a, .class("me"), .href(account), .ariaLabel("You: \(fullName)")) {
                $0.face(of: fullName)
            }
            if hasSearch, current != .search {
                html(
                    .form, .role(.search), .ariaLabel("Everything"), .method(.get),
                    .action(Place.search)
                ) { $0.searchField() }
            }
        }
    }

    private var notificationsLabel: String {
        unreadCount == 0 ? "Notifications" : "Notifications, \(unreadCount) unread"
    }

    /// "99+" at most.
    private func writeUnreadCount(to html: inout HTMLWriter) {
        guard unreadCount > 0 else { return }
        let shownMax = 99
        html(
            .span, .class("count"), .ariaHidden(true),
            text: unreadCount > shownMax ? "\(shownMax)+" : "\(unreadCount)")
    }

    private func writeSections(to html: inout HTMLWriter) {
        html(.nav, .class("bar"), .ariaLabel("Main")) { html in
            html(.ul) { html in
                for section in sections {
                    if section == .coaches, mayLog { writeLogEntry(to: &html) }
                    if section == .notifications {
                        html(.li, .class("w"), .ariaHidden(true)) { $0(.hr) }
                    }
                    let isInBar = section.isInBar(mayLog: mayLog)
                    html(.li, .class(isInBar ? nil : "w")) { writeEntry(section, to: &$0) }
                }
                let isInBar = current?.isInBar(mayLog: mayLog) == true
                let mark: ARIACurrent? = current == nil ? .page : isInBar ? nil : .yes
                html(.li, .class("p")) { html in
                    html(.a, .href(Place.more), .ariaCurrent(mark)) { html in
                        html.icon(.menu)
                        html(.span, text: "More")
                    }
                }
                html(.li, .class("w who"), content: writePerson)
            }
        }
    }

    private func writeEntry(_ section: Section, to html: inout HTMLWriter) {
        let isBell = section == .notifications
        html(
            .a, .href(section.address), .ariaCurrent(section == current ? .page : nil),
            .ariaLabel(isBell && unreadCount > 0 ? notificationsLabel : nil)
        ) { html in
            html.icon(section.icon)
            html(.span, text: section.label)
            if isBell { writeUnreadCount(to: &html) }
        }
    }

    /// The middle of the bar on the phone of a reader who may log.
    private func writeLogEntry(to html: inout HTMLWriter) {
        html(.li, .class("p")) { html in
            html(.a, .class("log"), .href(Place.logInteraction)) { html in
                html.icon(.plus)
                html(.span, text: "Log")
            }
        }
    }

    private func writePerson(to html: inout HTMLWriter) {
        html(.a, .href(account)) { html in
            html.face(of: fullName)
            html(.span) { html in
                html(.bdi, text: fullName)
                html(.br)
                html(.small, .class("soft"), text: isPlayer ? "Athlete" : "Parent")
            }
        }
    }
}
