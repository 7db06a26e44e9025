public import Contracts
public import HTML

/// The page that shows two coaches or schools side by side and merges them (N-86, N-123).
public struct MergePage: Sendable {
    /// What the page says about the records.
    private struct Subject: Sendable {
        let section: Section
        let plural: String
        let kept: String
        let other: String
        /// `compass` takes these.
        let ids: [String]
        let back: WebAddress
        /// Where the other one is edited.
        let edit: WebAddress
        let merge: WebAddress
        /// The page that keeps the other one.
        let reversed: WebAddress
    }

    /// The columns of values. On a phone each value has the name of its column beside it.
    private static let columns = (kept: "Stays", other: "Goes", result: "Result")

    private let subject: Subject
    private let rows: Result<[MergeRow], ServiceError>
    private let moving: [String: Int]
    private let error: ServiceError?
    private let context: PageContext

    private init(
        _ subject: Subject, _ moving: [String: Int], _ error: ServiceError?,
        _ context: PageContext, rows: () throws(ServiceError) -> [MergeRow]
    ) {
        self.subject = subject
        self.moving = moving
        self.error = error
        self.context = context
        self.rows = Result { () throws(ServiceError) in try rows() }
    }

    /// Shows two coaches.
    ///
    /// - Parameters:
    ///   - moving: The number of records that refer to the coach who goes, by table.
    ///   - error: Why the coaches could not be merged.
    public init(
        keeping kept: Coach, other: Coach, moving: [String: Int], error: ServiceError? = nil,
        _ context: PageContext
    ) {
        self.init(
            Subject(
                section: .coaches, plural: "coaches", kept: kept.fullName, other: other.fullName,
                ids: [kept.id.text, other.id.text], back: Place.coachDuplicates,
                edit: Place.coach(other.id, "edit"), merge: Place.merge(other.id, into: kept.id),
                reversed: Place.merge(kept.id, into: other.id)),
            moving, error, context
        ) { () throws(ServiceError) in
            try CoachMerge(keeping: kept, other: other).sideBySide
        }
    }

    /// Shows two schools.
    ///
    /// - Parameters:
    ///   - moving: The number of records that refer to the school that goes, by table.
    ///   - error: Why the schools could not be merged.
    public init(
        keeping kept: School, other: School, moving: [String: Int], error: ServiceError? = nil,
        _ context: PageContext
    ) {
        self.init(
            Subject(
                section: .schools, plural: "schools", kept: kept.name, other: other.name,
                ids: [kept.id.text, other.id.text], back: Place.schoolDuplicates,
                edit: Place.school(other.id, "edit"), merge: Place.merge(other.id, into: kept.id),
                reversed: Place.merge(kept.id, into: other.id)),
            moving, error, context
        ) { () throws(ServiceError) in
            try SchoolMerge(keeping: kept, other: other).sideBySide
        }
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "Merge \(subject.plural)?"
        html.page(title, in: subject.section, context) { html in
            html.pageHead(
                title, back: BackLink(text: "Back to duplicates", address: subject.back),
                below: { html in
                    html(
                        .p, .class("sub"), .dir(.auto),
                        text: "\(subject.kept) stays, \(subject.other) goes to the trash.")
                })
            switch rows {
            case .success(let rows): write(rows, to: &html)
            case .failure(let error):
                html.banner(
                    .bad, title: FailureText.title(of: error), error.errors["notes"],
                    action: ("Edit \(subject.other)", subject.edit))
            }
            html.command(CommandLine.text([subject.plural, "merge"] + subject.ids))
        }
    }

    private func write(_ rows: [MergeRow], to html: inout HTMLWriter) {
        if let error {
            html.banner(
                .bad, title: FailureText.title(of: error),
                FailureText.explanation(of: error) ?? "Nothing was changed.")
        }
        html(.section, .class("sheet")) { html in
            html(.h2, text: "Side by side")
            html(.table, .class("side")) { html in
                html(.thead) { html in
                    html(.tr) { html in
                        let columns = Self.columns
                        for name in ["Field", columns.kept, columns.other, columns.result] {
                            html(.th, .scope("col"), text: name)
                        }
                    }
                }
                html(.tbody) { html in
                    for row in rows { html(.tr) { write(row, to: &$0) } }
                }
            }
        }
        html(.section, .class("sheet")) { html in
            html(.h2, text: "What moves")
            html(
                .p, .dir(.auto),
                text: MergeText.listed(moving).map { "\($0) of \(subject.other)." }
                    ?? "Nothing refers to \(subject.other).")
            html(
                .p, .class("small soft"),
                text: "You can separate the two again from the trash for 30 days.")
            html.postForm(to: subject.merge, context, class: "acts") { html in
                html.linkButton("Cancel", to: subject.back)
                html.linkButton("Keep the other one", to: subject.reversed)
                html.submit("Merge", .main, busy: "Merging...")
            }
        }
    }

    private func write(_ row: MergeRow, to html: inout HTMLWriter) {
        html(.th, .scope("row"), text: row.label)
        let columns = Self.columns
        for (name, text) in [(columns.kept, row.kept), (columns.other, row.other)] {
            html(.td, .dir(.auto), .dataName(name), text: text)
        }
        html(.td, .dir(.auto), .dataName(columns.result)) { html in
            // What the one that stays gets from the other one stands out.
            if row.result == row.kept {
                html.text(row.result)
            } else {
                html(.strong, text: row.result)
            }
        }
    }
}
