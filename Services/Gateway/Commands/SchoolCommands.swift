import CommandKit
import Contracts
import ServiceKit

/// `schools …`.
enum SchoolCommands {
    static let all = [search, list, show, add]

    private static let search = CompassCommand(
        Command(
            "schools search", .readOnly, "Search the national catalogue",
            arguments: [
                Argument(
                    "TEXT", "Words of a name, alias, city or state; all must be found",
                    .text("TEXT"), optional: true, takesRest: true)
            ],
            flags: [
                .value("division", Values.divisions, "Only this division"),
                .value("state", .text("XX"), "Only this state, two letters"),
                .value("limit", Values.limit, default: "50", "At most so many rows"),
            ],
            examples: [
                .init("compass schools search north carolina", "By name or place"),
                .init("compass schools search --state CA --division D3", "By state and division"),
            ])
    ) { run in
        let request = SearchSchools.Request(
            search: run.invocation.argument(0) ?? "", division: run.invocation.text("division"),
            state: run.invocation.text("state"), limit: run.invocation.integer("limit"))
        let answer = try run.read(SearchSchools.self, request)
        func response() throws -> SearchSchools.Response {
            try run.decoded(SearchSchools.Response.self, answer)
        }
        return CommandResult(
            json: answer.json, rowsKey: "schools",
            ids: { try response().schools.map(\.catalogueID) },
            rows: { catalogueTable(try response().schools) },
            text: { catalogueTable(try response().schools).text($0) },
            footer: { _ in
                let found = try response()
                guard found.total > 0 else {
                    return [
                        "No schools match", "Try fewer words, or take one in by hand:",
                        "  compass schools add --name NAME",
                    ]
                }
                let shown = found.schools.count
                let more = found.total > shown ? ", \(shown) shown" : ""
                return [
                    "\(found.total) \(found.total == 1 ? "school" : "schools") found\(more)",
                    "Take one into the family: compass schools add --catalogue ID",
                ]
            })
    }

    private static let list = CompassCommand(
        Command(
            "schools list", .readOnly, "List the family's schools",
            examples: [.init("compass schools list -o csv", "For a spreadsheet")])
    ) { run in
        let answer = try run.read(ListSchools.self, EmptyRequest())
        func rows() throws -> [School] {
            let response = try run.decoded(ListSchools.Response.self, answer)
            return response.schools
        }
        return CommandResult(
            json: answer.json, rowsKey: "schools", ids: { try rows().map(\.id.text) },
            rows: { table(try rows()) }, text: { table(try rows()).text($0) },
            footer: { _ in
                let count = try rows().count
                return count == 0
                    ? ["No schools yet", "Find one: compass schools search TEXT"]
                    : ["\(count) \(count == 1 ? "school" : "schools")"]
            })
    }

    private static let show = CompassCommand(
        Command(
            "schools show", .readOnly, "Show a school with its coaches",
            arguments: [Argument("SCHOOL", "Name or id", Values.school, takesRest: true)],
            examples: [.init("compass schools show Duke", "By a part of its name")])
    ) { run in
        let id = try run.schoolID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ShowSchool.self, ShowSchool.Request(id: id))
        func response() throws -> ShowSchool.Response {
            try run.decoded(ShowSchool.Response.self, answer)
        }
        return .record(
            json: answer.json, ids: { [id.text] },
            card: {
                let found = try response()
                var card = card(of: found.school, run)
                for coach in found.coaches {
                    card.field(coach.role.label, coach.fullName)
                }
                return card
            },
            rows: { table([try response().school]) })
    }

    private static let add = CompassCommand(
        Command(
            "schools add", .mutating, "Take a school into the family",
            details: "With --catalogue the catalogue fills in what is left out.",
            flags: [
                .value("catalogue", .text("ID"), "Id in the national catalogue"),
                .value("name", .text("NAME"), "Name, when it is not in the catalogue"),
                .value("city", .text(), "City"), .value("state", .text("XX"), "State, two letters"),
                .value(
                    "division", Values.divisions,
                    refusal: "Division must be one of D1, D2, D3, NAIA, JUCO", "Division"),
                .value("conference", .text(), "Conference"),
                .value("website", .text("URL"), "Web address"),
                .value("twitter", .text("HANDLE"), "Handle on Twitter"),
                .value("instagram", .text("HANDLE"), "Handle on Instagram"),
                .value("notes", .text(), "Notes of the family"),
            ],
            examples: [
                .init("compass schools add --catalogue 199120", "From the catalogue"),
                .init("compass schools add --name \"Pine Hill College\" --state VT", "By hand"),
            ])
    ) { run in
        let given = run.invocation
        var request = AddSchool.Request(
            catalogueID: given.text("catalogue"), name: given.text("name"))
        request.city = FormField(given.text("city"))
        request.state = FormField(given.text("state"))
        request.division = FormField(given.text("division"))
        request.conference = FormField(given.text("conference"))
        request.website = FormField(given.text("website"))
        request.twitterHandle = FormField(given.text("twitter"))
        request.instagramHandle = FormField(given.text("instagram"))
        request.notes = FormField(given.text("notes"))
        let answer = try run.change(AddSchool.self, request)
        func school() throws -> School {
            let response = try run.decoded(AddSchool.Response.self, answer)
            return response.school
        }
        return .record(
            json: answer.json, ids: { [try school().id.text] },
            card: { card(of: try school(), run) },
            rows: { table([try school()]) })
    }

    // MARK: Forms

    private static func catalogueTable(_ schools: [CatalogueSchool]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 12), .init("City", shrinksTo: 8), .init("State"),
            .init("Division"), .init("Conference", shrinksTo: 6),
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

    private static func table(_ schools: [School]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 12), .init("City", shrinksTo: 8), .init("State"),
            .init("Division"), .init("Conference", shrinksTo: 6),
        ])
        for school in schools {
            table.append([
                .init(school.id.text, shown: RecordNames.short(school.id.text)),
                .init(school.name), .init(school.city ?? ""), .init(school.state ?? ""),
                .init(school.division?.rawValue ?? ""), .init(school.conference ?? ""),
            ])
        }
        return table
    }

    private static func card(of school: School, _ run: CommandRun) -> Card {
        var card = Card()
        card.heading(school.name)
        card.field("ID", school.id.text)
        let place = [school.city, school.state].compactMap { $0 }.joined(separator: ", ")
        card.field("Place", place.isEmpty ? nil : place)
        card.field("Division", school.division?.rawValue)
        card.field("Conference", school.conference)
        card.field("Website", school.website)
        if let handle = school.twitterHandle { card.field("Twitter", handle) }
        if let handle = school.instagramHandle { card.field("Instagram", handle) }
        if let notes = school.notes { card.field("Notes", notes) }
        card.field(
            "Added", .init(school.createdAt.text, shown: run.zone.text(school.createdAt)))
        return card
    }
}
