public import HTML

/// The page of a request that failed as a whole. It needs nothing from the services.
public struct FailurePage: Sendable {
    private let title: String
    private let line: String
    private let signOutToken: String?

    /// `signOutToken` proves that a form comes from a page of the session; with it the page offers
    /// to sign out.
    public init(_ title: String, _ line: String, signOutToken: String? = nil) {
        self.title = title
        self.line = line
        self.signOutToken = signOutToken
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.document(title) { html in
            html(.header, .class("top")) { html in
                html(.a, .class("brand"), .href(Place.today)) { html in
                    html.mark()
                    html(.b, text: Brand.name)
                }
            }
            html(.main, .id("main")) { html in
                html.pageHead(title)
                html(.div, .class("sheet empty")) { html in
                    html.dial(isAside: true)
                    html(.p, .class("soft"), text: line)
                    if let signOutToken {
                        html(.form, .method(.post), .action(Place.signOut)) { html in
                            html(.input, .type(.hidden), .name("token"), .value(signOutToken))
                            html.submit("Sign out", .main)
                        }
                    } else {
                        html.linkButton("Go to the start", to: Place.today, .main)
                    }
                }
            }
        }
    }
}
