import Support
import Testing

@testable import Contracts

/// Saved filters: what a request may hold, and that they give back the request that was saved.
@Suite struct SavedViewTests {
    private func errors(
        _ filters: [SavedFilter], of list: ViewedList = .interactions, named name: String = "mine"
    ) -> [String: String]? {
        do throws(ServiceError) {
            _ = try SaveView.Request(list: list, name: name, filters: filters).validated()
            return nil
        } catch {
            return error.errors
        }
    }

    private static let type = SavedFilter(flag: "type", value: "email")

    // N-27: names of fields and flags differ; the flags are saved, in the list's order.
    @Test func filtersAreSavedAsFlagsInTheListsOrder() throws {
        let school = SavedFilter(
            flag: "school", value: "01890000-0000-7000-8000-000000000001")
        let given = [school, SavedFilter(flag: "days", value: "30"), Self.type]
        let input = try SaveView.Request(list: .interactions, name: " Mail ", filters: given)
            .validated()
        #expect(input.name == "Mail" && !input.isShared)
        #expect(input.filters.map(\.flag) == ["type", "days", "school"])
        let request = try ListRequest<InteractionFilter>(saved: input.filters)
        #expect(request[.schoolID] == school.value && request[.days] == "30")
        #expect(request.saved == input.filters)
    }

    // N-27: of any request, what is saved is read back as the same request.
    @Test func whatIsSavedIsReadBack() throws {
        var numbers = SeededNumbers(seed: 27)
        for _ in 0..<200 {
            try expectSame(InteractionFilter.self, &numbers)
            try expectSame(CoachFilter.self, &numbers)
            try expectSame(SchoolFilter.self, &numbers)
            try expectSame(EventFilter.self, &numbers)
            try expectSame(PostFilter.self, &numbers)
        }
    }

    private func expectSame<Filter: ListFilter>(
        _ filter: Filter.Type, _ numbers: inout SeededNumbers
    ) throws {
        let request: ListRequest<Filter> = Self.random(&numbers)
        let read = try ListRequest<Filter>(saved: request.saved)
        #expect(read.json == request.json)
    }

    private static func random<Filter: ListFilter>(
        _ numbers: inout SeededNumbers
    ) -> ListRequest<Filter> {
        var request = ListRequest<Filter>()
        for filter in Filter.allCases where Bool.random(using: &numbers) {
            request[filter] =
                switch filter.rule.kind {
                case .search: ["camp", "Élon & co?", "a=b"].randomElement(using: &numbers)
                case .word(let words): words.map(\.word).randomElement(using: &numbers)
                case .words(let words):
                    words.map(\.word).prefix(Int.random(in: 1...words.count, using: &numbers))
                        .joined(separator: ",")
                case .flag: "true"
                case .days: "\(Int.random(in: FilterRule.daysRange, using: &numbers))"
                case .since, .until: "2026-02-10T12:00:00.000Z"
                case .record: "01890000-0000-7000-8000-00000000000a"
                }
        }
        if let order = Filter.Order.allCases.randomElement(using: &numbers),
            order != .standard
        {
            request.sort = FormField(order.rawValue)
        }
        return request
    }

    // N-48: several words are saved as one value, each once.
    @Test func severalWordsAreSavedOnce() throws {
        let typed = [SavedFilter(flag: "type", value: "text,email,text")]
        let request = try ListRequest<InteractionFilter>(saved: typed)
        #expect(request.saved == [SavedFilter(flag: "type", value: "email,text")])
        #expect(ViewedList.interactions.words(for: typed) == ["Type: Email or Text"])
        #expect(
            errors([SavedFilter(flag: "direction", value: "inbound,up")])
                == ["filters": "Direction must be one or more of outbound, inbound, not \"up\""])
    }

    // N-27
    @Test func filtersThatAListDoesNotTakeAreRefused() {
        #expect(errors([Self.type]) == nil)
        #expect(
            errors([SavedFilter(flag: "colour", value: "red")])
                == ["filters": "There is no filter --colour"])
        #expect(
            errors([Self.type, Self.type]) == ["filters": "--type stands there twice"])
        #expect(
            errors([SavedFilter(flag: "type", value: "")]) == ["filters": "--type has no value"])
        #expect(
            errors([SavedFilter(flag: "days", value: "0")])
                == ["filters": "Days must be a whole number from 1 to 3650"])
        #expect(errors([]) == ["filters": "Please choose a filter to save"])
        // A standard order selects nothing, and a list with one order has no flag for it.
        let order = SavedFilter(flag: "sort", value: CoachFilter.Order.standard.rawValue)
        #expect(errors([order], of: .coaches) == ["filters": "Please choose a filter to save"])
        #expect(
            errors([SavedFilter(flag: "sort", value: "fixed")])
                == ["filters": "There is no filter --sort"])
    }

    // N-27
    @Test(arguments: [(60, true), (61, false), (0, false)])
    func namesHaveALimit(length: Int, isTaken: Bool) {
        let name = String(repeating: "n", count: length)
        #expect(
            errors([Self.type], named: name)
                == (isTaken ? nil : ["name": "Name must be 1 to 60 characters"]))
    }

    // N-27
    @Test func namesAreFolded() {
        #expect(SavedView.folded(" ÉTÉ ") == SavedView.folded("ete"))
        #expect(SavedView.folded("Coach's  mail") == SavedView.folded("coachs mail"))
        #expect(SavedView.folded("🔥") != SavedView.folded("⭐️"))
        #expect(errors([Self.type], named: "🔥") == nil)
    }

    // N-28
    @Test func filtersThatAreGoneNameTheView() {
        let view = SavedView(
            id: SavedViewID(high: 1, low: 1), list: .interactions, name: "Overdue",
            filters: [SavedFilter(flag: "colour", value: "red")], isShared: false,
            ownerID: UserID(high: 1, low: 1), ownerName: nil)
        let error = #expect(throws: ServiceError.self) {
            try view.request(of: InteractionFilter.self)
        }
        #expect(
            error?.message
                == "The saved filter \"Overdue\" can no longer be used: "
                + "There is no filter --colour")
        #expect(view.problem == "There is no filter --colour")
        #expect(view.list.words(for: view.filters) == ["--colour red"])
    }

    // N-27
    @Test func wordsForPeopleNameNoRecords() {
        let filters = [
            SavedFilter(flag: "search", value: "camp"), Self.type,
            SavedFilter(flag: "days", value: "30"),
            SavedFilter(flag: "school", value: "01890000-0000-7000-8000-000000000001"),
        ]
        #expect(
            ViewedList.interactions.words(for: filters)
                == ["Search: camp", "Type: Email", "Last 30 days", "One school"])
    }
}
