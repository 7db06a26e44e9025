import Contracts
import HTML

extension HTMLWriter {
    /// Writes a page of a signed-in reader. The title of the window begins with `title`. The page
    /// "More" is in no section. The page of a list offers what others log meanwhile.
    mutating func page(
        _ title: String, in section: Section?, of list: LiveList? = nil, _ context: PageContext,
        content: (inout HTMLWriter) -> Void
    ) {
        document(title) { html in
            let navigation = Navigation(section, context)
            html(Navigation.written, navigation) { navigation.write(to: &$0) }
            html(
                .main, .id("main"), .tabindex(-1), .dataSince(context.now.text),
                .dataRecord(list?.rawValue), .dataName(list?.noun)
            ) { html in
                if let notice = context.notice { html.notice(notice, context) }
                content(&html)
            }
        }
    }

    /// Writes a document with the files that every page needs.
    mutating func document(
        _ title: String, _ kind: PageDocument = .page, content: (inout HTMLWriter) -> Void
    ) {
        doctype()
        self(kind.template) { _, text in
            text(title)
            text.literal(" – ")
            text(Brand.name)
        } parts: { _, html in
            content(&html)
        }
    }

    private mutating func notice(_ notice: Notice, _ context: PageContext) {
        self(.div, .class("banner good"), .role(.status)) { html in
            html.icon(.check)
            html(.div) { html in
                html(.strong, text: notice.text)
                if let action = notice.action {
                    html(.p) { $0.linkButton(action.text, to: action.address) }
                }
                guard !notice.operations.isEmpty else { return }
                html.postForm(to: Place.undo(notice.operations), context) { html in
                    html(.button, .class("btn"), .buttonType(.submit), text: "Undo")
                }
            }
        }
    }
}

/// What surrounds the content of a page.
struct PageDocument: Sendable {
    enum Title: GapName { case title }
    enum Body: GapName { case content }

    let template: HTMLTemplate<Title, Body>

    /// A document of pages that fill the window.
    static let page = PageDocument(bodyClass: nil)
    /// A document of pages before the sign-in.
    static let gate = PageDocument(bodyClass: "gate")

    private init(bodyClass: String?) {
        template = HTMLTemplate { html in
            html(.html, .lang("en")) { html in
                html(.head, content: Self.writeHead)
                html(.body, .class(bodyClass)) { $0.gap(Body.content) }
            }
        }
    }

    private static func writeHead(to html: inout HTMLWriter) {
        html(.meta, .charset("utf-8"))
        html(
            .meta, .metaName(.viewport),
            .content("width=device-width, initial-scale=1, viewport-fit=cover"))
        html(.title, gap: Title.title)
        html(.link, .rel(.stylesheet), .href(Asset.stylesheet.address))
        html(.script, .src(Asset.script.address), .scriptType(.module))
        html(.link, .rel(.icon), .href(Asset.mark.address))
        html(.link, .rel(.appleTouchIcon), .href(Asset.touchIcon.address))
        html(.link, .rel(.manifest), .href(Asset.manifest.address))
        html(.meta, .metaName(.themeColor), .media(.light), .content("#F4F3EF"))
        html(.meta, .metaName(.themeColor), .media(.dark), .content("#10151D"))
        html(.meta, .metaName(.colorScheme), .content("light dark"))
    }
}
