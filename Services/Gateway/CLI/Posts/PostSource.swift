import CommandKit
import Contracts
import Foundation
import Imports
import ServiceKit

/// A file of posts, read once, line by line, in bounded memory.
protocol PostSource: AnyObject {
    /// Unknown columns or keys found so far.
    var ignored: [String] { get }
    /// The next non-empty line; nil at the end.
    func next() throws -> PostLine?
}

/// Posts as JSON Lines.
final class JSONLinesPostSource: PostSource {
    private let handle: FileHandle
    private var lines: PostLines<ReadFailure>

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        handle = try ImportSource.open(path, .posts)
        lines = PostLines(
            LineReader(
                descriptor: handle.fileDescriptor, lineBytesMax: PostImportLimit.lineBytesMax))
    }

    var ignored: [String] { lines.ignored }

    func next() throws -> PostLine? {
        do throws(ReadFailure) {
            return try lines.next()
        } catch {
            throw ImportKind.posts.refusal(
                ofFile: "The file cannot be read to its end", reason: error.description)
        }
    }
}

/// Posts as comma-separated values with a header line.
final class CSVPostSource: PostSource {
    private let source: ImportSource
    private let columns: ImportColumns
    private let run: CommandRun

    init(_ run: CommandRun) throws {
        self.run = run
        source = try ImportSource(run, kind: .posts)
        columns = try source.allColumns(run)
    }

    var ignored: [String] { columns.ignored }

    func next() throws -> PostLine? {
        guard let row = try source.next() else { return nil }
        return PostLine(row, columns, in: run.zone)
    }
}

/// Files of posts.
enum PostFile {
    /// Opens the file in the requested format, or the one that its name indicates.
    static func source(_ path: String, _ run: CommandRun) throws -> any PostSource {
        let format = run.invocation.text("format")
        let isTable =
            format == "csv"
            || format == nil
                && [".csv", ".xlsx", ".xlsm"].contains(where: path.lowercased().hasSuffix)
        guard !isTable else { return try CSVPostSource(run) }
        let flags = ["map", "map-value", "sheet", "header-row"]
        for flag in flags where !run.invocation.texts(flag).isEmpty {
            throw CommandFailure.usage("--\(flag) needs a table: comma-separated values or .xlsx")
        }
        return try JSONLinesPostSource(path: path)
    }
}
