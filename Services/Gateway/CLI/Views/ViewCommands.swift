import CommandKit
import Contracts
import ServiceKit

/// The `views` commands: filters saved under a name with `--save` of a list.
enum ViewCommands {
    static let all = [list, remove]

    private static let listFlag = Flag.value(
        "list",
        .choice(ViewedList.allCases.map { .init($0.rawValue) }, placeholder: "LIST"),
        "Only filters of this list")

    private static let list = CompassCommand(
        "views list", .readOnly, "List your saved filters and those shared in the family",
        details: """
            Lists save their filters with --save NAME, and use them with --view NAME: compass \
            interactions list --help.
            """,
        flags: [listFlag],
        examples: [
            "compass views list": "Those of all lists",
            "compass views list --list interactions": "Those of one list",
        ]
    ) { run in
        let user = try run.signedIn().userID
        return try .list(
            of: ListViews.self, .init(list: chosen(run)), run, rowsKey: "views", \.views,
            id: \.id.text, empty: "No saved filters."
        ) { table($0, user) }
    }

    private static let remove = CompassCommand(
        "views remove", .mutating, "Remove one of your saved filters",
        arguments: [
            Argument(
                "NAME", "Its name, its id, or the last 8 digits",
                .text("NAME", completes: "view"), takesRest: true)
        ],
        flags: [listFlag],
        examples: ["compass views remove New mail": "The rows stay as they are"]
    ) { run in
        if let (answer, id) = try run.repeated(RemoveView.self) {
            return .line("Removed the saved filter", json: answer.json, id: id)
        }
        let user = try run.signedIn().userID
        let own = try run.savedViews(chosen(run)).filter { $0.ownerID == user }
        let view = try run.savedView(run.argument(0), among: own)
        let answer = try run.change(RemoveView.self, .init(id: view.id))
        return .line("Removed the saved filter", json: answer.json, id: view.id.text)
    }

    private static func chosen(_ run: CommandRun) -> ViewedList? {
        run.invocation.text("list").flatMap { ViewedList(rawValue: $0) }
    }

    private static func table(_ views: [SavedView], _ user: UserID) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("List"), .init("Name", shrinksTo: 8), .init("Owner", shrinksTo: 6),
            .init("Shared"), .init("Filters", shrinksTo: 12),
        ])
        for view in views {
            let owner = view.ownerID == user ? "Me" : view.ownerName ?? ""
            table.append([
                .id(view.id),
                .init(view.list.rawValue), .init(view.name), .init(owner),
                .init(view.isShared ? "yes" : "no"), .init(view.flagsText),
            ])
        }
        return table
    }
}

extension SavedView {
    /// The filters as a command line writes them, without the list's command.
    fileprivate var flagsText: String {
        ShellText.line(filters.flatMap { ["--\($0.flag)", $0.value] })
    }
}
