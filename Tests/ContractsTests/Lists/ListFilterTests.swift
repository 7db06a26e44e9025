import Foundation
import Support
import Testing

@testable import Contracts

/// CO-43: one declaration, and everything that a list's filters need follows from it.
@Suite struct ListFilterTests {
    /// A list without calendar days.
    enum SchoolFilter: String, ListFilter {
        case search

        var rule: FilterRule { .search("Name") }
    }

    private static let id = "00000000-0000-7000-8000-000000000001"

    private func read(_ json: String) throws(ServiceError) -> ListRequest<StaffFilter> {
        try JSONCoding.decodeRequest(ListRequest<StaffFilter>.self, from: Array(json.utf8))
    }

    private func errors(_ json: String) -> [String: String]? {
        do {
            _ = try read(json).validated()
            return nil
        } catch { return error.errors }
    }

    private func chips(
        _ names: [FilterRecord: String] = [:],
        narrowedBy narrow: (inout ListRequest<InteractionFilter>) -> Void
    ) throws -> [ActiveFilter] {
        var request = ListRequest<InteractionFilter>()
        narrow(&request)
        return try request.validated().chips { kind, _ in names[kind] }
    }

    /// The writer of requests and `JSONEncoder` write the same bytes.
    @Test(arguments: [
        "{}", #"{"search":"a \"b\" é","role":"head","time_zone":"UTC","limit":7}"#,
        #"{"contacted_within":60,"school_id":"00000000-0000-7000-8000-000000000001"}"#,
        #"{"search":"","limit":0}"#,
    ])
    func aRequestIsWrittenAsItIsEncoded(_ json: String) throws {
        let request = try read(json)
        #expect(try request.json == JSONCoding.encodeByCoder(request))
    }

    @Test func aTitleIsTheNameInWords() {
        #expect(CoachFilter.schoolID.title == "School")
        #expect(InteractionFilter.loggedBy.title == "Logged by")
    }

    @Test func theFieldsAreTheFilters() {
        #expect(
            ListRequest<StaffFilter>.fieldNames == [
                "search", "role", "contacted_within", "school_id", "time_zone", "limit",
            ])
        #expect(ListRequest<SchoolFilter>.fieldNames == ["search", "limit"])
    }

    @Test func whatIsSetIsSentAndReadAgain() throws {
        var request = ListRequest<StaffFilter>()
        request[.search] = "Lee"
        request[.role] = "head"
        request[.contactedWithin] = "60"
        request[.schoolID] = Self.id
        request.limit = FormField(3)
        request.timeZone = "UTC"
        let json = String(decoding: try JSONCoding.encode(request), as: UTF8.self)
        #expect(
            json == """
                {"contacted_within":60,"limit":3,"role":"head","school_id":"\(Self.id)",\
                "search":"Lee","time_zone":"UTC"}
                """)
        let input = try read(json).validated()
        #expect(input.active == StaffFilter.allCases)
        #expect(input[.search] == .text("Lee") && input[.contactedWithin] == .days(60))
        #expect(input[.role] == .words([FilterWord(word: "head", label: "Head Coach")]))
        #expect(input.id(.schoolID) == SchoolID(text: Self.id))
        #expect(input.limit == 3 && input.timeZone == "UTC")
    }

    // N-148: pages take values from addresses, and what is no number must not be no filter.
    @Test func aValueThatIsNoNumberIsRefusedAndNotLeftOut() throws {
        var request = ListRequest<StaffFilter>()
        request[.contactedWithin] = "soon"
        let json = String(decoding: try JSONCoding.encode(request), as: UTF8.self)
        #expect(json == #"{"contacted_within":"soon"}"#)
        #expect(String(decoding: request.json, as: UTF8.self) == json)
        #expect(
            errors(json) == [
                "contacted_within": "Contacted within must be a whole number from 1 to 3650"
            ])
        var posts = ListRequest<PostFilter>()
        posts[.recruiting] = "maybe"
        let sent = try JSONCoding.decodeRequest(
            ListRequest<PostFilter>.self, from: try JSONCoding.encode(posts))
        let refusal = #expect(throws: ServiceError.self) { try sent.validated() }
        #expect(refusal?.errors.keys.sorted() == ["recruiting"])
    }

    // N-157: of those that take one value, each may stand in an address once.
    @Test func aFilterThatIsGivenTwiceIsNamed() throws {
        func refused(_ names: String...) -> [String: String]? {
            do {
                try ListRequest<StaffFilter>.requireOnce(in: names)
                return nil
            } catch { return error.errors }
        }
        #expect(refused() == nil && refused("school") == nil)
        #expect(refused("school", "search", "contacted-within", "other", "other") == nil)
        #expect(refused("role", "role") == nil)
        #expect(
            refused("school", "contacted-within", "school", "contacted-within", "search") == [
                "school_id": "school is given more than once; give it once",
                "contacted_within": "contacted-within is given more than once; give it once",
            ])
        #expect(throws: ServiceError.self) {
            try ListRequest<CoachFilter>.requireOnce(in: ["sort", "sort"])
        }
        #expect(
            RepeatedItem.refusal(of: "type", takesSeveral: true)
                == "type is given more than once; separate several values by commas")
    }

    // N-148
    @Test func theFiltersThatListWordsAreKnown() {
        #expect(ListRequest<StaffFilter>.commaSeparatedFields == ["role"])
        #expect(ExportInteractions.Request.commaSeparatedFields.contains("type"))
        #expect(EmptyRequest.commaSeparatedFields.isEmpty)
    }

    @Test func emptyMeansNoFilter() throws {
        #expect(try read(#"{"search":"","role":"","school_id":null}"#).validated().active == [])
    }

    @Test func refusalsNameTheFieldAndWhatItTakes() {
        #expect(
            errors(
                #"{"search":1,"role":"boss","contacted_within":0,"school_id":"x","limit":0}"#)
                == [
                    "search": "Search must be 200 characters or less",
                    "role":
                        "Role must be one or more of head, assistant, recruiting, not \"boss\"",
                    "contacted_within": "Contacted within must be a whole number from 1 to 3650",
                    "school_id": "School is not known; give a school's id",
                    "limit": "Limit must be a whole number from 1",
                ])
        #expect(errors(#"{"contacted_within":"7"}"#)?.keys.sorted() == ["contacted_within"])
        #expect(errors(#"{"days":7}"#)?.keys.sorted() == ["days"])
    }

    // N-48: each word counts once, in the order of the list.
    @Test(arguments: [
        ("head", "head", "Head Coach"), ("head,head", "head", "Head Coach"),
        ("recruiting,head", "head,recruiting", "Head Coach or Recruiting"),
        (
            "head,assistant,head,recruiting", "head,assistant,recruiting",
            "Head Coach or Assistant or Recruiting"
        ),
    ])
    func severalWordsAreOneValue(typed: String, value: String, label: String) throws {
        let input = try read(#"{"role":"\#(typed)"}"#).validated()
        #expect(input[.role]?.text == value && input[.role]?.label == label)
        #expect(
            input.chips { _, _ in nil } == [
                ActiveFilter(name: "role", value: value, label: label)
            ])
    }

    // N-48: the word that is none of the list is named, up to 40 characters of it.
    @Test(arguments: [
        ("boss,head", "boss"), ("head,boss,chief", "boss"), ("head,", ""), (",", ""),
        ("head, assistant", " assistant"), ("HEAD", "HEAD"),
        (String(repeating: "x", count: 40), String(repeating: "x", count: 40)),
        (String(repeating: "x", count: 41), String(repeating: "x", count: 39) + "…"),
    ])
    func theWordThatIsRefusedIsNamed(typed: String, named: String) {
        #expect(
            errors(#"{"role":"\#(typed)"}"#) == [
                "role": "Role must be one or more of head, assistant, recruiting, not \"\(named)\""
            ])
    }

    @Test func aValueThatIsNoTextHasNoWordToName() {
        #expect(
            errors(#"{"role":["head"]}"#)
                == ["role": "Role must be one or more of head, assistant, recruiting"])
    }

    // U-11: a list may be asked for in several orders; that is no filter, and others take none.
    @Test func anOrderIsAFieldOfItsOwn() throws {
        #expect(
            ListRequest<CoachFilter>.fieldNames == [
                "search", "role", "contacted_within", "responsiveness", "school_id", "time_zone",
                "sort", "limit",
            ])
        var request = ListRequest<CoachFilter>()
        #expect(try request.validated().order == .name)
        request.sort = ""
        #expect(try request.validated().order == .name)
        for order in CoachOrder.allCases {
            request.sort = FormField(order.rawValue)
            let json = try JSONCoding.encode(request)
            let read = try JSONCoding.decodeRequest(ListRequest<CoachFilter>.self, from: json)
            let input = try read.validated()
            #expect(input.order == order && !input.isFiltered)
        }
        #expect(errors(#"{"sort":"name"}"#)?.keys.sorted() == ["sort"])
    }

    // A form reads the same through the flat reader and through JSONDecoder.
    @Test(arguments: [
        "{}", #"{"contacted_within":7,"search":"é"}"#, #"{"contacted_within":"7"}"#,
        #"{"role":true,"limit":"1","time_zone":7}"#,
    ])
    func bothReadersAgree(json: String) throws {
        let flat = try read(json)
        let plain = try JSONDecoder().decode(
            ListRequest<StaffFilter>.self, from: Data(json.utf8))
        #expect(String(reflecting: flat) == String(reflecting: plain))
    }

    // IL-27: zone and limit are no filters.
    @Test func noFilterMeansNoChip() throws {
        #expect(try chips { _ in } == [])
        #expect(
            try chips {
                $0.limit = FormField(5)
                $0.timeZone = "UTC"
            } == [])
    }

    private func setAll(_ request: inout ListRequest<InteractionFilter>) {
        request[.search] = "visit"
        request[.type] = "dm"
        request[.direction] = "inbound"
        request[.sentiment] = "very_positive"
        request[.days] = "7"
        request[.since] = "2026-02-01T00:00:00Z"
        request[.until] = "2026-02-10T00:00:00Z"
        request[.loggedBy] = Self.id
        request[.schoolID] = Self.id
        request[.coachID] = Self.id
        request.limit = FormField(5)
    }

    // IL-26
    @Test func chipsStandInThePagesOrderWithReadableLabels() throws {
        let names: [FilterRecord: String] = [
            .member: "Ann Player", .school: "Duke University", .coach: "Carl Coach",
        ]
        let chips = try chips(names, narrowedBy: setAll)
        #expect(chips.map(\.name) == InteractionFilter.allCases.map(\.rawValue))
        #expect(
            chips.map(\.label) == [
                "visit", "Direct Message", "Inbound", "Very Positive", "Last 7 days",
                "Since 2026-02-01T00:00:00.000Z", "Until 2026-02-10T00:00:00.000Z", "Ann Player",
                "Duke University", "Carl Coach",
            ])
        #expect(
            chips.map(\.value) == [
                "visit", "dm", "inbound", "very_positive", "7", "2026-02-01T00:00:00.000Z",
                "2026-02-10T00:00:00.000Z", Self.id, Self.id, Self.id,
            ])
    }

    // X-28
    @Test func namesThatCannotBeResolvedReadUnknown() throws {
        #expect(
            try chips(narrowedBy: setAll).map(\.label).suffix(3) == [
                "Unknown", "Unknown School", "Unknown Coach",
            ])
    }
}
