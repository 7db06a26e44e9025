public import HTML

/// The page that a browser keeps and shows when the server cannot be reached. The script adds the
/// drafts that the browser keeps.
public struct OfflinePage: Sendable {
    public init() {}

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.document("You are offline") { html in
            html(.header, .class("top")) { html in
                html(.a, .class("brand"), .href(Place.today)) { html in
                    html.mark()
                    html(.b, text: Brand.name)
                }
            }
            html(.main, .id("main")) { html in
                html.pageHead("You are offline")
                html(.div, .class("sheet empty")) { html in
                    html.dial(isAside: true)
                    html(
                        .p, .class("soft"),
                        text: "What you typed and did not send yet stays in this browser.")
                    html.linkButton("Try again", to: Place.today, .main)
                }
                html(.div, .dataAction("drafts"), .hidden())
            }
        }
    }
}
