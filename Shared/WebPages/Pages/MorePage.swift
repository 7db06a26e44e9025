import Contracts
public import HTML

/// The page behind "More": what the bar of a phone has no place for, the family that is shown, and
/// signing out.
public struct MorePage: Sendable {
    private let email: String
    private let context: PageContext

    /// `email` is the address with which the reader signed in.
    public init(email: String, _ context: PageContext) {
        self.email = email
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page("More", in: nil, context) { html in
            html.pageHead("More")
            html(.div, .class("detail")) { html in
                html(.div) { writeSections(to: &$0) }
                html(.div) { html in
                    writeAccount(to: &html)
                    if !context.otherFamilies.isEmpty { writeFamilies(to: &html) }
                }
            }
        }
    }

    private func writeSections(to html: inout HTMLWriter) {
        html(.section, .class("sheet"), .ariaLabel("Pages")) { html in
            html(.ul, .class("mini")) { html in
                for section in Section.served(in: context)
                where !section.isInBar(mayLog: context.mayLog) {
                    html(.li) { html in
                        html.icon(section.icon)
                        html(.div, .class("text")) { html in
                            html(
                                .a, .class("whole"), .href(section.address), text: section.label)
                        }
                        html.icon(.right)
                    }
                }
            }
        }
    }

    private func writeAccount(to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.h2) { $0(.bdi, text: context.fullName) }
            html(.p, .class("soft"), .dir(.auto), text: email)
            html(.p) { html in
                html.text(context.isPlayer ? "Athlete in " : "Parent in ")
                html(.bdi, text: context.family.name)
            }
            html(.p, .class("acts")) { html in
                if context.serves(Place.join) {
                    html.linkButton("Join another family", to: Place.join)
                }
            }
            html.postForm(to: Place.signOut, context) { html in
                html.submit("Sign out", .plain)
            }
            html.postForm(to: Place.signOut, context, place: 1) { html in
                html(.input, .type(.hidden), .name("everywhere"), .value("true"))
                html.submit("Sign out on all devices", .quiet)
            }
        }
    }

    private func writeFamilies(to html: inout HTMLWriter) {
        html.sheet("Other families") { html in
            html(.ul, .class("mini")) { html in
                for (place, family) in context.otherFamilies.enumerated() {
                    html(.li) { html in
                        html(.div, .class("text")) { $0(.bdi, text: family.name) }
                        html.postForm(to: Place.family, context, class: "end", place: 2 + place) {
                            html in
                            html(
                                .input, .type(.hidden), .name("family"),
                                .value(family.id.text))
                            html(
                                .button, .class("btn"), .buttonType(.submit),
                                .ariaLabel("Show \(family.name)"), text: "Show")
                        }
                    }
                }
            }
        }
    }
}
