import Contracts
import HTML
import HTTP
import WebPages

extension Router {
    /// The start page.
    mutating func addToday(_ site: Site) {
        get(Place.today.text, site) { visit in
            var contacts = ListInteractions.Request()
            contacts[.days] = String(TodayPage.days)
            contacts.timeZone = FormField(visit.statement.user.timeZone)
            var ahead = ListEvents.Request()
            ahead[.period] = EventPeriod.upcoming.rawValue
            ahead.timeZone = FormField(visit.statement.user.timeZone)
            ahead.limit = FormField(TodayPage.eventsMax)
            async let context = visit.context()
            async let interactions = visit.listed(ListInteractions.self, contacts)
            async let queue = visit.listed(
                ListFollowUps.self, .init(timeZone: visit.statement.user.timeZone))
            async let events = visit.listed(ListEvents.self, ahead)
            async let profiles = visit.listed(ListProfiles.self, EmptyRequest())
            let notices = try await visit.listed(
                ListNotifications.self, .init(unread: true, limit: TodayPage.noticesMax))
            let parts = TodayPage.Parts(
                interactions: try await interactions, queue: try await queue,
                events: try await events, notices: notices,
                profiles: try await profiles)
            let page = TodayPage(parts, try await context)
            return HTTPResponse(page: page.write)
        }
    }
}
