import Contracts
import Foundation

/// The rules of the list (IL-01 … IL-28, D-05, D-06, T-12 … T-14), computed from the rows that the
/// test sent. It shares no query, index, counter or column with the service.
struct ListOracle: Sendable {
    /// The member who reads the list.
    struct Reader: Sendable {
        let user: UserID
        let role: Role
    }

    /// The expected response.
    struct Page {
        var ids: [String]
        var figures: InteractionFigures
        var hasActiveFilters: Bool
        var activeFilterNames: [String]
        var title: String
        var loggedByOptions: [String]?
    }

    private let rows: [ExpectedInteraction]
    /// The searched texts, by row.
    private let texts: [String: [String]]
    /// In milliseconds since 1970.
    let now: Int64
    let familyZone: String
    /// The players by name: id and name.
    let players: [(id: UserID, name: String)]

    init(
        rows: [ExpectedInteraction], now: Int64, familyZone: String,
        players: [(id: UserID, name: String)]
    ) {
        self.rows = rows
        self.now = now
        self.familyZone = familyZone
        self.players = players
        texts = Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let fields = [row.subject, row.content, row.otherCoachName]
                return (row.id, fields.compactMap { $0 }.map(Self.plain))
            })
    }

    func page(for reader: Reader, _ filters: ListFilters) -> Page {
        let visible = rows.filter { row in
            // IL-03, IL-04, R-04; a deleted row is hidden from everyone.
            !row.isDeleted && (reader.role == .parent || row.logger.userID == reader.user)
        }
        let left = visible.filter { matches($0, filters) }.sorted(by: comesFirst)
        // IL-08 … IL-12: totals cover all matching rows; the limit only cuts the rows.
        let weekStart = now - 7 * 86_400_000
        return Page(
            ids: Array(left.prefix(filters.limit ?? .max)).map(\.id),
            figures: InteractionFigures(
                total: left.count,
                outbound: left.count { $0.draft.direction == "outbound" },
                inbound: left.count { $0.draft.direction == "inbound" },
                thisWeek: left.count { row in row.displayDate.map { $0 >= weekStart } ?? false }),
            hasActiveFilters: !activeNames(filters).isEmpty,
            activeFilterNames: activeNames(filters),
            title: reader.role == .player ? "My Interactions" : "Interactions",
            loggedByOptions: reader.role == .player
                ? nil
                : ["\(reader.user.text) Me (Parent)"] + players.map { "\($0.id.text) \($0.name)" })
    }

    /// D-06: newest first, undated last, then by id.
    private func comesFirst(_ left: ExpectedInteraction, _ right: ExpectedInteraction) -> Bool {
        switch (left.displayDate, right.displayDate) {
        case (let one?, let other?) where one != other: one > other
        case (nil, _?): false
        case (_?, nil): true
        default: left.id < right.id
        }
    }

    private func matches(_ row: ExpectedInteraction, _ filters: ListFilters) -> Bool {
        if let search = filters.search, !isFound(search, in: row) { return false }
        if let type = filters.type, row.draft.type != type { return false }
        if let direction = filters.direction, row.draft.direction != direction { return false }
        // IL-19: a row without a sentiment never matches.
        if let sentiment = filters.sentiment, row.draft.sentiment != sentiment { return false }
        if let logger = filters.loggedBy, row.logger.userID != logger { return false }
        if let school = filters.school, row.school?.id != school { return false }
        if let coach = filters.coach, row.draft.coach?.id != coach { return false }
        return isInside(row.displayDate, filters)
    }

    /// D-05: an undated row is outside of every window; both bounds are inclusive.
    private func isInside(_ date: Int64?, _ filters: ListFilters) -> Bool {
        guard filters.days != nil || filters.since != nil || filters.until != nil else {
            return true
        }
        guard let date else { return false }
        if let since = filters.since, date < since { return false }
        if let until = filters.until, date > until { return false }
        if let days = filters.days {
            return date >= start(ofLast: days, in: filters.zone ?? familyZone)
        }
        return true
    }

    /// IL-15, IL-16, D-09, N-130: ignores case and accents; searches subject, content and the name
    /// of an unlisted coach.
    private func isFound(_ search: String, in row: ExpectedInteraction) -> Bool {
        texts[row.id]?.contains { $0.range(of: Self.plain(search), options: .literal) != nil }
            ?? false
    }

    /// Lower case without accents and apostrophes, unless nothing else is there. (All letters with
    /// accents here are Latin.) A search matches scalars: a single person is found in a family
    /// emoji.
    private static func plain(_ text: String) -> String {
        let lower = text.lowercased()
        let plain = String(
            String.UnicodeScalarView(
                lower.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    !("\u{300}"..."\u{36F}").contains($0) && !["'", "\u{2019}"].contains($0)
                }))
        return plain.isEmpty ? lower : plain
    }

    /// IL-21, T-14: the same local time, this many calendar days ago.
    func start(ofLast days: Int, in zone: String) -> Int64 {
        let zone = TimeZone(identifier: zone) ?? .gmt
        func offset(_ milliseconds: Int64) -> Int64 {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            return Int64(zone.secondsFromGMT(for: date)) * 1_000
        }
        let wall = now + offset(now) - Int64(days) * 86_400_000
        let guess = wall - offset(now)
        return wall - offset(guess)
    }

    /// IL-27, in the order of the page's chips.
    private func activeNames(_ filters: ListFilters) -> [String] {
        let chips: [(String, Bool)] = [
            ("search", filters.search != nil), ("type", filters.type != nil),
            ("direction", filters.direction != nil), ("sentiment", filters.sentiment != nil),
            ("days", filters.days != nil), ("since", filters.since != nil),
            ("until", filters.until != nil), ("logged_by", filters.loggedBy != nil),
            ("school_id", filters.school != nil), ("coach_id", filters.coach != nil),
        ]
        return chips.filter(\.1).map(\.0)
    }
}
