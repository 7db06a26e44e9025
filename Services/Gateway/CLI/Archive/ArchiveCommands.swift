import CommandKit
import Contracts
import Imports

enum ArchiveCommands {
    static let all = [export, importing]

    private static let export = CompassCommand(
        "export", .local, "Export everything that you may see, to leave or to keep",
        details: """
            Writes one ZIP archive with every record that you may see, as comma-separated \
            values and as JSON Lines, with the attached files and a README that says what is \
            what. Any program can read it; compass import archive stores it in another family. \
            The file appears whole or not at all, in a folder under the name \
            compass-export-DAY.zip. It is not encrypted.
            """,
        arguments: [
            Argument(
                "FILE", "The archive to write, or a folder for it; by default this folder",
                .path(), optional: true)
        ],
        flags: [.toggle("all", "Export everything; required")],
        examples: [
            "compass export --all": "Into this folder",
            "compass export --all ~/recruiting.zip": "Under a name of your own",
        ]
    ) { run in
        guard run.invocation.isOn("all") else {
            throw CommandFailure.usage(
                "compass export needs --all", reason: "It exports everything that you may see.",
                remedy: "For one kind of record: compass interactions export, or compass coaches "
                    + "export")
        }
        return try ArchiveExport(run).result()
    }

    private static let importing = CompassCommand(
        "import archive", .mutating, "Import an archive of everything into an empty family",
        details: """
            Stores what compass export --all wrote in a family of yours that has no records \
            yet: schools, coaches, events, interactions with their files, metrics, posts, \
            follow-ups and contact windows. Records get new ids, and you are the one who \
            logged them. An import that was interrupted goes on with --continue, within seven \
            days: what is stored already is not stored again. A record that is refused is \
            listed, and the others are stored.
            """,
        arguments: [Argument("FILE", "The archive", .path())],
        flags: [
            .toggle("continue", "Go on with an interrupted import of the same archive")
        ],
        examples: [
            "compass import archive compass-export.zip --dry-run": "What it would store",
            "compass import archive compass-export.zip": "Store everything",
        ]
    ) { run in try ArchiveImport.result(run) }
}
