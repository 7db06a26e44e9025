import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Events

/// Random families: what is deleted comes back to the byte, and the list equals a search through
/// all events.
@Suite("Events: random families")
struct EventPropertyTests {
    private let home: EventHome
    private var generator = SeededNumbers(seed: 41)

    init() throws { home = try EventHome() }

    private static let words = ["Fall", "Élon", "Camp", "ÜBER", "Open", "game"]

    /// Lower case without accents.
    private static func plain(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private mutating func event() throws -> Event {
        let start = CivilDay(daysSince1970: .random(in: 20_400...20_600, using: &generator))
        let name = (0..<2).compactMap { _ in Self.words.randomElement(using: &generator) }
            .joined(separator: " ")
        let type = EventType.allCases.randomElement(using: &generator)
        let length = Int.random(in: 0...3, using: &generator)
        let marks = (Bool.random(using: &generator), Bool.random(using: &generator))
        let isAtSchool = Bool.random(using: &generator)
        let city = Self.words.randomElement(using: &generator)
        return try home.add(name, start.text) { form in
            form.type = FormField(type?.rawValue)
            form.endDate = FormField(length == 0 ? nil : start.adding(days: length)?.text)
            form.registered = FormField(marks.0)
            form.attended = FormField(marks.1)
            form.city = FormField(city)
            if isAtSchool { form.schoolID = FormField(home.school.text) }
        }
    }

    // Part 3, item 3: deletions in any order, undone the other way round.
    @Test mutating func deletionsComeBackToTheByte() throws {
        var events: [Event] = []
        for _ in 0..<12 { events.append(try event()) }
        for event in events where event.schoolID != nil {
            for coach in [home.ann, home.ben] where Bool.random(using: &generator) {
                _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: coach))
            }
        }
        for _ in 0..<30 {
            try home.measure("era", 2, at: events.randomElement(using: &generator))
        }
        let pages = try events.map { try JSONCoding.encode(try home.show($0)) }
        var taken: [(operation: OperationID, before: [String])] = []
        for event in events.shuffled(using: &generator) {
            let before = try home.contents()
            let page = try home.show(event)
            if let metric = page.metrics.randomElement(using: &generator) {
                let answer = try home.call(DeleteMetric.self, .init(id: metric.id))
                taken.append((answer.operationID, before))
            }
            let between = try home.contents()
            if let coach = page.coaches.randomElement(using: &generator) {
                let answer = try home.call(
                    RemoveEventCoach.self, .init(id: event.id, coachID: coach.coachID))
                taken.append((try #require(answer.operationID), between))
            }
            let last = try home.contents()
            let answer = try home.call(CascadeDeleteEvent.self, .init(id: event.id))
            taken.append((answer.operationID, last))
        }
        #expect(try home.names() == [])
        for (operation, before) in taken.reversed() {
            _ = try home.undo(operation)
            #expect(try home.contents() == before)
        }
        #expect(try events.map { try JSONCoding.encode(try home.show($0)) } == pages)
    }

    /// Whether a period takes an event, by comparing the texts of days and months.
    private func isIn(_ period: EventPeriod?, _ event: Event, on today: CivilDay) -> Bool {
        let (first, last) = (event.startDate.text.prefix(7), event.lastDay.text.prefix(7))
        return switch period {
        case nil: true
        case .upcoming: event.lastDay >= today
        case .past: event.lastDay < today
        case .thisMonth: first <= "2026-02" && last >= "2026-02"
        case .nextMonth: first <= "2026-03" && last >= "2026-03"
        }
    }

    @Test mutating func theListEqualsASearchThroughAll() throws {
        var events: [Event] = []
        for _ in 0..<80 { events.append(try event()) }
        let today = try #require(CivilDay(text: "2026-02-10"))
        for _ in 0..<120 {
            var request = ListEvents.Request()
            let period = (EventPeriod.allCases + [nil]).randomElement(using: &generator) ?? nil
            let type = (EventType.allCases + [nil]).randomElement(using: &generator) ?? nil
            let status = (EventStatus.allCases + [nil]).randomElement(using: &generator) ?? nil
            let search = (Self.words + [nil]).randomElement(using: &generator) ?? nil
            let isAtSchool = Bool.random(using: &generator)
            let order = EventOrder.allCases.randomElement(using: &generator) ?? .standard
            request[.period] = period?.rawValue
            request[.type] = type?.rawValue
            request[.status] = status?.rawValue
            let isPlain = Bool.random(using: &generator)
            request[.search] = isPlain ? search.map(Self.plain) : search?.lowercased()
            if isAtSchool { request[.schoolID] = home.school.text }
            request.sort = FormField(order.rawValue)
            let expected = events.filter { event in
                isIn(period, event, on: today)
                    && (type == nil || event.type == type)
                    && (status == nil || event.status == status)
                    && (!isAtSchool || event.schoolID == home.school)
                    && (search.map { word in
                        [event.name, event.city ?? ""].contains {
                            Self.plain($0).contains(Self.plain(word))
                        }
                    } ?? true)
            }
            let page = try home.call(ListEvents.self, request)
            #expect(Set(page.events.map(\.id)) == Set(expected.map(\.id)))
            #expect(page.total == expected.count)
            let days = page.events.map(\.startDate)
            switch order {
            case .date: #expect(days == days.sorted())
            case .latest: #expect(days == days.sorted(by: >))
            case .name:
                let names = page.events.map { CaseFolding.fold($0.name) }
                #expect(
                    names
                        == names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
                )
            }
        }
    }
}
