import Contracts
import Foundation
import HTML
import HTTP
import ServiceKit
import Sodium
import WebPages

extension Router {
    /// The reader's calendar link; and the calendars themselves, for which the secret in their
    /// address stands instead of a session.
    mutating func addCalendar(_ site: Site) {
        post(Place.calendar.text, site) { visit in
            let made = try await visit.submit(MakeCalendarLink.self, EmptyRequest())
            let address =
                visit.request.siteAddress + "/" + CalendarPath.text(for: made.secret)
            let page = SecretsPage(calendarAt: address, try await visit.context())
            return HTTPResponse(page: page.write)
        }
        post(
            Place.revokeCalendar.text,
            site.action(RevokeCalendarLink.self, .unlinked, to: "settings") { _ in .init() })
        get("/calendar/{file}") { try await site.calendar($0) }
    }
}

extension Site {
    /// The calendar at an address. An unknown, a malformed and an ended one get the same answer.
    fileprivate func calendar(_ request: HTTPRequest) async throws -> HTTPResponse {
        let missing = HTTPFailure(.notFound, "There is no such page.")
        let file = request.parameters["file"] ?? ""
        guard let secret = CalendarPath.secret(inFile: file) else { throw missing }
        do {
            let opened = try await caller.response(OpenCalendar.self, .init(secret: secret))
            let text = try await feed(of: opened).text()
            let digest = SHA256Digest(of: Array(text.utf8)).bytes
            let tag = EntityTag(Data(digest).base64EncodedString())
            let now = HTTPDate(seconds: clock.now().milliseconds / 1_000)
            let time = calendarTimes.time(of: opened.id, tag, at: now)
            var response = HTTPResponse(text: text, type: EventCalendar.mediaType)
            response.headers["Content-Disposition"] = ContentDisposition.attachment(
                CalendarFeed.fileName)
            response.headers["Cache-Control"] = "private, no-cache"
            return response.conditional(tag, modified: time, for: request)
        } catch let error as ServiceError {
            switch error.code {
            // The link or the membership may end while the records are read.
            case .notFound, .unauthenticated, .forbidden: throw missing
            default: return HTTPResponse(failed: error)
            }
        }
    }

    private func feed(of opened: OpenCalendar.Response) async throws -> CalendarFeed {
        guard let passport = Data(base64Encoded: opened.passport) else {
            throw ServiceError(.internal, "The passport cannot be read")
        }
        let options = Caller.Options(
            passport: Array(passport), family: opened.family.familyUnitID)
        async let events = caller.response(
            ListEvents.self, CalendarFeed.eventsRequest, options: options)
        async let queue = caller.response(
            ListFollowUps.self, .init(timeZone: opened.user.timeZone), options: options)
        return CalendarFeed(
            family: opened.family.name, timeZone: opened.user.timeZone,
            events: try await events.events, followUps: try await queue.followUps)
    }
}
