public import Contracts
public import HTML

/// What a short form about the reader's account or family asks. Passwords are never sent back.
public struct AccountForm: Sendable {
    struct Line: Sendable {
        var state: FieldState
        var type = InputType.text
        var autocomplete: Autocomplete?
    }

    let title: String
    let lead: String?
    let action: WebAddress
    let submit: String
    /// What is asked for; by default only the current password.
    var lines: [Line] = [.currentPassword("password")]

    /// Replaces the reader's password.
    public static let newPassword = AccountForm(
        title: "Change password", lead: "Your other devices are signed out.",
        action: Place.password, submit: "Change password",
        lines: [.currentPassword("current_password"), .newPassword("new_password")])

    /// Makes new recovery codes.
    public static let recoveryCodes = AccountForm(
        title: "New recovery codes",
        lead: "You get ten codes to write down; each replaces a lost password once. Earlier codes "
            + "stop working.",
        action: Place.recoveryCodes, submit: "Make ten codes")

    /// Begins to set up a second factor.
    public static let secondFactor = AccountForm(
        title: "Second factor",
        lead: "With it, each sign-in asks for a code from an authenticator app on your phone. You "
            + "get a secret for the app, and confirm the first code that it shows.",
        action: Place.secondFactor, submit: "Show the secret")

    /// Confirms a first code, after a wrong one.
    public static let secondFactorCode = AccountForm(
        title: "Second factor", lead: "Type the code that your authenticator app shows now.",
        action: Place.confirmSecondFactor, submit: "Turn it on", lines: [.code])

    /// Turns a second factor off.
    public static let secondFactorRemoval = AccountForm(
        title: "Turn off the second factor", lead: "Sign-ins will ask for the password only.",
        action: Place.removeSecondFactor, submit: "Turn it off",
        lines: [.currentPassword("password"), .code])

    /// With it, a parent makes a one-time code for a player who lost their password.
    public static func resettingPassword(of member: Member) -> AccountForm {
        AccountForm(
            title: "Reset the password of \(member.fullName)",
            lead: "You get a code that works once. With it, they choose a new password.",
            action: Place.member(member.userID, "reset"), submit: "Make a code")
    }

    /// Renames the family.
    public static func renamingFamily(to name: String) -> AccountForm {
        let field = FieldState(name: "name", label: "Name of the family", value: name)
        return AccountForm(
            title: "Rename the family", lead: nil, action: Place.familyName, submit: "Save",
            lines: [.init(state: field)])
    }
}

extension AccountForm.Line {
    fileprivate static let code = Self(
        state: FieldState(
            name: "code", label: "Code",
            hint: "The six digits in your authenticator app, or a recovery code."),
        autocomplete: .oneTimeCode)

    fileprivate static func currentPassword(_ name: String) -> Self {
        Self(
            state: FieldState(name: name, label: "Your current password"), type: .password,
            autocomplete: .currentPassword)
    }

    fileprivate static func newPassword(_ name: String) -> Self {
        Self(
            state: FieldState(name: name, label: "New password", hint: NewPassword.hint),
            type: .password, autocomplete: .newPassword)
    }
}

/// A page with one short form about the reader's account or family.
public struct AccountFormPage: Sendable {
    private let form: AccountForm
    private let lines: [AccountForm.Line]
    private let email: String?
    private let error: ServiceError?
    private let context: PageContext

    /// `email` is the address of the reader's account, for programs that keep passwords.
    public init(
        _ form: AccountForm, of email: String? = nil, after error: ServiceError?,
        _ context: PageContext
    ) {
        self.form = form
        lines = form.lines.map { line in
            var line = line
            line.state.error = error?.errors[line.state.name]
            return line
        }
        self.email = email
        self.error = error
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(form.title, isRefused: error != nil, in: .settings, context) { html in
            html.postForm(to: form.action, context, class: "form") { html in
                html.refusal(error, of: lines.map(\.state))
                if let email {
                    html(
                        .input, .type(.text), .name("username"), .value(email),
                        .autocomplete(.username), .ariaLabel("Email"), .hidden())
                }
                html(.section, .class("sheet"), .ariaLabel("Details")) { html in
                    if let lead = form.lead { html(.p, .class("soft"), text: lead) }
                    for line in lines {
                        html.textField(
                            line.state, line.type, autocomplete: line.autocomplete,
                            isRequired: true)
                    }
                }
                html(.div, .class("submit")) { html in
                    html.submit(form.submit, busy: "Saving...")
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
