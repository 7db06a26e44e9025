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

    /// Writes a step of the sign-in: its page, with a form that leads to `destination`, a path of
    /// this site, and `foot`, the other ways on.
    mutating func signInStep(
        _ title: String, after error: ServiceError?, pending: String? = nil,
        to destination: String?, fields: (inout HTMLWriter) -> Void,
        foot: (inout HTMLWriter) -> Void
    ) {
        gate(title, hasError: error != nil) { html in
            html(.h1, text: title)
            if let error { html.failure(error, FailureText.advice(of: error)) }
            html(
                .form, .class("form"), .method(.post), .action(Place.signIn), .novalidate()
            ) { html in
                for (name, value) in [("pending", pending), ("to", destination)] {
                    guard let value else { continue }
                    html(.input, .type(.hidden), .name(name), .value(value))
                }
                fields(&html)
                html.submit("Sign in", .mainWide, busy: "Signing in...")
            }
            html(.p, .class("foot"), content: foot)
        }
    }

    /// Writes why a form was refused: a summary that leads to the fields, or a banner for what
    /// concerns none of them.
    mutating func refusal(_ error: ServiceError?, of fields: [FieldState]) {
        guard let error else { return }
        let errors = fields.compactMap { field in field.error.map { (id: field.id, text: $0) } }
        if errors.isEmpty {
            failure(error, FailureText.explanation(of: error))
        } else {
            errorSummary(errors)
        }
    }
}
