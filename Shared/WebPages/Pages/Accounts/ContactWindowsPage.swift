public import Contracts
public import HTML

/// The page "Contact windows": the rules of the family's table, and for players the form that
/// replaces them (N-55).
@Memberwise(labels: false)
public struct ContactWindowsPage: Sendable {
    private let response: ListContactWindows.Response
    /// Why a file was refused.
    private var error: ServiceError?
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            "Contact windows", isRefused: error != nil, in: .settings, context,
            below: { html in
                html(
                    .p, .class("sub"),
                    text: "Your family's own table of when coaches may be in contact. It is a "
                        + "note and not advice: nobody checks the rules, and nothing is refused "
                        + "because of them.")
            }
        ) { html in
            if let error { write(error, to: &html) }
            for warning in response.warnings { html.banner(.warning, warning) }
            html(.div, .class("detail")) { html in
                html(.div) { writeRules(to: &$0) }
                html(.div) { html in
                    if context.isPlayer {
                        writeForm(to: &html)
                        writeColumns(to: &html)
                    }
                }
            }
            html.command(CommandLine.text(["windows", "list"]))
        }
    }

    private func write(_ error: ServiceError, to html: inout HTMLWriter) {
        let problems = ContactWindowProblem.all(in: error.errors)
        guard !problems.isEmpty else {
            html.failure(
                error, FailureText.explanation(of: error) ?? "Nothing was changed.")
            return
        }
        html.banner(
            .bad, title: "The file was not stored",
            "Nothing was changed. Fix the file and choose it again.")
        html.sheet("What to fix") { html in
            html.rows(problems) { problem, html in
                html(.div, .class("text")) { html in
                    html(.strong, text: problem.place)
                    html(.span, .dir(.auto), text: problem.text)
                }
            }
        }
    }

    private func writeRules(to html: inout HTMLWriter) {
        guard !response.windows.isEmpty else {
            return html.emptyState(
                EmptyText(
                    title: ContactWindowText.empty,
                    line: context.isPlayer
                        ? "Store a file with the rules that you have copied"
                        : "A player of the family can store a file with rules"))
        }
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: "Rules")
                html(
                    .span, .class("small faint"),
                    text: CountedNoun.text(response.windows.count, "rules"))
            }
            html.rows(response.windows) { write($0, to: &$1) }
            guard context.isPlayer else { return }
            html(.p, .class("acts")) { html in
                html.linkButton("Remove all rules", to: Place.clearWindows, .danger)
            }
        }
    }

    private func write(_ window: ContactWindow, to html: inout HTMLWriter) {
        html(.div, .class("text")) { html in
            html(.strong, text: window.periodText)
            html(.span, text: window.contactText.capitalizedFirst)
            if let note = window.note { html(.span, .class("soft"), .dir(.auto), text: note) }
            html(.small, .class("soft")) { html in
                html.text("Source: ")
                html(.bdi, text: window.source)
                html.text(" · checked \(window.checkedOn.label)")
            }
        }
        html.badge(window.kind.label, window.kind.tone)
        if window.isOutdated(on: response.today) {
            html.badge("Checked over a year ago", .amber, icon: .warning)
        }
    }

    private func writeForm(to html: inout HTMLWriter) {
        html.sheet("Choose a file") { html in
            html(
                .p, .class("soft"),
                text: response.windows.isEmpty
                    ? "All rows are stored or none." : "It replaces all rules, or none.")
            html.postForm(to: Place.windows, context, class: "form", encoding: .multipart) { html in
                html(.div, .class("field")) { html in
                    html(.label, .for("field-file"), text: "CSV file")
                    html(
                        .input, .type(.file), .id("field-file"), .name("file"),
                        .accept(".csv,text/csv"))
                }
                html.submit("Store the rules", .mainWide, busy: "Storing...")
            }
        }
    }

    private func writeColumns(to html: inout HTMLWriter) {
        html.sheet("What the file looks like") { html in
            html(
                .p,
                text: "Comma-separated values in UTF-8, as spreadsheets save them. The first line "
                    + "names the columns. Without a division, types or a direction, a rule is "
                    + "about all of them; several types have semicolons between them. Without a "
                    + "last day, the period has no end.")
            html(.p) { html in
                html.text("Columns: ")
                html(
                    .code,
                    text: ContactWindowCSV.Column.allCases.map(\.rawValue).joined(separator: ", "))
            }
        }
    }
}

extension String {
    /// The text with its first letter as a capital.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension HTMLWriter {
    /// What the family's table says about a contact that was just logged.
    mutating func contactHints(_ hints: [ContactHint]) {
        for hint in hints { banner(.warning, title: "Contact window", hint.text) }
    }
}
