public import Contracts
public import HTML

/// The page on which people join a family by its code, and athletes create one.
@Memberwise
public struct JoinPage: Sendable {
    /// The entries as they were typed.
    @Memberwise
    public struct Entry: Sendable {
        public var code: String = ""
        public var familyName: String = ""
        /// Why one of the two forms was refused.
        public var error: ServiceError?
    }

    private let user: User
    private let hasFamily: Bool
    /// The last family that the reader was in as its player.
    private var left: LeftFamily?
    /// Whether the reader was in a family at all.
    private var wasMember: Bool = false
    private var entry: Entry = Entry()
    /// Proves that a form comes from a page of this session.
    private let token: String
    /// The key of the first form, from which those of the others follow.
    private let key: IdempotencyKey

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.gate(title, hasError: entry.error != nil, content: writeForms)
    }

    private var title: String { hasFamily ? "Join another family" : "Your family" }
    /// What somebody who is no longer in a family has to know.
    private var notice: String? {
        if let left { return left.notice }
        return wasMember
            ? "You are no longer in a family. \(IssuePassport.Response.wayBack)." : nil
    }
    private var code: FieldState {
        var field = FieldState(
            name: "code", label: "Family code", value: entry.code,
            error: entry.error?.errors["code"])
        field.hint = "A player of the family has it: FAM- and six letters or digits."
        return field
    }
    private var familyName: FieldState {
        FieldState(
            name: "name", label: "Family name", value: entry.familyName,
            error: entry.error?.errors["name"])
    }

    private func writeForms(to html: inout HTMLWriter) {
        html(.h1, text: title)
        if !hasFamily, let notice { html.banner(.info, notice) }
        html.refusal(entry.error, of: [code, familyName])
        html(.form, .class("form"), .method(.post), .action(Place.join), .novalidate()) { html in
            html.formProofs(token, key)
            html.textField(code, isRequired: true)
            html.submit("Join", .mainWide, busy: "Joining...")
        }
        if user.role == .player {
            html(.h2, text: "Or create one")
            html(
                .form, .class("form"), .method(.post), .action(Place.createFamily), .novalidate()
            ) { html in
                html.formProofs(token, key.ofForm(1))
                html.textField(familyName, placeholder: "My Family")
                html.submit("Create family", .wide, busy: "Creating...")
            }
        }
        html(.div, .class("foot")) { html in
            if hasFamily {
                html(.a, .href(Place.more), text: "Back")
            } else {
                html(.form, .method(.post), .action(Place.signOut)) { html in
                    html.formProofs(token, key.ofForm(2))
                    html.submit("Sign out", .quiet)
                }
            }
        }
    }
}
