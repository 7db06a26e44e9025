import CommandKit
import Contracts
import ServiceKit

/// `coaches dupes` and `schools dupes`: the records that a family probably has twice.
enum DuplicateCommands {
    static let ofCoaches = CompassCommand(
        Command(
            "coaches dupes", .readOnly, "List coaches that are probably one",
            details: """
                Coaches are listed together if they have the same e-mail address, the same phone \
                number, or the same name at the same school. Nothing is changed.
                """,
            examples: [
                .init("compass coaches dupes", "Who is there twice?"),
                .init("compass coaches dupes -o csv", "For a spreadsheet"),
            ])
    ) { run in
        let (answer, page) = try run.reading(FindCoachDuplicates.self, .init())
        return result(
            answer, "coaches", { try page().groups.flatMap(\.coaches).map(\.id.text) },
            count: { (try page().total, try page().groups.count) }
        ) {
            table(of: try page())
        }
    }

    static let ofSchools = CompassCommand(
        Command(
            "schools dupes", .readOnly, "List schools that are probably one",
            details: """
                Schools are listed together if they have the same name and are not in two states. \
                Nothing is changed.
                """,
            examples: [.init("compass schools dupes", "Which is there twice?")])
    ) { run in
        let (answer, page) = try run.reading(FindSchoolDuplicates.self, .init())
        return result(
            answer, "schools", { try page().groups.flatMap(\.schools).map(\.id.text) },
            count: { (try page().total, try page().groups.count) }
        ) {
            table(of: try page())
        }
    }

    private static func result(
        _ answer: Caller.Answer, _ plural: String, _ ids: @escaping () throws -> [String],
        count: @escaping () throws -> (all: Int, shown: Int),
        rows: @escaping () throws -> TextTable
    ) -> CommandResult {
        CommandResult(
            json: answer.json, rowsKey: "groups", ids: ids, rows: rows,
            text: { try rows().text($0) },
            footer: { _ in
                let (all, shown) = try count()
                guard all > 0 else { return [DuplicateText.nothing] }
                return [
                    DuplicateText.summary(all, shown: shown),
                    "Make two one: compass \(plural) merge ID OTHER",
                ]
            })
    }

    private static func table(of page: FindCoachDuplicates.Response) -> TextTable {
        var table = TextTable([
            .init("Group", rightAligned: true), .init("ID"), .init("Name", shrinksTo: 8),
            .init("School", shrinksTo: 8), .init("E-mail", shrinksTo: 8), .init("Phone"),
            .init("Why", shrinksTo: 8),
        ])
        for (number, group) in page.groups.enumerated() {
            for coach in group.coaches {
                table.append([
                    .init("\(number + 1)"),
                    .init(coach.id.text, shown: RecordNames.short(coach.id.text)),
                    .init(coach.fullName), .init(coach.schoolName ?? ""),
                    .init(coach.email ?? ""), .init(coach.phone ?? ""),
                    .init(DuplicateText.reasons(group.reasons)),
                ])
            }
        }
        return table
    }

    private static func table(of page: FindSchoolDuplicates.Response) -> TextTable {
        var table = TextTable([
            .init("Group", rightAligned: true), .init("ID"), .init("Name", shrinksTo: 8),
            .init("Place", shrinksTo: 8), .init("Division"), .init("Catalogue"),
            .init("Why", shrinksTo: 8),
        ])
        for (number, group) in page.groups.enumerated() {
            for school in group.schools {
                table.append([
                    .init("\(number + 1)"),
                    .init(school.id.text, shown: RecordNames.short(school.id.text)),
                    .init(school.name), .init(school.placeText ?? ""),
                    .init(school.division?.rawValue ?? ""), .init(school.catalogueID ?? ""),
                    .init(DuplicateText.reasons(group.reasons)),
                ])
            }
        }
        return table
    }
}
