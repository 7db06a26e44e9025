import Contracts
import Foundation
import HTML
import HTTP
import WebPages

extension Router {
    /// The list of events, one event with its calendar file, and its deletion.
    mutating func addEvents(_ site: Site) {
        get(Place.events.text, site.listPage(ListEvents.self) { EventsPage($0, $1, $2).write })
        get("/events/{id}", site, .events) { visit, id in
            var forms = EventForms()
            forms.isLogOpen = visit.request.query["log"] == "true"
            return try await visit.eventPage(id, forms)
        }
        get("/events/{id}/calendar", site, .events) { visit, id in
            let event = try await visit.call(ShowEvent.self, .init(id: id)).event
            var response = HTTPResponse(
                text: EventCalendar.text([event]), type: EventCalendar.mediaType)
            response.headers["Content-Disposition"] = ContentDisposition.attachment(
                EventCalendar.fileName(of: event))
            return response
        }
        get("/events/{id}/metrics/export", site, .events) { visit, id in
            try await visit.metricsFile(of: id)
        }
        addDeletion(
            of: .events, site, DeleteEvent.self, showing: ShowEvent.self
        ) { ConfirmationPage(deleting: $0.event, with: $1, $2) }
    }
}

extension Visit {
    /// The page of an event. A form that comes back keeps its key.
    func eventPage(
        _ id: EventID, _ forms: EventForms, _ status: HTTPStatus = .ok, key: IdempotencyKey? = nil
    ) async throws -> HTTPResponse {
        async let context = context(key: key)
        let answer = try await call(ShowEvent.self, .init(id: id))
        var forms = forms
        if mayEnter, answer.event.attended {
            // D-35: without a school the quick log asks for one, or for a coach of any school.
            if answer.event.schoolID == nil {
                async let coaches = call(ListCoaches.self, .init())
                forms.schools = try await call(ListSchools.self, .init()).schools
                forms.coaches = try await coaches.coaches
            }
            if !isPlayer { forms.players = try await players() }
        }
        let page = EventPage(answer, forms, try await context)
        return HTTPResponse(status, page: page.write)
    }
}

/// The field that makes an answer a file.
enum ContentDisposition {
    /// A file with a name of any characters (RFC 6266, RFC 8187).
    static func attachment(_ name: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
        let encoded = name.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
        let simple = String(
            name.map { sign in
                let isPlain = sign.unicodeScalars.allSatisfy(plain.contains)
                return isPlain ? sign : "_"
            })
        return "attachment; filename=\"\(simple)\"; filename*=UTF-8''\(encoded)"
    }
}
