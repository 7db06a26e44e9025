import CommandKit
import Contracts
import ServiceKit

/// `coaches …`.
enum CoachCommands {
    static let all = [list, show, add]

    private static let list = CompassCommand(
        Command(
            "coaches list", .readOnly, "List the family's coaches by name",
            flags: [.value("school", Values.school, "Only this school: name or id")],
            examples: [.init("compass coaches list --school Duke", "One school's coaches")])
    ) { run in
        let school = try run.invocation.text("school").map { try run.schoolID($0) }
        let answer = try run.read(ListCoaches.self, ListCoaches.Request(schoolID: school))
        func rows() throws -> [Coach] {
            let response = try run.decoded(ListCoaches.Response.self, answer)
            return response.coaches
        }
        return CommandResult(
            json: answer.json, rowsKey: "coaches", ids: { try rows().map(\.id.text) },
            rows: { table(try rows()) }, text: { table(try rows()).text($0) },
            footer: { _ in
                let count = try rows().count
                // CO-12, CO-35
                return count == 0
                    ? ["No coaches found", "Add one: compass coaches add --school SCHOOL"]
                    : ["\(count) \(count == 1 ? "coach" : "coaches") found"]
            })
    }

    private static let show = CompassCommand(
        Command(
            "coaches show", .readOnly, "Show a coach",
            arguments: [Argument("COACH", "Name or id", Values.coach, takesRest: true)],
            examples: [.init("compass coaches show Pat Doyle", "By name")])
    ) { run in
        let id = try run.coachID(run.invocation.argument(0) ?? "")
        let answer = try run.read(ShowCoach.self, ShowCoach.Request(id: id))
        return result(answer, run)
    }

    private static let add = CompassCommand(
        Command(
            "coaches add", .mutating, "Add a coach",
            flags: [
                .value("first-name", .text("NAME"), "First name"),
                .value("last-name", .text("NAME"), "Last name"),
                .value("school", Values.school, "School: name or id"),
                .value(
                    "role", Values.coachRoles, default: "assistant",
                    refusal: "Role must be one of head, assistant, recruiting",
                    "Place in the staff"),
                .value("email", .text("ADDRESS"), "E-mail address"),
                .value("phone", .text("NUMBER"), "Phone number"),
                .value("twitter", .text("HANDLE"), "Handle on Twitter"),
                .value("instagram", .text("HANDLE"), "Handle on Instagram"),
                .value("notes", .text(), "Notes of the family"),
            ],
            examples: [
                .init(
                    "compass coaches add --first-name Pat --last-name Doyle --school Duke "
                        + "--role head", "A head coach")
            ])
    ) { run in
        let given = run.invocation
        let answer = try run.change(
            AddCoach.self,
            {
                var form = CoachForm(
                    firstName: given.text("first-name"), lastName: given.text("last-name"),
                    schoolID: try given.text("school").map { try run.schoolID($0) })
                form.role = FormField(given.text("role"))
                form.email = FormField(given.text("email"))
                form.phone = FormField(given.text("phone"))
                form.twitterHandle = FormField(given.text("twitter"))
                form.instagramHandle = FormField(given.text("instagram"))
                form.notes = FormField(given.text("notes"))
                return form
            }())
        return result(answer, run)
    }

    // MARK: Forms

    private static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        func coach() throws -> Coach {
            let response = try run.decoded(CoachAnswer.self, answer)
            return response.coach
        }
        return .record(
            json: answer.json, ids: { [try coach().id.text] },
            card: {
                let coach = try coach()
                var card = Card()
                card.heading(coach.fullName)
                card.field("ID", coach.id.text)
                card.field("Role", coach.role.label)
                card.field("School", schoolName(coach))
                card.field("E-mail", coach.email)
                card.field("Phone", coach.phone)
                card.field("Twitter", coach.twitterHandle)
                card.field("Instagram", coach.instagramHandle)
                if let notes = coach.notes { card.field("Notes", notes) }
                card.field(
                    "Added", .init(coach.createdAt.text, shown: run.zone.text(coach.createdAt)))
                return card
            },
            rows: { table([try coach()]) })
    }

    private static func table(_ coaches: [Coach]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Name", shrinksTo: 10), .init("Role"),
            .init("School", shrinksTo: 10), .init("E-mail", shrinksTo: 8), .init("Phone"),
        ])
        for coach in coaches {
            let style: TextStyle =
                switch coach.role {
                case .head: .purple
                case .assistant: .blue
                case .recruiting: .green
                }
            table.append([
                .init(coach.id.text, shown: RecordNames.short(coach.id.text)),
                .init(coach.fullName),
                .init(coach.role.rawValue, shown: coach.role.shortLabel, style),
                .init(schoolName(coach)), .init(coach.email ?? ""), .init(coach.phone ?? ""),
            ])
        }
        return table
    }

    /// CO-38: a coach without a school that can be named.
    private static func schoolName(_ coach: Coach) -> String {
        coach.schoolName ?? "Unknown School"
    }
}
