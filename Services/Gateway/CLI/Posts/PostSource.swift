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
    /// The longest line, in bytes: every valid post fits.
    static let lineBytesMax = 262_144
    /// The most unknown keys to name.
    private static let ignoredMax = 20

    private let handle: FileHandle
    private var reader: LineReader
    private(set) var ignored: [String] = []

    /// Opens a file; `-` is standard input.
    init(path: String) throws {
        handle = try PostFile.open(path)
        reader = LineReader(
            descriptor: handle.fileDescriptor, lineBytesMax: Self.lineBytesMax)
    }

    func next() throws -> PostLine? {
        while let line = try read() {
            if line.isTooLong {
                return PostLine(
                    number: line.number,
                    problems: ["row": "The line is longer than \(Self.lineBytesMax) bytes"],
                    bytes: 100)
            }
            guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(ServiceError) {
                return made(try PostFileLine(reading: line.bytes), line)
            } catch {
                return PostLine(number: line.number, problems: error.errors, bytes: 100)
            }
        }
        return nil
    }

    private func read() throws -> LineReader.Line? {
        do throws(LineReader.Failure) {
            return try reader.next()
        } catch {
            throw ImportKind.posts.refusal(
                ofFile: "The file cannot be read to its end", reason: error.description)
        }
    }

    private func made(_ read: PostFileLine, _ line: LineReader.Line) -> PostLine {
        for key in read.unknownKeys where ignored.count < Self.ignoredMax {
            if !ignored.contains(key) { ignored.append(key) }
        }
        return PostLine(
            number: line.number, form: read.form, school: read.school, coach: read.coach,
            problems: read.malformed, bytes: line.bytes.count)
    }
}

/// Posts as comma-separated values with a header line.
final class CSVPostSource: PostSource {
    private let source: ImportSource
    private let columns: ImportColumns
    private let run: CommandRun

    init(path: String, _ run: CommandRun) throws {
        self.run = run
        source = try ImportSource(path: path, kind: .posts)
        do throws(ImportProblem) {
            columns = try ImportColumns(
                header: source.header, kind: .posts, mapped: run.invocation.texts("map"))
            try columns.requireAll()
        } catch { throw CommandFailure(error, .posts) }
    }

    var ignored: [String] { columns.ignored }

    func next() throws -> PostLine? {
        guard let row = try source.next() else { return nil }
        return PostLine(row, columns, in: run.zone)
    }
}

/// Files of posts.
enum PostFile {
    /// Opens a file; `-` is standard input.
    static func open(_ path: String) throws -> FileHandle {
        if path == "-" { return .standardInput }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if attributes?[.type] as? FileAttributeType == .typeDirectory {
            throw ImportKind.posts.refusal(
                ofFile: "\(ImportSource.shown(path)) cannot be read", reason: "It is a folder.")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ImportKind.posts.refusal(
                ofFile: "\(ImportSource.shown(path)) cannot be read",
                reason: "It does not exist, or you may not read it.")
        }
        return handle
    }

    /// Opens the file in the requested format, or the one that its name indicates.
    static func source(_ path: String, _ run: CommandRun) throws -> any PostSource {
        let format = run.invocation.text("format")
        let isCSV = format == "csv" || format == nil && path.lowercased().hasSuffix(".csv")
        guard !isCSV else { return try CSVPostSource(path: path, run) }
        guard run.invocation.texts("map").isEmpty else {
            throw CommandFailure.usage("--map needs a file of comma-separated values")
        }
        return try JSONLinesPostSource(path: path)
    }
}
