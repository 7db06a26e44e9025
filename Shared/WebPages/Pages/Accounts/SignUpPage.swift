public import Contracts
public import HTML

/// The entries of the sign-up form, as they were typed.
@Memberwise
public struct SignUpEntry: Sendable {
    public var fullName: String = ""
    public var email: String = ""
    /// A role's raw value; empty before one is chosen.
    public var role: String = ""
    /// The name of an IANA zone; empty before one is chosen.
    public var timeZone: String = ""
    /// The code of an invitation.
    public var invitation: String = ""
}

/// The page on which people create an account. A password is never sent back.
@Memberwise
public struct SignUpPage: Sendable {
    private var mode: SignUpMode = .open
    private var entry: SignUpEntry = SignUpEntry()
    /// Why the form was refused.
    private var error: ServiceError?

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.gate("Create an account", hasError: error != nil) { html in
            html(.h1, text: "Create an account")
            if mode == .closed {
                html(.p, text: "New accounts are closed here.")
                html(.p, .class("soft"), text: "Ask the person who runs this installation.")
            } else {
                writeForm(to: &html)
            }
            writeSignIn(to: &html)
        }
    }

    private var name: FieldState { field("full_name", "Full name", entry.fullName) }
    private var email: FieldState { field("email", "Email", entry.email) }
    private var password: FieldState {
        var field = field("password", "Password", "")
        field.hint = NewPassword.hint
        return field
    }
    private var role: FieldState { field("role", "Who are you?", entry.role) }
    private var timeZone: FieldState {
        let zone = entry.timeZone.isEmpty ? ZoneChoices.usual : entry.timeZone
        return field("time_zone", "Your time zone", zone)
    }

    private func field(_ name: String, _ label: String, _ value: String) -> FieldState {
        FieldState(name: name, label: label, value: value, error: error?.errors[name])
    }

    private var invitation: FieldState {
        var field = field("invitation", "Invitation", entry.invitation)
        field.hint = "12 letters or digits, from the person who runs this installation"
        return field
    }

    private func writeForm(to html: inout HTMLWriter) {
        let asked = mode == .invitation ? [invitation] : []
        html.refusal(error, of: asked + [role, name, email, password, timeZone])
        html(
            .form, .class("form"), .method(.post), .action(Place.signUp), .novalidate()
        ) { html in
            for field in asked { html.textField(field, isRequired: true) }
            html.selectField(
                role,
                [
                    Choice(value: Role.player.rawValue, label: "An athlete: I log my contacts"),
                    Choice(value: Role.parent.rawValue, label: "A parent: I read along"),
                ], none: "Choose", isRequired: true)
            html.textField(name, autocomplete: .name, isRequired: true)
            html.textField(email, .email, autocomplete: .username, isRequired: true)
            html.textField(password, .password, autocomplete: .newPassword, isRequired: true)
            html.selectField(timeZone, ZoneChoices.all, none: nil)
            html.submit("Create account", .mainWide, busy: "Creating...")
        }
    }

    private func writeSignIn(to html: inout HTMLWriter) {
        html(.p, .class("foot")) { html in
            html(.span) { html in
                html.text("Have an account? ")
                html(.a, .href(Place.signIn), text: "Sign in")
            }
        }
    }
}
