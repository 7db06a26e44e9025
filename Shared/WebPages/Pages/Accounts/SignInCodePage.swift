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
        html.signInStep(
            "Enter your code", after: error, pending: pending, to: destination
        ) { html in
            html.textField(
                FieldState(
                    name: "code", label: "Code", error: error?.errors["code"],
                    hint: "The six digits in your authenticator app, or a recovery code."),
                autocomplete: .oneTimeCode, isRequired: true)
        } foot: { html in
            html(.a, .href(Place.signIn), text: "Back to sign in")
        }
    }
}
