// MARK: All elements

extension Attribute {
    @inlinable public static var id: TextAttribute { .init(" id") }
    /// The names of classes, separated by blanks.
    @inlinable public static var `class`: TextAttribute { .init(" class") }
    @inlinable public static var title: TextAttribute { .init(" title") }
    @inlinable public static var lang: TextAttribute { .init(" lang") }
    @inlinable public static var dir: WordAttribute<TextDirection> { .init(" dir") }
    @inlinable public static var hidden: FlagAttribute { .init(" hidden") }
    @inlinable public static var tabindex: NumberAttribute { .init(" tabindex") }
}

// MARK: Addresses

extension Attribute {
    @inlinable public static var href: AddressAttribute { .init(" href") }
    @inlinable public static var src: AddressAttribute { .init(" src") }
    @inlinable public static var action: AddressAttribute { .init(" action") }
    @inlinable public static var formAction: AddressAttribute { .init(" formaction") }
    @inlinable public static var rel: WordAttribute<LinkRelation> { .init(" rel") }
    @inlinable public static var target: WordAttribute<LinkTarget> { .init(" target") }
    @inlinable public static var download: TextAttribute { .init(" download") }
}

// MARK: The document

extension Attribute {
    @inlinable public static var charset: TextAttribute { .init(" charset") }
    @inlinable public static var content: TextAttribute { .init(" content") }
    @inlinable public static var metaName: WordAttribute<MetaName> { .init(" name") }
    @inlinable public static var media: WordAttribute<MediaQuery> { .init(" media") }
    @inlinable public static var `defer`: FlagAttribute { .init(" defer") }
    @inlinable public static var async: FlagAttribute { .init(" async") }
    @inlinable public static var scriptType: WordAttribute<ScriptType> { .init(" type") }
}

// MARK: Pictures, tables and times

extension Attribute {
    @inlinable public static var alt: TextAttribute { .init(" alt") }
    @inlinable public static var datetime: TextAttribute { .init(" datetime") }
    @inlinable public static var scope: TextAttribute { .init(" scope") }
    @inlinable public static var abbr: TextAttribute { .init(" abbr") }
    @inlinable public static var width: NumberAttribute { .init(" width") }
    @inlinable public static var height: NumberAttribute { .init(" height") }
    @inlinable public static var colspan: NumberAttribute { .init(" colspan") }
    @inlinable public static var rowspan: NumberAttribute { .init(" rowspan") }
    @inlinable public static var start: NumberAttribute { .init(" start") }
    @inlinable public static var loading: WordAttribute<Loading> { .init(" loading") }
    @inlinable public static var decoding: WordAttribute<Decoding> { .init(" decoding") }
}

// MARK: Forms

extension Attribute {
    @inlinable public static var type: WordAttribute<InputType> { .init(" type") }
    @inlinable public static var buttonType: WordAttribute<ButtonType> { .init(" type") }
    @inlinable public static var method: WordAttribute<FormMethod> { .init(" method") }
    @inlinable public static var encoding: WordAttribute<FormEncoding> { .init(" enctype") }
    @inlinable public static var autocomplete: WordAttribute<Autocomplete> {
        .init(" autocomplete")
    }
    @inlinable public static var inputMode: WordAttribute<InputMode> { .init(" inputmode") }
    @inlinable public static var enterKeyHint: WordAttribute<EnterKeyHint> {
        .init(" enterkeyhint")
    }
    @inlinable public static var autocapitalize: WordAttribute<Autocapitalize> {
        .init(" autocapitalize")
    }
    @inlinable public static var name: TextAttribute { .init(" name") }
    @inlinable public static var value: TextAttribute { .init(" value") }
    @inlinable public static var `for`: TextAttribute { .init(" for") }
    @inlinable public static var form: TextAttribute { .init(" form") }
    @inlinable public static var label: TextAttribute { .init(" label") }
    @inlinable public static var placeholder: TextAttribute { .init(" placeholder") }
    @inlinable public static var pattern: TextAttribute { .init(" pattern") }
    @inlinable public static var accept: TextAttribute { .init(" accept") }
    @inlinable public static var list: TextAttribute { .init(" list") }
    @inlinable public static var min: TextAttribute { .init(" min") }
    @inlinable public static var max: TextAttribute { .init(" max") }
    @inlinable public static var step: TextAttribute { .init(" step") }
    @inlinable public static var maxlength: NumberAttribute { .init(" maxlength") }
    @inlinable public static var minlength: NumberAttribute { .init(" minlength") }
    @inlinable public static var rows: NumberAttribute { .init(" rows") }
    @inlinable public static var cols: NumberAttribute { .init(" cols") }
    @inlinable public static var size: NumberAttribute { .init(" size") }
    @inlinable public static var required: FlagAttribute { .init(" required") }
    @inlinable public static var disabled: FlagAttribute { .init(" disabled") }
    @inlinable public static var readonly: FlagAttribute { .init(" readonly") }
    @inlinable public static var checked: FlagAttribute { .init(" checked") }
    @inlinable public static var selected: FlagAttribute { .init(" selected") }
    @inlinable public static var multiple: FlagAttribute { .init(" multiple") }
    @inlinable public static var autofocus: FlagAttribute { .init(" autofocus") }
    @inlinable public static var novalidate: FlagAttribute { .init(" novalidate") }
    @inlinable public static var formnovalidate: FlagAttribute { .init(" formnovalidate") }
    @inlinable public static var open: FlagAttribute { .init(" open") }
    @inlinable public static var spellcheck: TruthAttribute { .init(" spellcheck") }
}

// MARK: Meters

extension Attribute {
    @inlinable public static var meterValue: DecimalAttribute { .init(" value") }
    @inlinable public static var meterMin: DecimalAttribute { .init(" min") }
    @inlinable public static var meterMax: DecimalAttribute { .init(" max") }
    @inlinable public static var low: DecimalAttribute { .init(" low") }
    @inlinable public static var high: DecimalAttribute { .init(" high") }
    @inlinable public static var optimum: DecimalAttribute { .init(" optimum") }
}
