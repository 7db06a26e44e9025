public import Contracts
public import HTML

/// A record of which the family may have two that are one.
public protocol ComparedRecord: MergeableRecord where Tag: SectionTag {
    /// What two records and the one that becomes of them have in their fields. Throws if the notes
    /// of both are too long together.
    static func sideBySide(keeping kept: Self, other: Self) throws(ServiceError) -> [MergeRow]
}

extension Coach: ComparedRecord {
    /// Compares two coaches and the one that becomes of them.
    public static func sideBySide(
        keeping kept: Coach, other: Coach
    ) throws(ServiceError) -> [MergeRow] {
        try CoachMerge(keeping: kept, other: other).sideBySide
    }
}

extension School: ComparedRecord {
    /// Compares two schools and the one that becomes of them.
    public static func sideBySide(
        keeping kept: School, other: School
    ) throws(ServiceError) -> [MergeRow] {
        try SchoolMerge(keeping: kept, other: other).sideBySide
    }
}

/// The columns of values. On a phone each value has the name of its column beside it.
private let columns = (kept: "Stays", other: "Goes", result: "Result")

/// The page that shows two coaches or schools side by side and merges them (N-86, N-123).
public struct MergePage<Record: ComparedRecord>: Sendable {
    private let kept: Record
    private let other: Record
    private let moving: [String: Int]
    private let error: ServiceError?
    private let context: PageContext

    private var section: Section { Record.Tag.section }
    private var duplicates: WebAddress { Place.duplicates(in: section) }

    /// - Parameters:
    ///   - moving: The number of records that refer to the one that goes, by table.
    ///   - error: Why the two could not be merged.
    public init(
        keeping kept: Record, other: Record, moving: [String: Int], error: ServiceError? = nil,
        _ context: PageContext
    ) {
        (self.kept, self.other) = (kept, other)
        self.moving = moving
        self.error = error
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "Merge \(section.plural)?"
        html.page(title, in: section, context) { html in
            html.pageHead(
                title, back: BackLink(text: "Back to duplicates", address: duplicates),
                below: { html in
                    html(
                        .p, .class("sub"), .dir(.auto),
                        text: "\(kept.title) stays, \(other.title) goes to the trash.")
                })
            do throws(ServiceError) {
                write(try Record.sideBySide(keeping: kept, other: other), to: &html)
            } catch {
                let edit = section.address.appending(other.id.text).appending("edit")
                html.failure(error, error.errors["notes"], action: ("Edit \(other.title)", edit))
            }
            html.command(
                CommandLine.text([section.plural, "merge", kept.id.text, other.id.text]))
        }
    }

    private func write(_ rows: [MergeRow], to html: inout HTMLWriter) {
        if let error {
            html.failure(error, FailureText.explanation(of: error) ?? "Nothing was changed.")
        }
        html.sheet("Side by side") { html in
            html(.table, .class("side")) { html in
                html(.thead) { html in
                    html(.tr) { html in
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
        html.sheet("What moves") { html in
            html(
                .p, .dir(.auto),
                text: MergeText.listed(moving).map { "\($0) of \(other.title)." }
                    ?? "Nothing refers to \(other.title).")
            html(
                .p, .class("small soft"),
                text: "You can separate the two again from the trash for 30 days.")
            let (merge, reversed) = (
                Place.merge(other.id, into: kept.id), Place.merge(kept.id, into: other.id)
            )
            html.postForm(to: merge, context, class: "acts") { html in
                html.linkButton("Cancel", to: duplicates)
                html.linkButton("Keep the other one", to: reversed)
                html.submit("Merge", .main, busy: "Merging...")
            }
        }
    }

    private func write(_ row: MergeRow, to html: inout HTMLWriter) {
        html(.th, .scope("row"), text: row.label)
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
