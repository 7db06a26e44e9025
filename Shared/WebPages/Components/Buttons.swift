import Contracts
import HTML

/// The looks of buttons.
enum ButtonStyle: String {
    case plain = "btn"
    /// The main action, one on a page.
    case main = "btn main"
    case danger = "btn danger"
    /// What cannot be taken back at once; only inside a confirmation.
    case dangerNow = "btn danger fill"
    case go = "btn go"
    case quiet = "btn quiet"
    case icon = "btn icon"
    case wide = "btn wide"
    case mainWide = "btn main wide"
}

extension HTMLWriter {
    /// Writes a link that looks like a button.
    mutating func linkButton(
        _ text: String, to address: WebAddress, _ style: ButtonStyle = .plain, icon: Icon? = nil,
        download: Bool = false
    ) {
        self(
            .a, .class(style.rawValue), .href(address), .download(download ? "" : nil)
        ) { html in
            if let icon { html.icon(icon) }
            html.text(text)
        }
    }

    /// Writes a link of 44 by 44 pixels with an icon alone; `name` is what is heard.
    mutating func iconLink(
        _ name: String, to address: WebAddress, _ icon: Icon, further: String = "",
        opensTab: Bool = false
    ) {
        self(
            .a, .class(ButtonStyle.icon.rawValue + further), .href(address), .ariaLabel(name),
            .title(name), .target(opensTab ? .newTab : nil), .rel(opensTab ? .external : nil)
        ) { $0.icon(icon) }
    }

    /// Writes the button that sends a form.
    mutating func submit(
        _ text: String, _ style: ButtonStyle = .main, icon: Icon? = nil, busy: String? = nil
    ) {
        self(.button, .class(style.rawValue), .buttonType(.submit), .dataAction(busy)) { html in
            if let icon { html.icon(icon) }
            html.text(text)
        }
    }

    /// Writes the button that the Enter key presses, for forms in which another one comes before
    /// the one that sends them.
    mutating func enterButton(_ text: String) {
        self(.button, .buttonType(.submit), .hidden(), text: text)
    }

    /// Writes a form that changes something. It carries the proof that it comes from a page of this
    /// session, the family of the page, and its idempotency key: sent twice, it is done once.
    /// `place` tells the forms of one page apart.
    mutating func postForm(
        to address: WebAddress, _ context: PageContext, class name: String? = nil,
        place: Int = 0, encoding: FormEncoding? = nil, draft: String? = nil,
        content: (inout HTMLWriter) -> Void
    ) {
        self(
            .form, .class(name), .method(.post), .action(address), .encoding(encoding),
            .novalidate(), .dataKey(draft)
        ) { html in
            html.formProofs(
                context.formToken, context.formKey(place), of: context.family.id)
            content(&html)
        }
    }

    /// Writes what every form of a session carries: the proof that it comes from a page of this
    /// session, its idempotency key, and the family that the page shows, if it shows one. The
    /// reader may choose another family in another tab before the form is sent.
    mutating func formProofs(_ token: String, _ key: IdempotencyKey, of family: FamilyID? = nil) {
        self(.input, .type(.hidden), .name("token"), .value(token))
        self(.input, .type(.hidden), .name("key"), .value(key.text))
        if let family {
            self(.input, .type(.hidden), .name("of_family"), .value(family.text))
        }
    }
}
