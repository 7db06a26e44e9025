/// An element that may have content.
public struct Element: Sendable {
    @usableFromInline let name: StaticString

    @usableFromInline
    init(_ name: StaticString) { self.name = name }
}

/// An element that can hold nothing but text.
public struct TextElement: Sendable {
    @usableFromInline let name: StaticString
    /// Whether a browser ignores a line feed at the beginning of the text. The writer puts one
    /// there, so that the text's own stays.
    @usableFromInline let dropsFirstLineFeed: Bool

    @usableFromInline
    init(_ name: StaticString, dropsFirstLineFeed: Bool = false) {
        self.name = name
        self.dropsFirstLineFeed = dropsFirstLineFeed
    }
}

/// An element that never has content.
public struct VoidElement: Sendable {
    @usableFromInline let name: StaticString
    /// What ends the tag.
    @usableFromInline let ending: StaticString

    @usableFromInline
    init(_ name: StaticString, ending: StaticString = ">") {
        self.name = name
        self.ending = ending
    }
}

// MARK: The document

extension Element {
    @inlinable public static var html: Element { Element("html") }
    @inlinable public static var head: Element { Element("head") }
    @inlinable public static var body: Element { Element("body") }
    @inlinable public static var noscript: Element { Element("noscript") }
}

extension TextElement {
    @inlinable public static var title: TextElement { TextElement("title") }
}

extension VoidElement {
    @inlinable public static var meta: VoidElement { VoidElement("meta") }
    @inlinable public static var link: VoidElement { VoidElement("link") }
    /// A script from a file; there are no scripts in a page.
    @inlinable public static var script: VoidElement {
        VoidElement("script", ending: "></script>")
    }
}

// MARK: Sections and text

extension Element {
    @inlinable public static var header: Element { Element("header") }
    @inlinable public static var main: Element { Element("main") }
    @inlinable public static var footer: Element { Element("footer") }
    @inlinable public static var nav: Element { Element("nav") }
    @inlinable public static var aside: Element { Element("aside") }
    @inlinable public static var section: Element { Element("section") }
    @inlinable public static var article: Element { Element("article") }
    @inlinable public static var search: Element { Element("search") }
    @inlinable public static var div: Element { Element("div") }
    @inlinable public static var h1: Element { Element("h1") }
    @inlinable public static var h2: Element { Element("h2") }
    @inlinable public static var h3: Element { Element("h3") }
    @inlinable public static var p: Element { Element("p") }
    @inlinable public static var ul: Element { Element("ul") }
    @inlinable public static var ol: Element { Element("ol") }
    @inlinable public static var li: Element { Element("li") }
    @inlinable public static var dl: Element { Element("dl") }
    @inlinable public static var dt: Element { Element("dt") }
    @inlinable public static var dd: Element { Element("dd") }
    @inlinable public static var figure: Element { Element("figure") }
    @inlinable public static var figcaption: Element { Element("figcaption") }
    @inlinable public static var blockquote: Element { Element("blockquote") }
    @inlinable public static var a: Element { Element("a") }
    @inlinable public static var span: Element { Element("span") }
    @inlinable public static var strong: Element { Element("strong") }
    @inlinable public static var em: Element { Element("em") }
    @inlinable public static var b: Element { Element("b") }
    @inlinable public static var small: Element { Element("small") }
    @inlinable public static var code: Element { Element("code") }
    @inlinable public static var kbd: Element { Element("kbd") }
    @inlinable public static var abbr: Element { Element("abbr") }
    @inlinable public static var mark: Element { Element("mark") }
    @inlinable public static var time: Element { Element("time") }
    @inlinable public static var bdi: Element { Element("bdi") }
    @inlinable public static var details: Element { Element("details") }
    @inlinable public static var summary: Element { Element("summary") }
    @inlinable public static var dialog: Element { Element("dialog") }
    @inlinable public static var picture: Element { Element("picture") }
}

extension TextElement {
    /// A text whose line feeds and blanks stay.
    @inlinable public static var pre: TextElement {
        TextElement("pre", dropsFirstLineFeed: true)
    }
}

extension VoidElement {
    @inlinable public static var br: VoidElement { VoidElement("br") }
    @inlinable public static var hr: VoidElement { VoidElement("hr") }
    @inlinable public static var wbr: VoidElement { VoidElement("wbr") }
    @inlinable public static var img: VoidElement { VoidElement("img") }
}

// MARK: Tables

extension Element {
    @inlinable public static var table: Element { Element("table") }
    @inlinable public static var caption: Element { Element("caption") }
    @inlinable public static var thead: Element { Element("thead") }
    @inlinable public static var tbody: Element { Element("tbody") }
    @inlinable public static var tfoot: Element { Element("tfoot") }
    @inlinable public static var tr: Element { Element("tr") }
    @inlinable public static var th: Element { Element("th") }
    @inlinable public static var td: Element { Element("td") }
}

// MARK: Forms

extension Element {
    @inlinable public static var form: Element { Element("form") }
    @inlinable public static var fieldset: Element { Element("fieldset") }
    @inlinable public static var legend: Element { Element("legend") }
    @inlinable public static var label: Element { Element("label") }
    @inlinable public static var button: Element { Element("button") }
    @inlinable public static var select: Element { Element("select") }
    @inlinable public static var optgroup: Element { Element("optgroup") }
    @inlinable public static var datalist: Element { Element("datalist") }
    @inlinable public static var output: Element { Element("output") }
    @inlinable public static var meter: Element { Element("meter") }
    @inlinable public static var progress: Element { Element("progress") }
}

extension TextElement {
    @inlinable public static var option: TextElement { TextElement("option") }
    @inlinable public static var textarea: TextElement {
        TextElement("textarea", dropsFirstLineFeed: true)
    }
}

extension VoidElement {
    @inlinable public static var input: VoidElement { VoidElement("input") }
}

// MARK: Drawings

extension Element {
    @inlinable public static var svg: Element { Element("svg") }
    @inlinable public static var g: Element { Element("g") }
    @inlinable public static var symbol: Element { Element("symbol") }
    @inlinable public static var defs: Element { Element("defs") }
    /// Text in a drawing.
    @inlinable public static var drawnText: Element { Element("text") }
}

extension TextElement {
    /// The description of a drawing.
    @inlinable public static var desc: TextElement { TextElement("desc") }
}

extension VoidElement {
    @inlinable public static var use: VoidElement { VoidElement("use", ending: "/>") }
    @inlinable public static var path: VoidElement { VoidElement("path", ending: "/>") }
    @inlinable public static var rect: VoidElement { VoidElement("rect", ending: "/>") }
    @inlinable public static var line: VoidElement { VoidElement("line", ending: "/>") }
    @inlinable public static var circle: VoidElement { VoidElement("circle", ending: "/>") }
    @inlinable public static var polyline: VoidElement { VoidElement("polyline", ending: "/>") }
    @inlinable public static var polygon: VoidElement { VoidElement("polygon", ending: "/>") }
}
