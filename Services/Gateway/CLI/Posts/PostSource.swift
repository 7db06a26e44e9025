import CommandKit
import Contracts
import Foundation
import ServiceKit

/// A line of a file of posts.
struct PostLine {
    let number: Int
    var form: PostForm
    var school: SchoolReference?
    var coach: CoachReference?
    /// What is wrong with it already.
    var problems: [String: String]?
    /// What it takes in a batch, roughly.
    let bytes: Int
}

/// A file of posts that is read once, line by line, in bounded memory.
protocol PostSource: AnyObject {
    /// Columns or keys that mean nothing here, of what was read so far.
    var ignored: [String] { get }
    /// The next line that is not empty; `nil` at the end.
    func next() throws -> PostLine?
}

/// JSON Lines.
final class JSONLinesPostSource: PostSource {
    /// The longest line, in bytes: every post that is within its limits fits.
    static let lineBytesMax = 262_144
    /// Unknown keys that are named.
    private static let ignoredMax = 20

    private let handle: FileHandle
    private var reader: LineReader
    private(set) var ignored: [String] = []

    /// Opens a file; `-` is the standard input.
    init(path: String) throws {
        handle = try PostFile.open(path)
        reader = LineReader(
            descriptor: handle.fileDescriptor, lineBytesMax: Self.lineBytesMax)
    }

    func next() throws -> PostLine? {
        while let line = try read() {
            if line.isTooLong {
                return PostLine(
                    number: line.number, form: PostForm(),
                    problems: ["row": "The line is over \(Self.lineBytesMax) bytes"], bytes: 100)
            }
            guard line.bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(ServiceError) {
                return made(try PostFileLine(reading: line.bytes), line)
            } catch {
                return PostLine(
                    number: line.number, form: PostForm(), problems: error.errors, bytes: 100)
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

/// Comma-separated values with a line of columns.
final class CSVPostSource: PostSource {
    private let source: ImportSource
    private let columns: ImportColumns
    private let run: CommandRun

    init(path: String, _ run: CommandRun) throws {
        self.run = run
        source = try ImportSource(path: path, kind: .posts)
        columns = try ImportColumns(
            header: source.header, kind: .posts, mapped: run.invocation.texts("map"))
    }

    var ignored: [String] { columns.ignored }

    func next() throws -> PostLine? {
        guard let row = try source.next() else { return nil }
        var line = PostLine(
            number: row.line, form: form(row),
            bytes: row.fields.reduce(0) { $0 + $1.utf8.count })
        func value(_ name: String) -> String? { columns.value(name, in: row.fields)?.trimmed }
        if value("catalogue_id") != nil || value("school") != nil {
            line.school = SchoolReference(
                catalogueID: value("catalogue_id"), name: value("school"))
        }
        if value("coach_key") != nil || value("coach") != nil {
            line.coach = CoachReference(key: value("coach_key"), name: value("coach"))
        }
        line.problems = problems(row)
        return line
    }

    private func form(_ row: CSVReader.Row) -> PostForm {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        var form = PostForm(
            platform: ImportWords.platform(value("platform")),
            postDate: value("post_date").map {
                ImportTime.instant($0.trimmed, in: run.zone, now: run.clock.now())?.text ?? $0
            })
        form.postURL = FormField(value("post_url"))
        form.postContent = FormField(value("post_content"))
        form.authorName = FormField(value("author_name"))
        form.authorHandle = FormField(value("author_handle"))
        form.sentiment = FormField(ImportWords.sentiment(value("sentiment")))
        form.isRecruitingRelated = FormField(
            value("is_recruiting_related").flatMap { ImportWords.truth($0) })
        form.engagementCount = FormField(value("engagement_count").flatMap { Int($0.trimmed) })
        return form
    }

    /// What no form can be sent with.
    private func problems(_ row: CSVReader.Row) -> [String: String]? {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        var problems: [String: String] = [:]
        if row.fields.dropFirst(columns.count).contains(where: { !$0.isEmpty }) {
            problems["row"] =
                "It has \(row.fields.count) values for \(columns.count) columns; "
                + "a text with a comma in it needs quotes"
        }
        if let typed = value("is_recruiting_related"), ImportWords.truth(typed) == nil {
            problems["is_recruiting_related"] = PostForm.Refusal.recruiting
        }
        if let typed = value("engagement_count"), Int(typed.trimmed) == nil {
            problems["engagement_count"] = PostForm.Refusal.engagement
        }
        return problems.isEmpty ? nil : problems
    }
}

/// Files of posts.
enum PostFile {
    /// Opens a file; `-` is the standard input.
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
                reason: "No such file, or not yours.")
        }
        return handle
    }

    /// The file in the form that was asked for, or that its name says.
    static func source(_ path: String, _ run: CommandRun) throws -> any PostSource {
        let format = run.invocation.text("format")
        let isCSV = format == "csv" || format == nil && path.lowercased().hasSuffix(".csv")
        guard !isCSV else { return try CSVPostSource(path: path, run) }
        guard run.invocation.texts("map").isEmpty else {
            throw CommandFailure.usage("--map is for files of comma-separated values")
        }
        return try JSONLinesPostSource(path: path)
    }
}
