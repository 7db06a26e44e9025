public import Contracts
public import HTML

/// The page "Notifications" (X-20, D-45, D-46).
public struct NotificationsPage: Sendable {
    /// The number of notifications of one page.
    public static let rowsPerPage = 50
    /// The last page that can be asked for.
    public static let pageMax = 1_000_000

    private let answer: ListNotifications.Response
    private let isUnreadOnly: Bool
    private let page: Int
    private let context: PageContext

    /// `page` counts from 1; the answer has at least the rows up to its end.
    public init(
        _ answer: ListNotifications.Response, isUnreadOnly: Bool, page: Int, _ context: PageContext
    ) {
        self.answer = answer
        self.isUnreadOnly = isUnreadOnly
        self.page = min(max(page, 1), Self.pageMax)
        self.context = context
    }

    private var total: Int { isUnreadOnly ? answer.unread : answer.total }

    private var rows: ArraySlice<UserNotification> {
        answer.notifications.dropFirst((page - 1) * Self.rowsPerPage).prefix(Self.rowsPerPage)
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("Notifications", in: .notifications, context) { html in
            html.pageHead(
                "Notifications", subtitle: "\(answer.unread) unread",
                actions: answer.unread > 0 ? { writeMarkAll(to: &$0) } : nil)
            writeTray(to: &html)
            if rows.isEmpty {
                writeEmptyState(to: &html)
            } else {
                html(.div, .class("sheet")) { html in
                    html(.ul, .class("mini")) { html in
                        for row in rows {
                            html(.li, .class(row.readAt == nil ? "unread" : nil)) {
                                write(row, to: &$0)
                            }
                        }
                    }
                }
                html.pagination(
                    page: page, of: Self.pageMax, rows: rows.count, of: total,
                    perPage: Self.rowsPerPage
                ) { address(page: $0) }
            }
            let command = ["notifications", "list"] + (isUnreadOnly ? ["--unread"] : [])
            html.command(CommandLine.text(command))
        }
    }

    private func address(page: Int) -> WebAddress {
        var query: [WebAddress.QueryItem] = isUnreadOnly ? [.init("unread", "true")] : []
        if page > 1 { query.append(.init("page", String(page))) }
        return WebAddress("notifications", query: query)
    }

    private func writeMarkAll(to html: inout HTMLWriter) {
        html.postForm(to: Place.markAllRead, context) {
            $0.submit("Mark all as read", .plain, icon: .check)
        }
    }

    private func writeTray(to html: inout HTMLWriter) {
        html(.form, .class("tray"), .method(.get), .action(Place.notifications)) { html in
            html(
                .button, .class("btn"), .buttonType(.submit), .ariaPressed(!isUnreadOnly),
                text: "All")
            html(
                .button, .class("btn"), .buttonType(.submit), .name("unread"), .value("true"),
                .ariaPressed(isUnreadOnly), text: "Unread")
        }
    }

    private func write(_ row: UserNotification, to html: inout HTMLWriter) {
        switch row.relatedEntityType {
        case .interaction:
            html(.span, .class("disc green"), .ariaHidden(true)) { html in
                html.icon(.chats)
                html(.span, .class("way in")) { $0.icon(.in) }
            }
        case .followUp, .digest:
            html(.span, .class("disc blue"), .ariaHidden(true)) { $0.icon(.clock) }
        case .session, .hook, .account, .family:
            html(.span, .class("disc orange"), .ariaHidden(true)) { $0.icon(.warning) }
        }
        html(.div, .class("text")) { html in
            html(
                .a, .class("whole"), .href(Place.notification(row.id)), .dir(.auto),
                text: row.title)
            if let message = row.message {
                html(.span, .class("soft small"), .dir(.auto), text: message)
            }
            html(.small, .class("faint")) { html in
                if row.readAt == nil {
                    html(.span, .class("dot"), .ariaHidden(true))
                    html(.span, .class("hush"), text: "Unread, ")
                }
                html(
                    .time, .datetime(row.scheduledFor.text),
                    .title(context.zone.text(row.scheduledFor)),
                    text: context.zone.agoText(row.scheduledFor, at: context.now))
            }
        }
    }

    private func writeEmptyState(to html: inout HTMLWriter) {
        if answer.total == 0 {
            let texts = NotificationListText.nothingYet
            html.emptyState(EmptyText(title: texts.title, line: texts.line))
        } else {
            html.emptyState(
                EmptyText(title: NotificationListText.nothingUnread, line: nil, isSearch: true)
            ) { $0.linkButton("Show all", to: Place.notifications) }
        }
    }
}

extension HTMLWriter {
    /// Writes the way to newer and older rows, up to the last page; nothing if the list is whole.
    mutating func pagination(
        page: Int, of pageMax: Int, rows: Int, of total: Int, perPage: Int,
        address: (Int) -> WebAddress
    ) {
        guard total > perPage || page > 1 else { return }
        let first = (page - 1) * perPage + 1
        let last = first + rows - 1
        self(.nav, .class("pages"), .ariaLabel("Pages")) { html in
            html.pageLink("Newer", page > 1 ? address(page - 1) : nil)
            html(
                .span, .class("soft"),
                text: "\(Self.grouped(first))–\(Self.grouped(last)) of \(Self.grouped(total))")
            html.pageLink("Older", last < total && page < pageMax ? address(page + 1) : nil)
        }
    }

    private mutating func pageLink(_ text: String, _ address: WebAddress?) {
        if let address {
            linkButton(text, to: address)
        } else {
            self(.span, .class("btn"), .ariaDisabled(true), .role(.link), text: text)
        }
    }
}
