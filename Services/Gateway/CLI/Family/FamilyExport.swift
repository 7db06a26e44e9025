import CommandKit
import Contracts
import Foundation
import ServiceKit

/// Exports what a player logged in a family that they have left, into a folder.
struct FamilyExport {
    /// The default folder.
    static let folderName = "compass-export"

    private let run: CommandRun

    init(_ run: CommandRun) { self.run = run }

    /// Writes both forms of the list, then the attached files. Each file appears whole or not at
    /// all.
    func write() throws -> CommandResult {
        let family = try chosen()
        try run.signedIn().chosenFamily = family.familyUnitID
        let folder = try prepared(run.invocation.text("to") ?? Self.folderName)
        var rows = 0
        var withFiles: [InteractionID] = []
        // Fetching the first page now reports a missing permission before anything is written.
        var pages = ExportPages(run, ListInteractions.Request())
        var page = try pages.next()
        let table = try place("interactions.csv", in: folder)
        let records = try place("interactions.jsonl", in: folder)
        let export = InteractionCommands.exporter(run)
        try table.write(export.header)
        while let present = page {
            try table.write(present.rows.map { export.line(of: $0) }.joined())
            for record in present.elements { try records.write(record + [UInt8(ascii: "\n")]) }
            rows += present.rows.count
            withFiles += present.rows.filter { $0.attachmentCount > 0 }.map(\.id)
            page = try pages.next()
        }
        try table.finish()
        try records.finish()
        let files = try withFiles.reduce(0) { try $0 + fetchFiles(of: $1, into: folder) }
        let summary =
            CountedNoun.text(rows, "interactions") + " and " + CountedNoun.text(files, "files")
        let json = JSONValue.object([
            ("family_unit_id", .string(family.familyUnitID.text)), ("folder", .string(folder)),
            ("interactions", .integer(rows)), ("files", .integer(files)),
        ])
        return .line(
            "\(summary) of \(family.name) exported to \(folder)", json: json.bytes, id: folder)
    }

    /// The family that `--family` names, or the only one.
    private func chosen() throws -> LeftFamily {
        let left = try run.response(of: WhoAmI.self, EmptyRequest()).leftFamilies
        guard !left.isEmpty else {
            throw CommandFailure(
                .notFound, "You have not left any family as its player",
                reason: "If you are still a player of the family, export its list.",
                remedy: "Try: compass interactions export --to .")
        }
        let typed = run.invocation.text("family") ?? run.environment["COMPASS_FAMILY"]
        guard let typed else {
            if left.count == 1 { return left[0] }
            throw CommandFailure.usage(
                "You have left \(left.count) families",
                reason: left.map { "\(RecordNames.short($0.familyUnitID.text)) (\($0.name))" }
                    .joined(separator: "; "),
                remedy: "Choose one with --family.")
        }
        let id: FamilyID = try RecordNames.id(
            of: typed, among: left.map { .init(id: $0.familyUnitID.text, name: $0.name) },
            noun: "family", plural: "families", field: nil, place: "that you have left",
            listCommand: "compass whoami")
        guard let family = left.first(where: { $0.familyUnitID == id }) else {
            throw CommandFailure(.notFound, "Family not found", remedy: "Try: compass whoami")
        }
        return family
    }

    private func place(_ name: String, in folder: String) throws -> NewFile {
        try ExportPlace.open("\(folder)/\(name)", flag: "to", fileName: name, run).file
    }

    private func prepared(_ folder: String) throws -> String {
        do {
            // The export is private: other users of this machine must not read it.
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(
                .validationFailed, "\(QuotedText.of(folder)) cannot be created",
                reason: "Field: to (--to)",
                remedy: "Choose a folder that you may write to with --to.",
                errors: ["to": "cannot be created"])
        }
        return folder
    }

    /// Downloads the files of one interaction; returns how many it has.
    private func fetchFiles(of id: InteractionID, into folder: String) throws -> Int {
        let files = try run.response(of: ListAttachments.self, .init(interactionID: id)).attachments
        let place = try prepared("\(folder)/\(id.text)")
        for file in files {
            let download = AttachmentDownload(run: run, file: file)
            _ = try download.save(to: download.target(place))
        }
        return files.count
    }
}
