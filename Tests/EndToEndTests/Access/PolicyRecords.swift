import Contracts
import Foundation
import ServiceKit

/// The records of a family, one of each kind, by the placeholders of the table's requests.
struct PolicyRecords {
    let names: [String: String]

    /// A filter that the player shares with the family.
    private static func view(_ text: String) -> SaveView.Request {
        .init(
            list: .interactions, name: "\(text) filter",
            filters: [SavedFilter(flag: "search", value: text)], isShared: true)
    }

    /// A hook that leads nowhere.
    private static let hook = AddHook.Request(address: "https://host.invalid/", records: nil)

    init(_ family: Household, text: String) throws {
        let school = try family.call(AddSchool.self, .init(name: "\(text) school")).school
        let coach = try family.call(
            AddCoach.self, CoachForm(firstName: text, lastName: "B", schoolID: school.id)
        ).coach
        let second = try family.call(
            AddCoach.self, CoachForm(firstName: text, lastName: "C", schoolID: school.id)
        ).coach
        let rows = try ["stays", "goes"].map { subject in
            var form = KillFamily.form("\(text) \(subject)", at: school.id)
            form.coachID = FormField(subject == "stays" ? coach.id.text : nil)
            return try family.call(CreateInteraction.self, form).interaction.id
        }
        let deletion = try family.call(DeleteInteraction.self, .init(id: rows[1])).operationID
        var form = EventForm(type: "camp", name: "\(text) camp", startDate: "2026-02-20")
        form.schoolID = FormField(school.id.text)
        let event = try family.call(AddEvent.self, form).event
        _ = try family.call(AddEventCoach.self, .init(id: event.id, coachID: coach.id))
        let metric = try family.call(
            AddMetric.self, MetricForm(metricType: "velocity", value: 88, eventID: event.id)
        ).metric
        var post = PostForm(platform: "twitter", postDate: "2026-02-10T12:00:00Z")
        post.postContent = FormField("\(text) post")
        post.schoolID = FormField(school.id.text)
        post.coachID = FormField(coach.id.text)
        let posted = try family.call(AddPost.self, post).post.id
        let file = Array("\(text) file".utf8)
        let client = AttachmentClient(
            system: family.system, person: family.player, family: family.id)
        let attached = try client.attach("a.txt", file, to: rows[0])
        let upload = try client.send("open.txt", Array("a".utf8), to: rows[0])
        let gone = (
            school: try family.call(AddSchool.self, .init(name: "\(text) gone")).school.id,
            event: try family.call(
                AddEvent.self, .init(type: "camp", name: "Gone", startDate: "2026-02-21")
            ).event.id,
            post: try family.call(
                AddPost.self, PostForm(platform: "twitter", postDate: "2026-02-11T12:00:00Z")
            ).post.id
        )
        var names = [
            "{deletion of a school}": try family.call(DeleteSchool.self, .init(id: gone.school))
                .operationID.text,
            "{deletion of an event}": try family.call(DeleteEvent.self, .init(id: gone.event))
                .operationID.text,
            "{deletion of a post}": try family.call(DeletePost.self, .init(id: gone.post))
                .operationID.text,
            "{school name}": school.name, "{coach name}": "\(text) B",
            "{post}": posted.text, "{file}": attached.attachment.id.text, "{upload}": upload.text,
            "{hash}": ContentHash(of: Array("a".utf8)).hex, "{school}": school.id.text,
            "{coach}": coach.id.text, "{second}": second.id.text, "{row}": rows[0].text,
            "{event}": event.id.text, "{metric}": metric.id.text, "{deletion}": deletion.text,
            "{player}": family.player.userID.text, "{session}": family.player.sessionID.text,
            "{parentCode}": family.codes.parentCode,
        ]
        names["{second school}"] = try family.addSchool("\(text) 2").text
        var waiting = KillFamily.form("\(text) waits", at: school.id)
        waiting.direction = FormField("inbound")
        names["{contact without a coach}"] = try family.call(CreateInteraction.self, waiting)
            .interaction.id.text
        names["{view}"] = try family.call(SaveView.self, Self.view(text)).view.id.text
        names["{kept}"] = try family.call(
            KeepImport.self, .init(name: "\(text).csv", rows: "subject\n\(text)\n", rowCount: 1)
        ).keptImport.id.text
        names["{hook}"] = try family.call(AddHook.self, Self.hook).hook.id.text
        names["{token}"] = try family.call(
            AddAccessToken.self, .init(name: "\(text) token", rights: "read", days: 1)
        ).token.id.text
        self.names = names.merging(try Self.openImports(family)) { $1 }
    }

    /// Opens an import of each kind. Returns their ids by placeholder.
    private static func openImports(_ family: Household) throws -> [String: String] {
        var names: [String: String] = [:]
        for operation in OperationCatalogue.all {
            let parts = operation.name.split(separator: ".")
            guard parts.count == 2, parts[1] == "stageImport" || operation.name == "posts.import"
            else { continue }
            names["{import of \(parts[0])}"] = try openImport(operation.type, family)
        }
        return names
    }

    /// Opens an import. Returns its id.
    private static func openImport<Op: Contracts.Operation>(
        _ operation: Op.Type, _ family: Household
    ) throws -> String {
        let answer = try family.system.caller.answer(
            operation, payload: Array(#"{"number":1,"rows":[{"line":2,"form":{}}]}"#.utf8),
            options: .init(
                passport: family.player.passport, family: family.id,
                budget: SystemUnderTest.patience))
        let json = try JSONSerialization.jsonObject(with: Data(answer.json)) as? [String: Any]
        return json?["import_id"] as? String ?? ""
    }
}
