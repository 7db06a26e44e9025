import HTML
import Imports

@testable import Contracts
@testable import WebPages

/// The pages of imports, in their states.
extension SamplePages {
    static let imports: [(name: String, write: Writing)] = [
        ("offline", { OfflinePage().write(to: &$0) }),
        ("imports", { ImportsPage([], Samples.context()).write(to: &$0) }),
        (
            "imports-waiting",
            {
                let kept = KeptImport(
                    id: KeptImportID(high: 1, low: 2), kind: .coaches, name: "\(hostile).xlsx",
                    rowCount: 3, keptAt: .earliest, expiresAt: .earliest)
                ImportsPage([kept], Samples.context()).write(to: &$0)
            }
        ),
        ("import", page(.coaches, .empty)),
        (
            "import-refused",
            page(
                .interactions,
                .refused(
                    message: "The file has no column for direction",
                    reason: "Its columns: Type, Date, School.",
                    try? ImportColumns(
                        header: ["Type", "Date", "School", hostile], kind: .interactions,
                        mapped: [])))
        ),
        ("import-checked", page(.schools, .checked(checked(isRefused: true)))),
        ("import-ready", page(.schools, .checked(checked(isRefused: false)))),
        ("import-mending", page(.coaches, .checked(mending()))),
        (
            "import-updating",
            {
                ImportPage(.coaches, .checked(updating()), updates: true, Samples.context())
                    .write(to: &$0)
            }
        ),
        ("import-kept", { KeptRecordsPage([kept()], Samples.context()).write(to: &$0) }),
        (
            "import-again",
            page(
                .metrics,
                .failed(
                    ServiceError(
                        .conflict, "This file was imported on Feb 3", subject: .sameFile),
                    importID: OperationID(high: 1, low: 2), fingerprint: "00ff"))
        ),
        (
            "import-failed",
            page(
                .events,
                .failed(
                    ServiceError(.unavailable, "Server error. Please try again."),
                    importID: OperationID(high: 1, low: 2), fingerprint: "00ff"))
        ),
        ("import-log", page(.log, .empty)),
        ("import-log-planned", page(.log, .planned(log(isRefused: false)))),
        ("import-log-refused", page(.log, .planned(log(isRefused: true)))),
        ("import-log-open", page(.log, .planned(openLog()))),
        ("import-posts", page(.posts, .empty)),
        ("import-posts-checked", page(.posts, .sent(posts(isCheck: true, isRefused: false)))),
        ("import-posts-refused", page(.posts, .sent(posts(isCheck: false, isRefused: true)))),
        (
            "import-posts-failed",
            page(
                .posts,
                .sent(
                    posts(
                        isCheck: false, isRefused: false,
                        failure: ServiceError(.unavailable, "Server error. Please try again."))))
        ),
    ]

    /// A file that adds a coach, changes one, and has nothing new about a third.
    static func updating() -> CheckedFile {
        let columns = try? ImportColumns(header: ["name"], kind: .coaches, mapped: [])
        guard let columns,
            var staging = try? FileStaging(CoachRecipe(addsSchools: false, updates: true), columns)
        else { preconditionFailure("the columns are right") }
        for (place, name) in ["Ann Lee", "Bo Ray", "Cy Day", "Ann Lee"].enumerated() {
            _ = try? staging.add(.init(line: place + 2, fields: [name]))
        }
        if var batch = staging.rest() {
            _ = staging.request(&batch, [], in: Samples.context().zone)
            let reason = "The same coach as line 2"
            staging.add(
                ImportVerdicts(
                    importID: OperationID(high: 1, low: 2), number: 1, refused: [],
                    skipped: [SkippedRow(line: 5, reason: reason, sameAs: 2)],
                    rows: [
                        ImportedRow(
                            line: 2, fate: .updated, name: hostile,
                            changes: [
                                FieldChange(field: "notes", before: nil, after: hostile),
                                FieldChange(field: "role", before: "assistant", after: "head"),
                            ]),
                        ImportedRow(line: 3, fate: .added, name: "Bo Ray"),
                        ImportedRow(line: 4, fate: .unchanged, name: hostile),
                        ImportedRow(line: 5, fate: .skipped, reason: reason, sameAs: 2),
                    ]), to: batch)
        }
        guard let importID = try? staging.staged() else {
            preconditionFailure("the file has rows")
        }
        return CheckedFile(
            name: "coaches.csv", rowCount: staging.rowCount, report: staging.report,
            importID: importID, fingerprint: "00ff")
    }

    /// The undo of an import of which more records are kept than the page lists.
    static func kept() -> UndoOperation.Response {
        var answer = UndoOperation.Response(OperationID(high: 1, low: 2), removed: ["coaches": 1])
        answer.reverted = ["coaches": 2]
        answer.kept = (0...KeptRecordsPage.listedMax).map {
            KeptRecord(
                type: "coaches", id: "\($0)", name: "\(hostile) \($0)",
                reason: "has since been changed")
        }
        return answer
    }

    /// A file of posts with hostile texts and more duplicates than the page lists.
    static func posts(
        isCheck: Bool, isRefused: Bool, failure: ServiceError? = nil
    ) -> SentPosts {
        guard
            let columns = try? ImportColumns(
                header: ["platform", "date", hostile], kind: .posts, mapped: [])
        else { preconditionFailure("the columns are right") }
        let duplicates = ImportPage.listedMax + 2
        return SentPosts(
            name: "\(hostile).csv", columns: columns,
            summary: FinishPostImport.Response(
                operationID: OperationID(high: 1, low: 2), new: 3, duplicates: duplicates,
                rejected: isRefused ? 1 : 0, isCheck: isCheck,
                duplicateLines: Array(5..<(5 + duplicates)),
                rejectedRows: isRefused
                    ? [RefusedRow(line: 2, errors: ["platform": hostile])] : []),
            unknownCoachCount: 2, failure: failure)
    }

    private static func page(_ kind: ImportKind, _ state: ImportState) -> Writing {
        { ImportPage(kind, state, addsSchools: true, Samples.context()).write(to: &$0) }
    }

    /// A file of two more rows than the page lists, with hostile texts.
    static func checked(isRefused: Bool) -> CheckedFile {
        let columns = try? ImportColumns(
            header: ["name", "notes", hostile], kind: .schools, mapped: [])
        guard let columns, var staging = try? FileStaging(SchoolRecipe(), columns) else {
            preconditionFailure("the columns are right")
        }
        let count = ImportPage.listedMax + 2
        for line in 2..<(2 + count) {
            _ = try? staging.add(.init(line: line, fields: ["\(hostile) \(line)", hostile]))
        }
        if var batch = staging.rest() {
            _ = staging.request(&batch, [], in: Samples.context().zone)
            staging.add(
                ImportVerdicts(
                    importID: OperationID(high: 1, low: 2), number: 1,
                    refused: (2..<(isRefused ? count : 2)).map {
                        RefusedRow(line: $0, errors: ["name": hostile])
                    },
                    skipped: (count..<(isRefused ? count + 1 : count + 2)).map {
                        SkippedRow(line: $0, reason: "\(hostile) is there already")
                    },
                    warned: [
                        WarnedRow(
                            line: 2, warning: DuplicateText.warning(hostile, at: nil, [.phone]))
                    ]), to: batch)
        }
        guard let importID = try? staging.staged() else {
            preconditionFailure("the file has rows")
        }
        return CheckedFile(
            name: "\(hostile).csv", rowCount: staging.rowCount, report: staging.report,
            importID: importID, fingerprint: "00ff")
    }

    /// A header that a person has chosen, below a title.
    static func header(top: String?) -> HeaderChoice {
        HeaderChoice(
            line: 2, lines: [.init(line: 1, text: "Ours"), .init(line: 2, text: hostile)],
            isChosen: true, top: top)
    }

    /// A file with rows of every kind that a person mends: words, cells, rows of the wrong shape,
    /// and one that is left out.
    static func mending(rows: String? = "name") -> CheckedFile {
        let columns = try? ImportColumns(
            header: ["name", "email", "phone", "role", "notes"], kind: .coaches, mapped: [])
        guard let columns,
            var staging = try? FileStaging(
                CoachRecipe(addsSchools: false), columns, RowAnswers(leftOut: [7]))
        else { preconditionFailure("the columns are right") }
        let table = [
            ["Pat Sample", "pat@duke.example", "", "Head Coach", hostile],
            ["Bo Ray", "nobody", "12", "", ""], ["Cy Day", "", "", "Wizard", ""],
            ["Madonna", "", "", "", ""],
            ["Ann Lee", "", "", "", "Great arm", hostile, "call Monday"],
            ["Left Out", "", "", "", ""],
        ]
        for (place, fields) in table.enumerated() {
            _ = try? staging.add(.init(line: place + 2, fields: fields))
        }
        if var batch = staging.rest() {
            _ = staging.request(&batch, [], in: Samples.context().zone)
            staging.add(
                ImportVerdicts(
                    importID: OperationID(high: 1, low: 2), number: 1,
                    refused: [
                        RefusedRow(line: 3, errors: ["email": "Invalid", "phone": "Too short"]),
                        RefusedRow(line: 4, errors: ["role": "Please select a role"]),
                        RefusedRow(
                            line: 5, errors: ["first_name": "Missing", "last_name": "Missing"]),
                    ], skipped: []), to: batch)
        }
        guard let importID = try? staging.staged() else {
            preconditionFailure("the file has rows")
        }
        return CheckedFile(
            name: "\(hostile).csv", rowCount: staging.rowCount, report: staging.report,
            importID: importID, fingerprint: "00ff", notes: ["Read as Windows-1252: “\(hostile)”"],
            sheet: ReadSheet(name: hostile, others: ["Old"]), header: header(top: "Ours"),
            rows: rows)
    }

    /// A log of contacts with hostile texts and more rows than the page lists.
    static func log(isRefused: Bool, rows text: String? = "Date") -> PlannedLog {
        guard
            let columns = try? ImportColumns(
                header: ["Date", "School", "Coach", "Notes"], kind: .log, mapped: [])
        else { preconditionFailure("the columns are right") }
        let zone = Samples.context().zone
        let rows = (2..<(4 + ImportPage.listedMax)).map { line in
            LogRow(
                .init(
                    line: line,
                    fields: [
                        isRefused && line == 2 ? hostile : "2026-02-03", "\(hostile) \(line % 3)",
                        "Pat Sample", "\(hostile) \(line)",
                    ]), columns, LogDefaults(), in: zone)
        }
        return PlannedLog(
            name: "\(hostile).xlsx",
            plan: LogPlan(rows, columns, schools: schools, coaches: []),
            defaults: LogDefaults(), sheet: ReadSheet(name: hostile, others: ["Old"]), rows: text)
    }

    /// A log with everything that can be open: columns, words, schools, rows.
    static func openLog() -> PlannedLog {
        guard
            let columns = try? ImportColumns(
                header: ["Date", "School", "Coach", "Type", "Who reached out", hostile],
                kind: .log, mapped: ["Who reached out=direction"])
        else { preconditionFailure("the columns are right") }
        let zone = Samples.context().zone
        let rows = [
            ["2026-02-03", "A&M", "Pat Sample", "Email", "us", hostile],
            ["soon", "Duke", "Pat Sample", "carrier pigeon", "us", ""],
            ["2026-02-04", hostile, "", "Call", "them", ""],
            ["2026-02-04", "OSU", "Ann Lee", "Call", "them", ""],
            ["2026-02-04", hostile, "", "Call", "them", ""],
            ["2026-02-05", "Mizzou", "", "Call", "them", ""],
        ].enumerated().map { place, fields in
            LogRow(.init(line: place + 2, fields: fields), columns, LogDefaults(), in: zone)
        }
        func candidate(_ id: String, _ name: String, _ short: String? = nil, isOwn: Bool = false)
            -> ResolveSchools.Candidate
        {
            .init(
                schoolID: isOwn ? schools.first?.id : nil, catalogueID: id, name: name,
                shortName: short, city: hostile, state: "TX", division: .d1)
        }
        let meanings: [String: ResolveSchools.Resolved] = [
            "A&M": .init(
                certain: false,
                candidates: [
                    candidate("228723", "Texas A&M University", "Texas A&M", isOwn: true),
                    candidate("100654", "Alabama A & M University"),
                ]),
            "OSU": .init(
                certain: false,
                candidates: [
                    candidate("204796", "Ohio State University-Main Campus", "Ohio State"),
                    candidate("207388", "Oklahoma State University", hostile),
                ]),
            "Mizzou": .init(
                certain: true, candidates: [candidate("178396", "University of Missouri")]),
        ]
        let names = LogPlan.schoolNames(in: rows, columns).joined()
        var resolved: [ResolveSchools.Name: ResolveSchools.Resolved] = [:]
        for name in names { resolved[name] = meanings[name.name] }
        return PlannedLog(
            name: "log.xlsx",
            plan: LogPlan(
                rows, columns, schools: schools, coaches: [], resolved: resolved,
                answers: LogAnswers(leftOut: [], takesProposals: true)),
            defaults: LogDefaults(), rows: "Date", keptID: KeptImportID(high: 1, low: 2))
    }
}
