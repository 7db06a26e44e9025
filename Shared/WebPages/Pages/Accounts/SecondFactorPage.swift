public import Contracts
public import HTML

/// The page that shows the secret of a new second factor, once, and takes a first code.
@Memberwise(labels: false)
public struct SecondFactorPage: Sendable {
    private let made: BeginSecondFactor.Response
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("Second factor", in: .settings, context) { html in
            html.pageHead("Second factor")
            html.sheet("The secret for your app") { html in
                html(
                    .p,
                    text: "Type it into an authenticator app, or open the link on the phone that "
                        + "has one. This page is the only one that shows it.")
                html(.ul, .class("mini")) { html in
                    html(.li) { $0(.code, text: made.groupedSecret) }
                }
                if let link = WebAddress(authenticator: made.address) {
                    html(.p, .class("acts")) { html in
                        html(.a, .class("btn"), .href(link), text: "Open in the app")
                    }
                }
            }
            html.postForm(to: Place.confirmSecondFactor, context, class: "form") { html in
                html(.section, .class("sheet"), .ariaLabel("First code")) { html in
                    html.textField(
                        FieldState(
                            name: "code", label: "Code",
                            hint: "The six digits that the app shows."),
                        autocomplete: .oneTimeCode, isRequired: true)
                }
                html(.div, .class("submit")) { html in
                    html.submit("Turn it on", busy: "Saving...")
                    html.linkButton("Cancel", to: Place.settings)
                }
            }
        }
    }
}
