import CommandKit
import Contracts
import ServiceKit

/// `coaches dupes` and `schools dupes`: the records that a family probably has twice.
enum DuplicateCommands {
    /// The fewest columns for the full table of coaches; narrower terminals get the most important
    /// columns.
    static let allCoachColumnsMin = 140
    /// The fewest columns for the full table of schools.
    static let allSchoolColumnsMin = 120

    static let ofCoaches = CompassCommand(
        "coaches dupes", .readOnly, "List coaches that are probably one",
        details: """
            Coaches are listed together if they have the same e-mail address, the same phone \
            number, or the same name at the same school, whatever its case and accents. Why \
            says what a coach has in common with the first one of the group, or with the one \
            whom it names. Nothing is changed.
            """,
        examples: [
            "compass coaches dupes": "Who is there twice?",
            "compass coaches dupes -o csv": "For a spreadsheet",
        ]
    ) { run in
        try result(
            FindCoachDuplicates.self, run, "coaches", ids: { $0.coaches.map(\.id.text) },
            allColumnsMin: allCoachColumnsMin, table: table)
    }

    static let ofSchools = CompassCommand(
        "schools dupes", .readOnly, "List schools that are probably one",
        details: """
            Schools are listed together if they have the same name, whatever its case and \
            accents, and are not in two states. Nothing is changed.
            """,
        examples: ["compass schools dupes": "Which is there twice?"]
    ) { run in
        try result(
            FindSchoolDuplicates.self, run, "schools", ids: { $0.schools.map(\.id.text) },
            allColumnsMin: allSchoolColumnsMin, table: table)
    }

    private static func result<Find: Contracts.Operation, Group>(
        _ operation: Find.Type, _ run: CommandRun, _ plural: String,
        ids: @escaping (Group) -> [String], allColumnsMin: Int,
        table: @escaping (_ page: Find.Response, _ isShort: Bool) -> TextTable
    ) throws -> CommandResult
    where Find.Request == EmptyRequest, Find.Response == DuplicateGroups<Group> {
        let (answer, page) = try run.reading(operation, EmptyRequest())
        return CommandResult(
            json: answer.json, rowsKey: "groups", ids: { try page().groups.flatMap(ids) },
            rows: { table(try page(), false) },
            text: { traits in
                let isNarrow = traits.isTerminal && traits.columns < allColumnsMin
                return table(try page(), isNarrow && !traits.isAccessible).text(traits)
            },
            footer: { _ in
                let all = try page().total
                guard all > 0 else { return [DuplicateText.nothing] }
                let summary = DuplicateText.summary(all, shown: try page().groups.count)
                guard try run.signedIn().membership().role == .player else { return [summary] }
                return [summary, "Make two one: " + run.line(plural, "merge", "ID", "OTHER")]
            })
    }

    private static func table(
        of page: FindCoachDuplicates.Response, isShort: Bool
    ) -> TextTable {
        let details: [TextTable.Column] =
            isShort ? [] : [.init("E-mail", shrinksTo: 8), .init("Phone")]
        var table = TextTable(
            [
                .init("Group", rightAligned: true), .init("ID"),
                .init("Name", shrinksTo: 12, shrinksLast: true),
                .init("School", shrinksTo: 12, shrinksLast: true),
            ] + details + [.init("Why", shrinksTo: 12)])
        for (number, group) in page.groups.enumerated() {
            for coach in group.coaches {
                let details: [TextTable.Cell] =
                    isShort ? [] : [.init(coach.email ?? ""), .init(coach.phone ?? "")]
                table.append(
                    [
                        .init("\(number + 1)"),
                        .id(coach.id),
                        .init(coach.fullName), .init(coach.schoolName ?? ""),
                    ] + details + [.init(group.why(coach))])
            }
        }
        return table
    }

    private static func table(
        of page: FindSchoolDuplicates.Response, isShort: Bool
    ) -> TextTable {
        let reason: [TextTable.Column] = isShort ? [] : [.init("Why", shrinksTo: 8)]
        let division: [TextTable.Column] = isShort ? [] : [.init("Division")]
        var table = TextTable(
            [
                .init("Group", rightAligned: true), .init("ID"),
                .init("Name", shrinksTo: 12, shrinksLast: true), .init("Place", shrinksTo: 12),
            ] + division + [.init("Catalogue")] + reason)
        for (number, group) in page.groups.enumerated() {
            for school in group.schools {
                let reason: [TextTable.Cell] =
                    isShort ? [] : [.init(DuplicateText.reasons(group.reasons))]
                let division: [TextTable.Cell] =
                    isShort ? [] : [.init(school.division?.rawValue ?? "")]
                table.append(
                    [
                        .init("\(number + 1)"),
                        .id(school.id),
                        .init(school.name), .init(school.placeText ?? ""),
                    ] + division + [.init(school.catalogueID ?? "")] + reason)
            }
        }
        return table
    }
}
