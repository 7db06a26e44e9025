import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The notifications, and marking them as read.
    mutating func addNotifications(_ site: Site) {
        get(
            Place.notifications.text,
            site.page { visit in
                let isUnreadOnly = visit.request.query["unread"] == "true"
                let asked = visit.request.query["page"].flatMap { Int($0) } ?? 1
                let page = min(max(asked, 1), NotificationsPage.pageMax)
                async let context = visit.context()
                let answer = try await visit.call(
                    ListNotifications.self,
                    .init(
                        unread: isUnreadOnly, limit: page * NotificationsPage.rowsPerPage))
                let shown = NotificationsPage(
                    answer, isUnreadOnly: isUnreadOnly, page: page, try await context)
                return HTTPResponse(page: shown.write)
            })
        get(
            "/notifications/{id}",
            site.page { visit in
                try await visit.found("Notification", .notifications, Place.notifications) {
                    let id: NotificationID = try visit.id(.notification)
                    let all = try await visit.call(ListNotifications.self, .init()).notifications
                    let row = try all.require(.notification) { $0.id == id }
                    // A link on another site shows the record and changes nothing.
                    if OriginCheck.isOwn(visit.request), row.readAt == nil {
                        _ = try await visit.call(
                            MarkNotificationsRead.self, .init(ids: [id]),
                            key: IdempotencyKey.random())
                    }
                    var response = HTTPResponse.redirect(to: row.place.text)
                    guard row.relatedEntityType != .session else { return response }
                    // What it is about may belong to another of the reader's families.
                    if row.familyUnitID != visit.family.familyUnitID {
                        response.set(
                            try FamilyCookie.setting(
                                row.familyUnitID, isSecure: site.cookie.isSecure))
                    }
                    return response
                }
            })
        post(
            Place.markAllRead.text,
            site.page { visit in
                _ = try await visit.call(
                    MarkNotificationsRead.self, .everything, key: try visit.formKey)
                return Done.marked.redirect(to: "notifications")
            })
    }
}

extension UserNotification {
    /// The page of what it is about.
    fileprivate var place: WebAddress {
        switch relatedEntityType {
        case .interaction: Place.interaction(InteractionID(relatedEntityID))
        case .followUp: Place.queue
        case .session: Place.settings
        case .digest: Place.digest
        case .hook: Place.hooks
        }
    }
}
