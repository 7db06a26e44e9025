import Contracts
import Foundation
import Support

/// An archive as another program sees it: unpacked by Python's `zipfile`.
struct UnzippedArchive {
    private let folder: TemporaryFolder

    init(_ path: String) throws {
        folder = try TemporaryFolder()
        try Self.zipfile(["-e", path, folder.url.path])
    }

    private static func zipfile(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-m", "zipfile"] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw SystemUnderTest.Failure(description: "Python refuses \(arguments)")
        }
    }

    /// Packs the files again, one of them with other texts.
    func pack(to path: String, replacing texts: [String: String], in name: String) throws {
        var content = String(decoding: try bytes(name), as: UTF8.self)
        for (old, new) in texts {
            guard content.contains(old) else {
                throw SystemUnderTest.Failure(description: "\(name) does not contain \(old)")
            }
            content = content.replacing(old, with: new)
        }
        let file = folder.url.appendingPathComponent(name)
        try Data(content.utf8).write(to: file)
        let top = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        try Self.zipfile(["-c", path] + top.map { folder.path($0) })
    }

    /// The bytes of a file.
    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appendingPathComponent(name)))
    }

    /// The names of all files, without folders.
    var names: [String] {
        let all = try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        return (all ?? []).filter { $0.contains(".") }.sorted()
    }

    /// The rows of a table by column, without the columns of ids, in a fixed order.
    func rows(_ name: String, without further: Set<String> = []) throws -> [[String: String]] {
        var reader = CSVReader(try bytes("\(name).csv"))
        var lines = try reader.rest().map(\.fields)
        let header = lines.removeFirst()
        return lines.map { line in
            Dictionary(uniqueKeysWithValues: zip(header, line)).filter { column, _ in
                !column.hasSuffix("_key") && column != "file" && !further.contains(column)
            }
        }
    }

    /// The same rows in the order of their texts.
    func sorted(_ name: String, without further: Set<String> = []) throws -> [String] {
        try rows(name, without: further).map { row in
            row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "\u{1}")
        }.sorted()
    }

    /// The objects of a table.
    func objects(_ name: String) throws -> [[String: Any]] {
        try bytes("\(name).jsonl").split(separator: 0x0a).map { line in
            try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
        }
    }
}
