import CommandKit
import Contracts
import ServiceKit

/// Renders the reports of the backup commands.
struct BackupPage {
    private let run: CommandRun

    init(_ run: CommandRun) { self.run = run }

    func created(_ report: BackupCreated, _ json: [UInt8]) -> CommandResult {
        var fields = self.fields(report.backup)
        fields += counts(report.databases, report.attachments)
        fields.append(("Writes waited", "\(report.pauseMilliseconds) ms"))
        fields.append(("Took", Self.seconds(report.durationMilliseconds)))
        var notes = report.removed.map { "Removed: \($0)" }
        if !report.backup.isEncrypted {
            notes.append("It is not encrypted: whoever can read the file reads everything.")
        }
        return result(
            "Backup made and checked", fields, json, ids: [report.backup.path], notes: notes)
    }

    func verified(_ report: BackupVerified, _ json: [UInt8]) -> CommandResult {
        var fields = self.fields(report.backup)
        if report.problems.isEmpty { fields += counts(report.databases, report.attachments) }
        fields += report.problems.map { ("Wrong", $0) }
        fields.append(("Took", Self.seconds(report.durationMilliseconds)))
        var result = result(
            report.problems.isEmpty ? "Backup is good" : "Backup is damaged", fields, json,
            ids: [report.backup.path],
            notes: report.problems.isEmpty
                ? []
                : [
                    "Do not rely on it. Look for another one: "
                        + BackupCommands.listLine(beside: report.backup.path, run)
                ])
        result.rowsKey = "problems"
        if !report.problems.isEmpty { result.exitCode = .failure }
        return result
    }

    func restored(_ report: BackupRestored, _ json: [UInt8]) -> CommandResult {
        var fields = self.fields(report.backup)
        fields.append(("Home", report.home))
        fields += counts(report.databases, report.attachments)
        if let place = report.setAside { fields.append(("Kept aside", place)) }
        fields.append(("Took", Self.seconds(report.durationMilliseconds)))
        let start = SystemCommand.text("up", in: CompassHome(path: report.home))
        var notes = ["Start the system: \(start)"]
        if let place = report.setAside {
            notes.append("Once all is as you want it, remove \(place)")
        }
        return result("Backup restored", fields, json, ids: [report.backup.path], notes: notes)
    }

    func list(_ report: BackupList, _ json: [UInt8]) -> CommandResult {
        func table() -> TextTable {
            var table = TextTable([
                .init("As Of"), .init("Size", rightAligned: true), .init("Encrypted"),
                .init("Whole"), .init("File"), .init("Problem", shrinksTo: 10),
            ])
            for backup in report.backups {
                table.append([
                    .init(
                        backup.madeAt?.text ?? "",
                        shown: backup.madeAt.map { run.zone.text($0) } ?? "—"),
                    .init("\(backup.bytes)", shown: Self.size(backup.bytes)),
                    .init(backup.isEncrypted ? "yes" : "no"),
                    .init(backup.isWhole ? "yes" : "no", backup.isWhole ? nil : .red),
                    .init(backup.path, shown: ShellText.quoted(backup.path)),
                    .init(backup.problem ?? ""),
                ])
            }
            return table
        }
        return CommandResult(
            json: json, rowsKey: "backups", ids: { report.backups.map(\.path) },
            rows: { table() }, text: { report.backups.isEmpty ? "" : table().text($0) },
            heading: { _ in ["Backups in \(report.folder)", ""] },
            footer: { _ in
                guard let newest = report.backups.first else {
                    return ["None yet. Make one: " + run.line("backup", "create")]
                }
                return ["Check one: " + run.line("backup", "verify", newest.path)]
            })
    }

    // MARK: Parts

    private typealias Field = (label: String, value: String)

    private func fields(_ backup: BackupFile) -> [Field] {
        [
            ("File", backup.path),
            ("As of", backup.madeAt.map { run.zone.text($0) } ?? "unknown"),
            ("Size", Self.size(backup.bytes)),
            ("Encrypted", backup.isEncrypted ? "yes" : "no"),
        ]
    }

    private func counts(_ databases: Int, _ attachments: Int) -> [Field] {
        [("Databases", "\(databases)"), ("Attached files", "\(attachments)")]
    }

    private func result(
        _ title: String, _ fields: [Field], _ json: [UInt8], ids: [String], notes: [String]
    ) -> CommandResult {
        .record(
            json: json, ids: { ids },
            card: {
                var card = Card()
                card.heading(title)
                for field in fields { card.field(field.label, field.value) }
                return card
            },
            rows: {
                var table = TextTable(fields.map { .init($0.label) })
                table.append(fields.map { .init($0.value) })
                return table
            }, notes: notes)
    }

    private static func seconds(_ milliseconds: Int) -> String {
        "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    }

    /// Formats a size in units of 1,024.
    static func size(_ bytes: Int64) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 1_024, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        guard unit > 0 else { return "\(bytes) bytes" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
