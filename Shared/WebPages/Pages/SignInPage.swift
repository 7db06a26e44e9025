public import Contracts
public import HTML

/// The page on which people sign in.
public struct SignInPage: Sendable {
    /// The address as it was typed; empty at first.
    private let email: String
    /// Why the last attempt failed.
    private let error: ServiceError?
    /// Where to go afterwards: a path of this site.
    private let destination: String?
    private let serves: @Sendable (WebAddress) -> Bool

    /// `serves` tells whether there is a page at an address.
    public init(
        email: String = "", error: ServiceError? = nil, destination: String? = nil,
        serves: @escaping @Sendable (WebAddress) -> Bool = { _ in true }
    ) {
        self.email = email
        self.error = error
        self.destination = destination
        self.serves = serves
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.document(error == nil ? "Sign in" : "Error: Sign in", bodyClass: "gate") { html in
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
                html(.div, .class("sheet"), content: writeForm)
            }
        }
    }

    private func writeForm(to html: inout HTMLWriter) {
        html(.h1, text: "Sign in")
        if let error {
            html.banner(.bad, title: error.message, nil)
        }
        html(
            .form, .class("form"), .method(.post), .action(Place.signIn), .novalidate()
        ) { html in
            if let destination {
                html(.input, .type(.hidden), .name("to"), .value(destination))
            }
            html.textField(
                FieldState(
                    name: "email", label: "Email", value: email, error: error?.errors["email"]),
                .email, autocomplete: .username, isRequired: true)
            html.textField(
                FieldState(
                    name: "password", label: "Password", error: error?.errors["password"]),
                .password, autocomplete: .currentPassword, isRequired: true)
            html.submit("Sign in", .mainWide, busy: "Signing in...")
        }
        let (hasSignUp, hasJoin) = (serves(Place.signUp), serves(Place.join))
        guard hasSignUp || hasJoin else { return }
        html(.p, .class("foot")) { html in
            if hasSignUp {
                html(.span) { html in
                    html.text("New here? ")
                    html(.a, .href(Place.signUp), text: "Create an account")
                }
            }
            if hasJoin { html(.a, .href(Place.join), text: "Join with a family code") }
        }
    }
}
