public import Contracts
public import HTML

/// The page "Access tokens": the programs that act for the reader, and a form for another one.
@Memberwise(labels: false)
public struct AccessTokensPage: Sendable {
    /// What was entered in the form.
    @Memberwise
    public struct Entry: Sendable {
        public var name: String = ""
        public var rights: String = TokenRights.read.rawValue
        public var days: String = "\(AccessTokenLimit.daysDefault)"

        /// A form that nothing was entered in.
        public static let empty = Entry()
    }

    private let tokens: [AccessToken]
    private let entry: Entry
    /// Why a token was refused.
    private var error: ServiceError?
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage("Access tokens", isRefused: error != nil, in: .settings, context) { html in
            if !tokens.isEmpty { writeTokens(to: &html) }
            writeForm(to: &html)
            html.command(CommandLine.text(["tokens", "list"]))
        }
    }

    private func writeTokens(to html: inout HTMLWriter) {
        html.sheet("Programs with access") { html in
            html(.ul, .class("mini")) { html in
                for (place, token) in tokens.enumerated() {
                    html(.li) { write(token, place: place + 1, to: &$0) }
                }
            }
        }
    }

    private func write(_ token: AccessToken, place: Int, to html: inout HTMLWriter) {
        html.icon(.clock)
        html(.div, .class("text")) { html in
            html(.bdi, text: token.name)
            let used =
                token.lastUsedAt.map { "last used \(context.zone.dayText($0))" } ?? "never used"
            html(
                .small, .class("soft"),
                text: "\(token.rights.label) · \(used) · until "
                    + context.zone.dayText(token.expiresAt))
        }
        html.postForm(to: Place.endToken(token.id), context, class: "end", place: place) { html in
            html(
                .button, .class("btn"), .buttonType(.submit),
                .ariaLabel("End the access of \(token.name)"), text: "End")
        }
    }

    private func writeForm(to html: inout HTMLWriter) {
        let fields = [name, rights, days]
        html.postForm(to: Place.tokens, context, class: "form") { html in
            html.refusal(error, of: fields)
            html(.section, .class("sheet"), .ariaLabel("New access token")) { html in
                html(
                    .p, .class("soft"),
                    text: "A program that has an access token acts as you in the HTTP API and in "
                        + "compass. The token cannot change your account or family, and it stops "
                        + "working when you change your password.")
                html.textField(name, .text, isRequired: true)
                html.selectField(
                    rights,
                    TokenRights.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
                    none: nil)
                html.textField(days, .number)
            }
            html(.div, .class("submit")) { html in
                html.submit("Create the token", busy: "Creating...")
                html.linkButton("Cancel", to: Place.settings)
            }
        }
    }

    private var name: FieldState {
        FieldState(
            name: "name", label: "Name", value: entry.name, error: error?.errors["name"],
            hint: "What it is for, such as spreadsheet")
    }

    private var rights: FieldState {
        FieldState(
            name: "rights", label: "Rights", value: entry.rights, error: error?.errors["rights"])
    }

    private var days: FieldState {
        FieldState(
            name: "days", label: "Valid for (days)", value: entry.days,
            error: error?.errors["days"],
            hint: "\(AccessTokenLimit.days.lowerBound) to \(AccessTokenLimit.days.upperBound) days")
    }
}

extension TokenRights {
    fileprivate var label: String {
        switch self {
        case .read: "Read"
        case .write: "Read and change records"
        }
    }
}
