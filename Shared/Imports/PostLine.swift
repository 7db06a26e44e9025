public import Contracts

/// A line of a file of posts.
@Memberwise
public struct PostLine: Sendable {
    /// The line in the file, from 1.
    public let number: Int
    public var form: PostForm = PostForm()
    /// The school that the line names.
    public var school: SchoolReference?
    /// The coach whom the line names.
    public var coach: CoachReference?
    /// Errors found while reading, by field.
    public var problems: [String: String]?
    /// The approximate size in a batch, in bytes.
    public let bytes: Int
}

extension PostLine {
    /// Reads a row of comma-separated values.
    public init(_ row: CSVReader.Row, _ columns: ImportColumns, in zone: some CivilZone) {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        var form = PostForm(
            platform: ImportWords.platform(value("platform")),
            postDate: value("post_date").map {
                ImportTime.instant($0.trimmed, in: zone)?.text ?? $0
            })
        form.postURL = FormField(value("post_url"))
        form.postContent = FormField(value("post_content"))
        form.authorName = FormField(value("author_name"))
        form.authorHandle = FormField(value("author_handle"))
        form.sentiment = FormField(ImportWords.sentiment(value("sentiment")))
        form.isRecruitingRelated = FormField(
            value("is_recruiting_related").flatMap { ImportWords.truth($0) })
        form.engagementCount = FormField(value("engagement_count").flatMap { Int($0.trimmed) })
        let key = value("coach_key")?.trimmed
        let name = value("coach")?.trimmed
        self.init(
            number: row.line, form: form, school: SchoolReference(row, columns),
            coach: key == nil && name == nil ? nil : CoachReference(key: key, name: name),
            problems: Self.problems(row, columns),
            bytes: row.fields.reduce(0) { $0 + $1.utf8.count })
    }

    /// Errors in values that the form cannot hold.
    private static func problems(
        _ row: CSVReader.Row, _ columns: ImportColumns
    ) -> [String: String]? {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        var problems: [String: String] = [:]
        problems["row"] = columns.excess(in: row)
        if let typed = value("is_recruiting_related"), ImportWords.truth(typed) == nil {
            problems["is_recruiting_related"] = PostForm.Refusal.recruiting
        }
        if let typed = value("engagement_count"), Int(typed.trimmed) == nil {
            problems["engagement_count"] = PostForm.Refusal.engagement
        }
        return problems.isEmpty ? nil : problems
    }
}

/// Groups the lines of a file of posts into batches.
public struct PostBatches: Sendable {
    private var lines: [PostLine] = []
    private var bytes = 0

    public init() {}

    /// Adds a line. Returns the batch that is complete without it, if there is one.
    public mutating func add(_ line: PostLine) -> [PostLine]? {
        let isFull =
            lines.count == PostImportLimit.batchRowsMax
            || !lines.isEmpty && bytes + line.bytes > PostImportLimit.batchBytesMax
        let full = isFull ? rest() : nil
        lines.append(line)
        bytes += line.bytes
        return full
    }

    /// The lines that are in no batch yet; nil if there are none.
    public mutating func rest() -> [PostLine]? {
        defer { (lines, bytes) = ([], 0) }
        return lines.isEmpty ? nil : lines
    }
}
