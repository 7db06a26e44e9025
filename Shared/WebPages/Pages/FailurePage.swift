import Contracts
public import HTML

/// The page of a request that failed as a whole. It needs nothing from the services.
@Memberwise(labels: false)
public struct FailurePage: Sendable {
    private let title: String
    private let line: String

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
                    html.linkButton("Go to the start", to: Place.today, .main)
                }
            }
        }
    }
}
