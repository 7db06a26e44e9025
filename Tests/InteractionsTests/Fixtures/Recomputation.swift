import Contracts
import Foundation

@testable import Interactions

/// The rules of the list once more, over an array in memory: it shares no SQL, no index and no
/// counter with the service.
struct Recomputation {
    /// A row and whether it is still there.
    struct Row {
        var interaction: Interaction
        var isDeleted: Bool
    }

    let rows: [Row]
    let now: Instant

    /// What the viewer must see, or `nil` if the question is refused.
    func page(
        for viewer: Viewer, _ request: ListInteractions.Request
    ) -> (interactions: [Interaction], figures: InteractionFigures)? {
        if viewer.role == .player, let logger = request[.loggedBy],
            logger != viewer.userID.text
        {
            return nil
        }
        let kept =
            rows.filter { !$0.isDeleted }.map(\.interaction)
            .filter { $0.familyUnitID == viewer.family }
            .filter { viewer.role == .parent || $0.loggedBy == viewer.userID }
            .filter { passes($0, request) }
            .sorted(by: comesFirst)
        let weekAgo = now.milliseconds - 604_800_000
        let figures = InteractionFigures(
            total: kept.count,
            outbound: kept.filter { $0.direction == .outbound }.count,
            inbound: kept.filter { $0.direction == .inbound }.count,
            thisWeek: kept.filter { date($0).map { $0 >= weekAgo } ?? false }.count)
        return (Array(kept.prefix(request.limit.value ?? .max)), figures)
    }

    private func date(_ row: Interaction) -> Int64? {
        (row.occurredAt ?? row.createdAt)?.milliseconds
    }

    /// D-06, and undated rows last (D-05).
    private func comesFirst(_ left: Interaction, _ right: Interaction) -> Bool {
        let (leftDate, rightDate) = (date(left) ?? .min, date(right) ?? .min)
        return leftDate == rightDate ? left.id.text < right.id.text : leftDate > rightDate
    }

    private func passes(_ row: Interaction, _ request: ListInteractions.Request) -> Bool {
        guard isAmong(request[.type], row.type.rawValue),
            isAmong(request[.direction], row.direction.rawValue),
            isAmong(request[.sentiment], row.sentiment?.rawValue)
        else { return false }
        if let logger = request[.loggedBy], row.loggedBy.text != logger { return false }
        if let school = request[.schoolID], row.schoolID?.text != school { return false }
        if let coach = request[.coachID], row.coachID?.text != coach { return false }
        if let search = request[.search] {
            let fields = [row.subject, row.content, row.otherCoachName]
            guard fields.contains(where: { contains($0, search) }) else { return false }
        }
        return isInWindow(row, request)
    }

    /// Whether a filter is not set, or lists the word of a row (N-48).
    private func isAmong(_ words: String?, _ word: String?) -> Bool {
        guard let words else { return true }
        return words.split(separator: ",").map(String.init).contains { $0 == word }
    }

    private func isInWindow(_ row: Interaction, _ request: ListInteractions.Request) -> Bool {
        var starts: [Int64] = []
        if let since = request[.since].flatMap({ Instant(text: $0) }) {
            starts.append(since.milliseconds)
        }
        if let days = request[.days].flatMap({ Int($0) }) {
            starts.append(cutoff(days, request.timeZone.value ?? "America/New_York"))
        }
        let end = request[.until].flatMap { Instant(text: $0) }?.milliseconds
        if starts.isEmpty, end == nil { return true }
        guard let date = date(row) else { return false }
        return starts.allSatisfy { date >= $0 } && end.map { date <= $0 } ?? true
    }

    /// The same time of day so many days ago: the clock's reading goes back by whole days, and the
    /// zone's offset there says which instant that was.
    private func cutoff(_ days: Int, _ zoneName: String) -> Int64 {
        guard let zone = TimeZone(identifier: zoneName) else { return 0 }
        func offset(_ milliseconds: Int64) -> Int64 {
            let date = Date(timeIntervalSince1970: Double(milliseconds / 1_000))
            return Int64(zone.secondsFromGMT(for: date)) * 1_000
        }
        let reading = now.milliseconds + offset(now.milliseconds) - Int64(days) * 86_400_000
        return reading - offset(reading - offset(now.milliseconds))
    }

    /// Lower case without accents. (All letters with accents here are Latin.)
    private func plain(_ text: String) -> [Unicode.Scalar] {
        text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            !("\u{300}"..."\u{36F}").contains($0)
        }
    }

    /// Substring by scalars, in lower case without accents.
    private func contains(_ text: String?, _ search: String) -> Bool {
        guard let text else { return false }
        let hay = plain(text)
        let needle = plain(search)
        guard needle.count <= hay.count else { return false }
        return (0...(hay.count - needle.count)).contains { start in
            hay[start..<(start + needle.count)].elementsEqual(needle)
        }
    }
}
