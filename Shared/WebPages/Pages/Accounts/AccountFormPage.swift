public import Contracts
public import HTML

/// A page with one short form about the reader's account or family. Passwords are never sent back.
public struct AccountFormPage: Sendable {
    private struct Line: Sendable {
        var state: FieldState
        var type = InputType.text
        var autocomplete: Autocomplete?
    }

    private let title: String
    private let lead: String?
    private let action: WebAddress
    private let submit: String
    private let lines: [Line]
    private let error: ServiceError?
    private let context: PageContext
    /// The address of the reader's account, for programs that keep passwords.
    private let email: String?

    private init(
        _ title: String, lead: String?, to action: WebAddress, submit: String, _ lines: [Line],
        _ error: ServiceError?, _ context: PageContext, _ email: String? = nil
    ) {
        self.email = email
        self.title = title
        self.lead = lead
        self.action = action
        self.submit = submit
        self.lines = lines.map { line in
            var line = line
            line.state.error = error?.errors[line.state.name]
            return line
        }
        self.error = error
        self.context = context
    }

    /// The form that replaces the reader's password. `email` is the address of their account.
    public init(
        changingPasswordOf email: String, after error: ServiceError?, _ context: PageContext
    ) {
        self.init(
            "Change password", lead: "Your other devices are signed out.", to: Place.password,
            submit: "Change password",
            [
                Self.currentPassword("current_password"),
                Self.newPassword("new_password"),
            ], error, context, email)
    }

    /// The form that makes new recovery codes. `email` is the address of the reader's account.
    public init(
        renewingRecoveryCodesOf email: String, after error: ServiceError?, _ context: PageContext
    ) {
        self.init(
            "New recovery codes",
            lead: "You get ten codes to write down; each replaces a lost password once. Earlier "
                + "codes stop working.",
            to: Place.recoveryCodes, submit: "Make ten codes",
            [Self.currentPassword("password")], error, context, email)
    }

    /// The form that begins with a second factor. `email` is the address of the reader's account.
    public init(
        addingSecondFactorTo email: String, after error: ServiceError?, _ context: PageContext
    ) {
        self.init(
            "Second factor",
            lead: "With it, each sign-in asks for a code from an authenticator app on your phone. "
                + "You get a secret for the app, and confirm the first code that it shows.",
            to: Place.secondFactor, submit: "Show the secret",
            [Self.currentPassword("password")], error, context, email)
    }

    /// The form that confirms a first code, after a wrong one.
    public init(confirmingSecondFactorAfter error: ServiceError, _ context: PageContext) {
        self.init(
            "Second factor", lead: "Type the code that your authenticator app shows now.",
            to: Place.confirmSecondFactor, submit: "Turn it on", [Self.code], error, context)
    }

    /// The form that turns a second factor off. `email` is the address of the reader's account.
    public init(
        removingSecondFactorFrom email: String, after error: ServiceError?, _ context: PageContext
    ) {
        self.init(
            "Turn off the second factor", lead: "Sign-ins will ask for the password only.",
            to: Place.removeSecondFactor, submit: "Turn it off",
            [Self.currentPassword("password"), Self.code], error, context, email)
    }

    /// The form with which a parent makes a one-time code for a player who lost their password.
    /// `email` is the address of the parent's account.
    public init(
        resettingPasswordOf member: Member, by email: String, after error: ServiceError?,
        _ context: PageContext
    ) {
        self.init(
            "Reset the password of \(member.fullName)",
            lead: "You get a code that works once. With it, they choose a new password.",
            to: Place.member(member.userID, "reset"), submit: "Make a code",
            [Self.currentPassword("password")], error, context, email)
    }

    /// The form that renames the family.
    public init(renamingFamilyTo name: String, after error: ServiceError?, _ context: PageContext) {
        self.init(
            "Rename the family", lead: nil, to: Place.familyName, submit: "Save",
            [Line(state: FieldState(name: "name", label: "Name of the family", value: name))],
            error, context)
    }

    private static func currentPassword(_ name: String) -> Line {
        Line(
            state: FieldState(name: name, label: "Your current password"), type: .password,
            autocomplete: .currentPassword)
    }

    private static let code = Line(
        state: FieldState(
            name: "code", label: "Code",
            hint: "The six digits in your authenticator app, or a recovery code."),
        autocomplete: .oneTimeCode)

    private static func newPassword(_ name: String) -> Line {
        Line(
            state: FieldState(name: name, label: "New password", hint: NewPassword.hint),
            type: .password, autocomplete: .newPassword)
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(title, isRefused: error != nil, in: .settings, context) { html in
            html.postForm(to: action, context, class: "form") { html in
                html.refusal(error, of: lines.map(\.state))
                if let email {
                    html(
                        .input, .type(.text), .name("username"), .value(email),
                        .autocomplete(.username), .ariaLabel("Email"), .hidden())
                }
                html(.section, .class("sheet"), .ariaLabel("Details")) { html in
                    if let lead { html(.p, .class("soft"), text: lead) }
                    for line in lines {
                        html.textField(
                            line.state, line.type, autocomplete: line.autocomplete,
                            isRequired: true)
                    }
                }
                html(.div, .class("submit")) { html in
                    html.submit(submit, busy: "Saving...")
                    html.linkButton("Cancel", to: Place.settings)
                }
            }
        }
    }
}

/// What forms say about a new password.
enum NewPassword {
    static let hint =
        "At least \(FamilyLimit.passwordLength.lowerBound) characters: a few words that nobody "
        + "would guess."
}
