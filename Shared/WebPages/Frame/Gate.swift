import Contracts
import HTML

extension HTMLWriter {
    /// Writes a page without navigation, for people who have no records to see yet: what the
    /// product is for, and one sheet.
    mutating func gate(
        _ title: String, hasError: Bool, content: (inout HTMLWriter) -> Void
    ) {
        document(hasError ? "Error: \(title)" : title, .gate) { html in
            html(.header, .class("story")) { html in
                html.rose()
                html(.div, .class("brand")) { html in
                    html.mark()
                    html(.b, text: Brand.name)
                }
                html(.p, .class("title"), text: "Every call, visit and reply, in one place.")
                html(
                    .p,
                    text: "Athletes log it. Parents read along. Nothing gets lost on the way to "
                        + "signing day.")
            }
            html(.main, .id("main")) { html in
                html(.div, .class("sheet"), content: content)
            }
        }
    }

    /// Writes why a form was refused: a summary that leads to the fields, or a banner for what
    /// concerns none of them.
    mutating func refusal(_ error: ServiceError?, of fields: [FieldState]) {
        guard let error else { return }
        let errors = fields.compactMap { field in field.error.map { (id: field.id, text: $0) } }
        if errors.isEmpty {
            banner(
                .bad, title: FailureText.title(of: error), FailureText.explanation(of: error))
        } else {
            errorSummary(errors)
        }
    }
}
