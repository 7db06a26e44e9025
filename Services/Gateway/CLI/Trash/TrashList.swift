import CommandKit
import Contracts
import ServiceKit

/// The trash of all services as text.
struct TrashList {
    /// The JSON of the list: the combined answers of the services.
    struct Document: Encodable {
        var operations: [FoundOperation]
        var unavailable: [ServiceName]
    }

    let findings: OperationFinder.Findings
    let run: CommandRun

    var result: CommandResult {
        get throws {
            let operations = findings.operations.map(\.operation)
            return try .merged(
                Document(operations: findings.operations, unavailable: findings.away), run,
                rowsKey: "operations", ids: operations.map(\.id.text), away: findings.away,
                table: { table(operations) },
                heading: { traits in [TextStyle.bold.applied(to: "Trash", traits), ""] },
                footer: { footer(operations) })
        }
    }

    private func footer(_ operations: [UndoableOperation]) -> [String] {
        var lines: [String] = []
        if !findings.away.isEmpty {
            lines.append("\(TrashWords.away(findings.away)): some records are missing here")
        }
        guard !operations.isEmpty else {
            return lines.isEmpty
                ? [TrashWords.empty.title, TrashWords.empty.line] : lines
        }
        if operations.contains(where: \.isUndoable) {
            lines.append("Restore: " + run.line("trash", "restore", "ID"))
        }
        if !operations.allSatisfy(\.isUndoable) {
            lines.append("An import that was undone is not restored; import the file again")
        }
        return lines + ["Remove for good: " + run.line("trash", "purge", "ID") + ", or --all"]
    }

    private func table(_ operations: [UndoableOperation]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Deleted"), .init("What", shrinksTo: 20),
            .init("By", shrinksTo: 8), .init("Days Left", rightAligned: true),
        ])
        for row in operations {
            let days = TrashWords.daysLeft(row, at: run.clock.now())
            table.append([
                .id(row.id),
                .init(row.deletedAt.text, shown: run.zone.dayText(row.deletedAt)),
                .init(TrashWords.what(row)), .init(row.actorName ?? "Unknown"),
                .init(days.map(String.init) ?? "", (days ?? 30) <= 3 ? .red : nil),
            ])
        }
        return table
    }
}

/// The members of the operation, and its service.
extension FoundOperation: Encodable {
    private enum CodingKeys: String, CodingKey {
        case service
    }

    func encode(to encoder: any Encoder) throws {
        try operation.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(service, forKey: .service)
    }
}
