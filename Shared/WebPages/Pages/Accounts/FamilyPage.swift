public import Contracts
public import HTML

/// The page of the family: its members, and for players the codes that admit others.
public struct FamilyPage: Sendable {
    private let answer: ShowFamily.Response
    private let codes: FamilyCodes?
    private let context: PageContext

    /// `codes` are nil for readers who may not see them.
    public init(_ answer: ShowFamily.Response, codes: FamilyCodes?, _ context: PageContext) {
        self.answer = answer
        self.codes = codes
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(answer.family.name, in: nil, context) { html in
            html.pageHead(
                answer.family.name, back: BackLink(text: "Back to More", address: Place.more))
            html(.div, .class("detail")) { html in
                html(.div) { writeMembers(to: &$0) }
                html(.div) { html in
                    if let codes { writeCodes(codes, to: &html) }
                    html.command(CommandLine.text(["family", "show"]))
                }
            }
        }
    }

    private func writeMembers(to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.h2, text: "Members (\(answer.members.count))")
            html(.ul, .class("mini")) { html in
                for member in answer.members {
                    html(.li) { html in
                        html.face(of: member.fullName)
                        html(.div, .class("text")) { html in
                            html(.bdi, text: member.fullName)
                            html(
                                .small, .class("soft"),
                                text: (member.role == .player ? "Athlete" : "Parent")
                                    + ", since \(context.zone.dayText(member.joinedAt))")
                        }
                        if member.userID == context.userID {
                            html(.small, .class("soft"), text: "You")
                        }
                    }
                }
            }
        }
    }

    private func writeCodes(_ codes: FamilyCodes, to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.h2, text: "Codes")
            html(
                .p, .class("soft"),
                text: "Whoever has a code can join. If one got into other hands, replace it: the "
                    + "old one stops working at once.")
            html(.ul, .class("mini")) { html in
                for (place, role) in [Role.parent, .player].enumerated() {
                    html(.li) { html in
                        html(.div, .class("text")) { html in
                            html(.small, .class("soft"), text: role.codeLabel)
                            html(.code, text: codes.code(for: role))
                        }
                        html.postForm(to: Place.renewCode, context, class: "end", place: place) {
                            html in
                            html(
                                .input, .type(.hidden), .name("role"), .value(role.rawValue))
                            html(
                                .button, .class("btn"), .buttonType(.submit),
                                .ariaLabel("Replace the \(role.codeLabel.lowercasedFirst)"),
                                text: "Replace")
                        }
                    }
                }
            }
        }
    }
}

extension String {
    /// The text with its first letter in lower case.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
