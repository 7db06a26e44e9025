public import Contracts
public import HTML

/// The page that asks for the code of a second factor, after the password.
@Memberwise
public struct SignInCodePage: Sendable {
    /// The sign-in so far, sealed.
    private let pending: String
    /// Why the last code was refused; nil at first.
    private var error: ServiceError?
    /// Where to go afterwards: a path of this site.
    private var destination: String?

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.gate("Enter your code", hasError: error != nil, content: writeForm)
    }

    private func writeForm(to html: inout HTMLWriter) {
        html(.h1, text: "Enter your code")
        if let error {
            html.banner(
                .bad, title: FailureText.title(of: error), FailureText.advice(of: error))
        }
        html(
            .form, .class("form"), .method(.post), .action(Place.signIn), .novalidate()
        ) { html in
            html(.input, .type(.hidden), .name("pending"), .value(pending))
            if let destination {
                html(.input, .type(.hidden), .name("to"), .value(destination))
            }
            html.textField(
                FieldState(
                    name: "code", label: "Code", error: error?.errors["code"],
                    hint: "The six digits in your authenticator app, or a recovery code."),
                autocomplete: .oneTimeCode, isRequired: true)
            html.submit("Sign in", .mainWide, busy: "Signing in...")
        }
        html(.p, .class("foot")) { html in
            html(.a, .href(Place.signIn), text: "Back to sign in")
        }
    }
}
