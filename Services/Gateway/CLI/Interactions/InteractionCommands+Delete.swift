import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    static let delete = CompassCommand(
        "interactions delete", .mutating, "Delete interactions; it can be undone",
        details: """
            Asks for confirmation unless --yes is given. Records that depend on it are deleted \
            with it: on a terminal the question lists them, in scripts add --cascade --yes. \
            Several at once, at most \(DeleteInteractions.idsMax), are deleted together or \
            not at all, and one undo restores all of them.
            """,
        arguments: [
            Argument(
                "ID", "The id, or its last 8 digits", Values.interactionID, optional: true,
                repeatable: true)
        ],
        flags: InteractionFilter.flags + [
            .toggle(allMatching, "Delete all that match the filters"),
            .toggle("cascade", "Also delete dependent records"),
        ],
        examples: [
            "compass interactions delete 4f0c2a9d --yes": "Without asking",
            "compass interactions delete 4f0c2a9d 5e1b3c8a": "Two at once",
            "compass interactions delete --all-matching --type camp --until 2025-12-31":
                "All that match",
        ]
    ) { run in
        if let result = try deleteMany(run) { return result }
        return try DeletionRun(
            DeleteInteraction.self, in: "interactions", run,
            id: { try run.interactionID(run.argument(0)) }
        ) { id, others in
            let record = try run.response(of: ShowInteraction.self, .init(id: id)).interaction
            let place = record.schoolName.map { ", \($0)" } ?? ""
            return "Delete \"\(VisibleText.line(record.displaySubject))\" (\(record.type.label)"
                + "\(VisibleText.line(place)), \(run.zone.text(record.displayTime)))"
                + others.questionEnd
        }.result()
    }
}
