import CommandKit
import Contracts
import ServiceKit

enum SchoolCommands {
    static let all =
        [
            search, list, show, add, edit, DuplicateCommands.ofSchools, MergeCommands.ofSchools,
        ]
        + DeletionCommands.ofSchools

    private static let search = CompassCommand(
        "schools search", .readOnly, "Search the national catalogue",
        arguments: [
            Argument(
                "TEXT", "Words from a name, alias, city or state; all must match",
                .text("TEXT"), optional: true, takesRest: true)
        ],
        flags: [
            .value("division", Values.divisions, "Only this division"),
            .value("state", .text("XX"), "Only this state, two letters"),
            .value("limit", Values.limit, default: "50", "Maximum number of rows"),
        ],
        examples: [
            "compass schools search north carolina": "By name or place",
            "compass schools search --state CA --division D3": "By state and division",
        ]
    ) { run in
        let request = SearchSchools.Request(
            search: run.argument(0), division: run.invocation.text("division"),
            state: run.invocation.text("state"), limit: run.invocation.integer("limit"))
        let (answer, response) = try run.reading(SearchSchools.self, request)
        return CommandResult(
            json: answer.json, rowsKey: "schools",
            ids: { try response().schools.map(\.catalogueID) },
            rows: { catalogueTable(try response().schools) },
            text: { catalogueTable(try response().schools).text($0) },
            footer: { _ in
                let found = try response()
                guard found.total > 0 else {
                    let near = found.suggestion.map { suggestion in
                        [
                            "Did you mean \(QuotedText.of(suggestion))?",
                            "  " + run.line("schools", "search", suggestion),
                        ]
                    }
                    return ["No schools match"]
                        + (near ?? [
                            "Try fewer words, or add one by hand:",
                            "  compass schools add --name NAME",
                        ])
                }
                let shown = found.schools.count
                let more = found.total > shown ? ", \(shown) shown" : ""
                return [
                    "\(found.total) \(found.total == 1 ? "school" : "schools") found\(more)",
                    "Add one to your list: compass schools add NAME, or --catalogue ID",
                ]
            })
    }

    private static let list = CompassCommand(
        "schools list", .readOnly, "List the family's schools by name",
        flags: SchoolFilter.listFlags,
        examples: [
            "compass schools list --search north": "By a part of the name",
            "compass schools list -o csv": "For a spreadsheet",
        ]
    ) { run in
        .page(
            of: ListSchools.self, try run.list(ListSchools.self), run, rowsKey: "schools",
            \.schools, id: \.id.text, table: table, text: { listed($0).text($1) },
            heading: { page, traits in
                let filters = page.activeFilters
                let chips = FilterChips(filters, of: SchoolFilter.self, zone: run.zone)
                return filters.isEmpty ? [] : chips.lines(traits) + [""]
            },
            footer: { page, _ in footer(page, run) })
    }

    private static func footer(_ page: ListSchools.Response, _ run: CommandRun) -> [String] {
        guard page.total > 0 else {
            return page.hasActiveFilters
                ? [
                    SchoolListText.nothingMatches,
                    "Clear Filters: " + run.line("schools", "list"),
                ] : [SchoolListText.nothingYet, "Find one: compass schools search TEXT"]
        }
        let shown = page.schools.count
        return [CountedNoun.text(page.total, "schools")]
            + (shown < page.total ? ["\(shown) shown"] : [])
    }

    private static let show = CompassCommand(
        "schools show", .readOnly, "Show a school with its coaches",
        arguments: [schoolArgument],
        examples: ["compass schools show Duke": "By a part of its name"]
    ) { run in
        let id = try run.schoolID(run.argument(0))
        let (answer, response) = try run.reading(ShowSchool.self, ShowSchool.Request(id: id))
        return .record(
            json: answer.json, ids: { [id.text] },
            card: {
                let found = try response()
                var card = card(of: found.school, found.conferenceText, run)
                card.field("Interactions", interactionCount(with: id, run))
                for coach in found.coaches {
                    card.field(
                        coach.role.label, .init(coach.fullName, coach.role.style))
                }
                return card
            },
            rows: { table([try response().school]) })
    }

    /// The number of interactions with a school that the reader may see. Another service counts
    /// them; if it does not answer, the school is shown without the number.
    private static func interactionCount(with school: SchoolID, _ run: CommandRun) -> String? {
        var request = ListInteractions.Request()
        request[.schoolID] = school.text
        request.limit = FormField(1)
        let page = try? run.response(of: ListInteractions.self, request)
        return page.map { String($0.analytics.total) }
    }

    private static let add = CompassCommand(
        "schools add", .mutating, "Add a school to your list",
        details: """
            SCHOOL is looked up in the national catalogue by its name, an alias or its web \
            address. The catalogue fills in the fields that you do not give.
            """,
        arguments: [
            Argument(
                "SCHOOL", "Name in the national catalogue", .text("SCHOOL"), optional: true,
                takesRest: true)
        ],
        flags: [
            .value("catalogue", .text("ID"), "Id in the national catalogue"),
            .value("name", .text("NAME"), "Name, when it is not in the catalogue"),
        ] + addFlags,
        examples: [
            "compass schools add stanford": "From the catalogue",
            "compass schools add --catalogue 199120": "By its id there",
            "compass schools add --name \"Pine Hill College\" --state VT": "By hand",
        ]
    ) { run in
        var form = try FieldFlags<School>.form(run, isEdit: false)
        if let name = run.invocation.argument(0) {
            guard form.catalogueID.value == nil, form.name.value == nil else {
                throw CommandFailure.usage(
                    "The school is named twice: as SCHOOL and by a flag",
                    remedy: "Leave out SCHOOL, --catalogue or --name.")
            }
            form.catalogueID = FormField(try catalogueID(named: name, run))
        }
        let answer = try run.change(AddSchool.self, form)
        var result = result(answer, run)
        let warnings = try? run.decoded(AddSchool.Response.self, answer).warnings
        result.notes += (warnings ?? []).map(VisibleText.line)
        return result
    }

    /// Returns the catalogue id of the school that a text names. Throws if it names none or
    /// several.
    private static func catalogueID(named text: String, _ run: CommandRun) throws -> String {
        let request = SearchSchools.Request(search: text, limit: RecordNames.candidatesMax)
        let found = try run.response(of: SearchSchools.self, request)
        if let id = found.namedID { return id }
        guard found.total == 0 else {
            throw RecordNames.ambiguous(
                text,
                found.schools.map {
                    NamedRecord(
                        id: $0.catalogueID, name: $0.name, detail: "\($0.city), \($0.state)")
                }, count: found.total, plural: "schools of the catalogue",
                remedy: "Choose one: compass schools add --catalogue ID")
        }
        throw CommandFailure(
            UsageError(
                .badValue, "No school of the catalogue is called \(QuotedText.of(text))",
                reason: found.suggestion.map { "Did you mean \(QuotedText.of($0))?" },
                remedy: "Add it by hand: compass schools add --name NAME", field: "name"))
    }

    private static let edit = CompassCommand(
        "schools edit", .mutating, "Change a school",
        details: Editing.details("school"),
        arguments: [schoolArgument],
        flags: editFlags + [Editing.version],
        examples: [
            "compass schools edit Duke --notes \"Camp in June\"": "A note",
            "compass schools edit Duke --twitter \"\"": "Remove the handle",
        ]
    ) { run in
        let answer = try Editing.change(
            EditSchool.self, "school", editFlags, run,
            id: { try run.schoolID(run.argument(0)) },
            form: { try FieldFlags.form(run, isEdit: true) },
            storedVersion: { try school($0, run).version })
        return result(answer, run)
    }

    // MARK: Forms

    static let schoolArgument = Argument(
        "SCHOOL", "Name or id", Values.school, takesRest: true)

    private static let addFlags = FieldFlags<School>.flags(
        ["division": Values.divisions], without: ["name", "catalogue_id"])
    /// An edit may clear the division with an empty text, which is not one of the words.
    private static let editFlags = FieldFlags<School>.flags(without: ["catalogue_id"])

    /// The school as stored.
    static func school(_ id: SchoolID, _ run: CommandRun) throws -> School {
        try run.response(of: ShowSchool.self, .init(id: id)).school
    }

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        let school = run.decoding(EditSchool.Response.self, answer, \.school)
        return .record(
            json: answer.json, ids: { [try school().id.text] },
            card: { card(of: try school(), nil, run) }, rows: { table([try school()]) })
    }

    // MARK: What is shown

    private static func catalogueTable(_ schools: [CatalogueSchool]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 12, shrinksLast: true),
            .init("City", shrinksTo: 8), .init("State"), .init("Division"),
            .init("Conference", shrinksTo: 6),
        ])
        for school in schools {
            table.append([
                .init(school.catalogueID), .init(school.name), .init(school.city),
                .init(school.state), .init(school.division.rawValue),
                .init(school.conference ?? ""),
            ])
        }
        return table
    }

    /// The schools as people read them, with short names.
    private static func listed(_ schools: [School]) -> TextTable {
        table(schools.inListOrder, named: \.listName)
    }

    private static func table(_ schools: [School]) -> TextTable { table(schools, named: \.name) }

    private static func table(
        _ schools: [School], named name: KeyPath<School, String>
    ) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 12), .init("City", shrinksTo: 8), .init("State"),
            .init("Division"), .init("Conference", shrinksTo: 6),
            .init("Coaches", rightAligned: true),
        ])
        for school in schools {
            table.append([
                .id(school.id),
                .init(school[keyPath: name]), .init(school.city ?? ""), .init(school.state ?? ""),
                .init(school.division?.rawValue ?? ""), .init(school.conference ?? ""),
                .init(school.coachCount.map { String($0) } ?? ""),
            ])
        }
        return table
    }

    /// The card of a school. `conference` is the conference with its season, if that is known.
    private static func card(
        of school: School, _ conference: String?, _ run: CommandRun
    ) -> Card {
        var card = Card()
        card.heading(school.name)
        card.field("ID", school.id.text)
        let place = [school.city, school.state].compactMap { $0 }.joined(separator: ", ")
        card.field("Place", place.isEmpty ? nil : place)
        card.field("Division", school.division?.rawValue)
        card.field("Conference", conference ?? school.conference)
        card.field("Website", school.website)
        if let handle = school.twitterHandle { card.field("Twitter", handle) }
        if let handle = school.instagramHandle { card.field("Instagram", handle) }
        if let notes = school.notes { card.field("Notes", notes) }
        card.field("Version", String(school.version))
        card.field(
            "Added", .time(school.createdAt, in: run.zone))
        return card
    }
}
