import Contracts
import Testing

@testable import Imports

/// The names of an archive, and its tables.
@Suite struct ArchiveNameTests {
    private let id: AttachmentID = Identifier(high: 1, low: 2)

    // N-95
    @Test func onlyTheNamesOfAnArchiveAreKnown() {
        let file = ArchiveName.file(id, .jpeg)
        #expect(file == "files/\(id.text).jpeg")
        for name in [file, "README.txt", "archive.json", "follow-ups.csv", "history.jsonl"] {
            #expect(ArchiveName.isKnown(name), "\(name)")
        }
        let others = [
            "", "/", "readme.txt", "../README.txt", "files", "files/", "files/../\(id.text).jpeg",
            "files/\(id.text)", "files/\(id.text).exe", "files/\(id.text).jpeg.txt",
            "/files/\(id.text).jpeg", "files//\(id.text).jpeg", "files/\(id.text).jpeg/",
            "files\\\(id.text).jpeg", "schools.xlsx", "__MACOSX/schools.csv",
            "files/\(id.text.uppercased())A.jpeg", "files/x.jpeg",
        ]
        for name in others { #expect(!ArchiveName.isKnown(name), "\(name)") }
    }

    /// The columns of an import are among those of the table, so that it can be read by one.
    @Test func tablesHaveTheColumnsOfImports() {
        let tables: [(ImportKind, [String])] = [
            (.schools, ArchiveSheet<School>.schools.columns),
            (.coaches, ArchiveSheet<Coach>.coaches.columns),
            (.events, ArchiveSheet<Event>.events.columns),
            (.interactions, ArchiveSheet<Interaction>.interactions.columns),
            (.metrics, ArchiveSheet<Metric>.metrics.columns),
            (.posts, ArchiveSheet<Post>.posts.columns),
        ]
        // Names of coaches are in two columns, posts have their coach by key, and ids are keys.
        let left = [
            "schools": ["id"], "coaches": ["name", "id"], "events": ["id"], "posts": ["coach"],
        ]
        for (kind, columns) in tables {
            let missing = kind.fields.map(\.name).filter { !columns.contains($0) }
            #expect(missing == left[kind.rawValue] ?? [], "\(kind)")
            #expect(Set(columns).count == columns.count)
        }
    }

    @Test func aManifestIsThatOfThisProgram() throws {
        var manifest = ArchiveManifest(
            id: "1", familyUnitID: Identifier(high: 1, low: 1), familyName: "The \"Riveras\"",
            exportedBy: "Maya", role: .player, startedAt: .earliest, finishedAt: .latest,
            timeZone: "UTC", counts: ["schools": 3])
        #expect(try ArchiveManifest.read(JSONCoding.encode(manifest)) == manifest)
        let readme = ArchiveReadme.text(manifest)
        #expect(readme.contains("schools        the schools on your list (3)"))
        #expect(readme.contains("A player's archive has that player's own contacts only."))
        #expect(readme.split(separator: "\n").allSatisfy { $0.count <= 100 })
        manifest.version = 2
        let newer = try JSONCoding.encode(manifest)
        #expect(throws: ArchiveRefusal.self) { try ArchiveManifest.read(newer) }
        #expect(throws: ArchiveRefusal.self) { try ArchiveManifest.read([0x7b]) }
    }
}
