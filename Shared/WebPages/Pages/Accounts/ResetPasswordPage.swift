public import Contracts
public import HTML

/// The page "Forgot your password?", on which a code replaces a lost password.
@Memberwise
public struct ResetPasswordPage: Sendable {
    /// The address as it was typed.
    private var email: String = ""
    /// Why the form was refused.
    private var error: ServiceError?

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.gate("Forgot your password?", hasError: error != nil, content: writeForm)
    }

    private func field(_ name: String, _ label: String, hint: String? = nil) -> FieldState {
        FieldState(name: name, label: label, error: error?.errors[name], hint: hint)
    }

    private func writeForm(to html: inout HTMLWriter) {
        var address = field("email", "Email")
        address.value = email
        let code = field(
            "code", "Code", hint: "One of your recovery codes, or the code that a parent gave you.")
        let password = field("password", "New password", hint: NewPassword.hint)
        html(.h1, text: "Forgot your password?")
        html.refusal(error, of: [address, code, password])
        html(
            .form, .class("form"), .method(.post), .action(Place.resetPassword), .novalidate()
        ) { html in
            html.textField(address, .email, autocomplete: .username, isRequired: true)
            html.textField(code, autocomplete: .oneTimeCode, isRequired: true)
            html.textField(password, .password, autocomplete: .newPassword, isRequired: true)
            html.submit("Set the new password", .mainWide, busy: "Saving...")
        }
        html(.p, .class("foot")) { html in
            html(.a, .href(Place.signIn), text: "Back to sign in")
        }
    }
}
