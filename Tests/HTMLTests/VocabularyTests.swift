import HTML
import Support
import Testing

/// Every element and every attribute, written and read back.
@Suite
struct VocabularyTests {
    private func check(_ name: String, _ write: (inout HTMLWriter) -> Void) throws {
        var html = HTMLWriter()
        write(&html)
        #expect(try StrictMarkup.tokens(html.bytes).first == .opening(name, []))
    }

    private func check(_ attributes: [(Attribute, String, String?)]) throws {
        for (attribute, name, value) in attributes {
            var html = HTMLWriter()
            html(.div, attribute)
            let written = MarkupToken.Attribute(name: name, value: value)
            #expect(
                try StrictMarkup.tokens(html.bytes)
                    == [.opening("div", [written]), .closing("div")])
        }
    }

    @Test
    func everyElementIsWritten() throws {
        let all: [(Element, String)] = [
            (.html, "html"), (.head, "head"), (.body, "body"), (.noscript, "noscript"),
            (.header, "header"), (.main, "main"), (.footer, "footer"), (.nav, "nav"),
            (.aside, "aside"), (.section, "section"), (.article, "article"),
            (.search, "search"), (.div, "div"), (.h1, "h1"), (.h2, "h2"), (.h3, "h3"),
            (.p, "p"), (.ul, "ul"), (.ol, "ol"), (.li, "li"), (.dl, "dl"), (.dt, "dt"),
            (.dd, "dd"), (.figure, "figure"), (.figcaption, "figcaption"),
            (.blockquote, "blockquote"), (.a, "a"), (.span, "span"), (.strong, "strong"),
            (.em, "em"), (.b, "b"), (.small, "small"), (.code, "code"), (.kbd, "kbd"),
            (.abbr, "abbr"), (.mark, "mark"), (.time, "time"), (.bdi, "bdi"),
            (.details, "details"), (.summary, "summary"), (.dialog, "dialog"),
            (.picture, "picture"), (.table, "table"), (.caption, "caption"), (.thead, "thead"),
            (.tbody, "tbody"), (.tfoot, "tfoot"), (.tr, "tr"), (.th, "th"), (.td, "td"),
            (.form, "form"), (.fieldset, "fieldset"), (.legend, "legend"), (.label, "label"),
            (.button, "button"), (.select, "select"), (.optgroup, "optgroup"),
            (.datalist, "datalist"), (.output, "output"), (.meter, "meter"),
            (.progress, "progress"), (.svg, "svg"), (.g, "g"), (.symbol, "symbol"),
            (.defs, "defs"), (.drawnText, "text"),
        ]
        for (element, name) in all { try check(name) { $0(element) } }
    }

    @Test
    func everyElementOfTextIsWritten() throws {
        let all: [(TextElement, String)] = [
            (.title, "title"), (.pre, "pre"), (.option, "option"), (.textarea, "textarea"),
            (.desc, "desc"),
        ]
        for (element, name) in all { try check(name) { $0(element, text: "") } }
    }

    @Test
    func everyEmptyElementIsWritten() throws {
        let all: [(VoidElement, String)] = [
            (.meta, "meta"), (.link, "link"), (.script, "script"), (.br, "br"), (.hr, "hr"),
            (.wbr, "wbr"), (.img, "img"), (.input, "input"), (.use, "use"), (.path, "path"),
            (.rect, "rect"), (.line, "line"), (.circle, "circle"), (.polyline, "polyline"),
            (.polygon, "polygon"),
        ]
        for (element, name) in all { try check(name) { $0(element) } }
    }

    @Test
    func everyAttributeOfHTMLIsWritten() throws {
        try check([
            (.id("a"), "id", "a"), (.class("a"), "class", "a"), (.title("a"), "title", "a"),
            (.lang("a"), "lang", "a"), (.hidden(), "hidden", nil),
            (.tabindex(7), "tabindex", "7"), (.href(WebAddress("a")), "href", "/a"),
            (.src(WebAddress("a")), "src", "/a"), (.action(WebAddress("a")), "action", "/a"),
            (.formAction(WebAddress("a")), "formaction", "/a"),
            (.download("a"), "download", "a"), (.charset("a"), "charset", "a"),
            (.content("a"), "content", "a"), (.defer(), "defer", nil), (.async(), "async", nil),
            (.alt("a"), "alt", "a"), (.datetime("a"), "datetime", "a"),
            (.scope("a"), "scope", "a"), (.abbr("a"), "abbr", "a"), (.width(7), "width", "7"),
            (.height(7), "height", "7"), (.colspan(7), "colspan", "7"),
            (.rowspan(7), "rowspan", "7"), (.start(7), "start", "7"), (.name("a"), "name", "a"),
            (.value("a"), "value", "a"), (.for("a"), "for", "a"), (.form("a"), "form", "a"),
            (.label("a"), "label", "a"), (.placeholder("a"), "placeholder", "a"),
            (.pattern("a"), "pattern", "a"), (.accept("a"), "accept", "a"),
            (.list("a"), "list", "a"), (.min("a"), "min", "a"), (.max("a"), "max", "a"),
            (.step("a"), "step", "a"), (.maxlength(7), "maxlength", "7"),
            (.minlength(7), "minlength", "7"), (.rows(7), "rows", "7"), (.cols(7), "cols", "7"),
            (.size(7), "size", "7"), (.required(), "required", nil),
            // The attribute `disabled` is one of them.
            (.disabled(), "disabled", nil), (.readonly(), "readonly", nil),
            (.checked(), "checked", nil), (.selected(), "selected", nil),
            (.multiple(), "multiple", nil), (.autofocus(), "autofocus", nil),
            (.novalidate(), "novalidate", nil), (.formnovalidate(), "formnovalidate", nil),
            (.open(), "open", nil), (.spellcheck(false), "spellcheck", "false"),
            (.meterValue(1.5), "value", "1.5"), (.meterMin(1.5), "min", "1.5"),
            (.meterMax(1.5), "max", "1.5"), (.low(1.5), "low", "1.5"),
            (.high(1.5), "high", "1.5"), (.optimum(1.5), "optimum", "1.5"),
        ])
    }

    @Test
    func everyAttributeOfARIAIsWritten() throws {
        try check([
            (.ariaLabel("a"), "aria-label", "a"),
            (.ariaLabelledBy("a"), "aria-labelledby", "a"),
            (.ariaDescribedBy("a"), "aria-describedby", "a"),
            (.ariaControls("a"), "aria-controls", "a"), (.ariaOwns("a"), "aria-owns", "a"),
            (.ariaErrorMessage("a"), "aria-errormessage", "a"),
            (.ariaDetails("a"), "aria-details", "a"),
            (.ariaValueText("a"), "aria-valuetext", "a"),
            (.ariaKeyShortcuts("a"), "aria-keyshortcuts", "a"),
            (.ariaRoleDescription("a"), "aria-roledescription", "a"),
            (.ariaHidden(false), "aria-hidden", "false"),
            (.ariaInvalid(false), "aria-invalid", "false"),
            (.ariaBusy(false), "aria-busy", "false"),
            (.ariaPressed(false), "aria-pressed", "false"),
            (.ariaExpanded(false), "aria-expanded", "false"),
            (.ariaChecked(false), "aria-checked", "false"),
            (.ariaSelected(false), "aria-selected", "false"),
            (.ariaDisabled(false), "aria-disabled", "false"),
            (.ariaRequired(false), "aria-required", "false"),
            (.ariaAtomic(false), "aria-atomic", "false"),
            (.ariaModal(false), "aria-modal", "false"),
            (.ariaValueNow(1.5), "aria-valuenow", "1.5"),
            (.ariaValueMin(1.5), "aria-valuemin", "1.5"),
            (.ariaValueMax(1.5), "aria-valuemax", "1.5"), (.ariaLevel(7), "aria-level", "7"),
            (.ariaSetSize(7), "aria-setsize", "7"), (.ariaPosInSet(7), "aria-posinset", "7"),
        ])
    }

    @Test
    func everyAttributeOfDrawingsIsWritten() throws {
        try check([
            (.viewBox("a"), "viewBox", "a"), (.points("a"), "points", "a"),
            (.pathData("a"), "d", "a"), (.transform("a"), "transform", "a"),
            (.preserveAspectRatio("a"), "preserveAspectRatio", "a"), (.fill("a"), "fill", "a"),
            (.stroke("a"), "stroke", "a"), (.strokeLineCap("a"), "stroke-linecap", "a"),
            (.strokeLineJoin("a"), "stroke-linejoin", "a"),
            (.textAnchor("a"), "text-anchor", "a"),
            (.strokeDashArray("a"), "stroke-dasharray", "a"), (.x(1.5), "x", "1.5"),
            (.y(1.5), "y", "1.5"), (.x1(1.5), "x1", "1.5"), (.y1(1.5), "y1", "1.5"),
            (.x2(1.5), "x2", "1.5"), (.y2(1.5), "y2", "1.5"), (.cx(1.5), "cx", "1.5"),
            (.cy(1.5), "cy", "1.5"), (.r(1.5), "r", "1.5"), (.rx(1.5), "rx", "1.5"),
            (.ry(1.5), "ry", "1.5"), (.drawnWidth(1.5), "width", "1.5"),
            (.drawnHeight(1.5), "height", "1.5"), (.strokeWidth(1.5), "stroke-width", "1.5"),
            (.focusable(false), "focusable", "false"),
        ])
    }

    @Test
    func everyAttributeForTheScriptIsWritten() throws {
        try check([
            (.dataKey("a"), "data-key", "a"), (.dataName("a"), "data-name", "a"),
            (.dataAction("a"), "data-action", "a"), (.dataRecord("a"), "data-record", "a"),
            (.dataSince("a"), "data-since", "a"), (.dataMax(7), "data-max", "7"),
            (.dataCount(7), "data-count", "7"),
        ])
    }

    @Test
    func everyAttributeWithAWordIsWritten() throws {
        try check(TextDirection.allCases, Attribute.dir.callAsFunction, "dir")
        try check(LinkRelation.allCases, Attribute.rel.callAsFunction, "rel")
        try check(LinkTarget.allCases, Attribute.target.callAsFunction, "target")
        try check(MetaName.allCases, Attribute.metaName.callAsFunction, "name")
        try check(MediaQuery.allCases, Attribute.media.callAsFunction, "media")
        try check(ScriptType.allCases, Attribute.scriptType.callAsFunction, "type")
        try check(Loading.allCases, Attribute.loading.callAsFunction, "loading")
        try check(Decoding.allCases, Attribute.decoding.callAsFunction, "decoding")
        try check(InputType.allCases, Attribute.type.callAsFunction, "type")
        try check(ButtonType.allCases, Attribute.buttonType.callAsFunction, "type")
        try check(FormMethod.allCases, Attribute.method.callAsFunction, "method")
        try check(FormEncoding.allCases, Attribute.encoding.callAsFunction, "enctype")
        try check(Autocomplete.allCases, Attribute.autocomplete.callAsFunction, "autocomplete")
        try check(InputMode.allCases, Attribute.inputMode.callAsFunction, "inputmode")
        try check(EnterKeyHint.allCases, Attribute.enterKeyHint.callAsFunction, "enterkeyhint")
        try check(
            Autocapitalize.allCases, Attribute.autocapitalize.callAsFunction, "autocapitalize")
        try check(ARIARole.allCases, Attribute.role.callAsFunction, "role")
        try check(ARIACurrent.allCases, Attribute.ariaCurrent.callAsFunction, "aria-current")
        try check(ARIALive.allCases, Attribute.ariaLive.callAsFunction, "aria-live")
        try check(ARIAPopup.allCases, Attribute.ariaHasPopup.callAsFunction, "aria-haspopup")
        try check(ARIASort.allCases, Attribute.ariaSort.callAsFunction, "aria-sort")
    }

    private func check<Word: RawRepresentable<String>>(
        _ words: [Word], _ make: (Word?) -> Attribute, _ name: String
    ) throws {
        try check(words.map { (make($0), name, $0.rawValue) })
    }
}
