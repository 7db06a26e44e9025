public import Contracts
public import HTML

/// A page that shows codes once: they are stored nowhere in clear.
public struct SecretsPage: Sendable {
    private let title: String
    private let lead: String
    private let codes: [String]
    private let context: PageContext
}

extension SecretsPage {
    /// The reader's new recovery codes.
    public init(_ answer: RenewRecoveryCodes.Response, _ context: PageContext) {
        self.init(
            title: "Your recovery codes",
            lead:
                "Write them down; this page is the only one that shows them. Each replaces a lost "
                + "password once.",
            codes: answer.codes, context: context)
    }

    /// The secret of a new access token.
    public init(_ answer: AddAccessToken.Response, _ context: PageContext) {
        self.init(
            title: "The access token \(answer.token.name)",
            lead:
                "Give it to the program; this page is the only one that shows it. It is valid "
                + "until \(context.zone.text(answer.token.expiresAt)).",
            codes: [answer.secret], context: context)
    }

    /// The secret of a new change hook.
    public init(_ answer: AddHook.Response, _ context: PageContext) {
        self.init(
            title: "The secret of the change hook",
            lead:
                "Give it to the receiver at \(answer.hook.address), which verifies with it that "
                + "the changes come from here. This page is the only one that shows it.",
            codes: [answer.secret], context: context)
    }

    /// The address of the reader's calendar.
    public init(calendarAt address: String, _ context: PageContext) {
        self.init(
            title: "Your calendar link",
            lead: "Subscribe to this address in your calendar program. Whoever has it can read the "
                + "family's events and your follow-ups. This page is the only one that shows it.",
            codes: [address], context: context)
    }

    /// A one-time code for another member.
    public init(_ code: OneTimeCode, _ context: PageContext) {
        self.init(
            title: "A code for \(code.user.fullName)",
            lead: "It works once, until \(context.zone.text(code.expiresAt)), together with the "
                + "address \(code.user.email): on the page “Forgot your password?” they choose a "
                + "new password. This page is the only one that shows it.",
            codes: [code.code], context: context)
    }

    /// The code for returning to a family that nobody else belongs to.
    public init(returningTo family: String, with code: String, _ context: PageContext) {
        self.init(
            title: "You left \(family)",
            lead:
                "Nobody is left who could let you in again. Write down this code, which this page "
                + "alone shows: with it you can return.",
            codes: [code], context: context)
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(title, in: .settings, context) { html in
            html.pageHead(title)
            html(.section, .class("sheet"), .ariaLabel("Codes")) { html in
                html(.p, .dir(.auto), text: lead)
                html.rows(codes) { $1(.code, text: $0) }
            }
            html(.p, .class("acts")) { html in
                html.linkButton("Done", to: Place.settings, .main)
            }
        }
    }
}
