import HTML

/// The entry of a form field on a page: what was typed, and what is wrong with it.
struct FieldState: Sendable {
    /// The name in the request and in error replies.
    let name: String
    let label: String
    var value = ""
    var error: String?
    var isOptional = false
    var hint: String?
    /// The maximum length in characters; shown as a counter.
    var max: Int?

    var id: String { "field-\(name)" }

    /// The ids of what describes the field.
    fileprivate var descriptions: String? {
        var ids: [String] = []
        if error != nil { ids.append(id + "-error") }
        if hint != nil { ids.append(id + "-hint") }
        if max != nil { ids.append(id + "-count") }
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }
}

/// A choice of a select field.
struct Choice: Sendable {
    let value: String
    let label: String
    var group: Group?

    /// Choices that stand together.
    struct Group: Equatable {
        let label: String
        /// The school whose coaches they are; empty if they have none, nil if they are no coaches
        /// of one school.
        var school: String?
    }
}

extension HTMLWriter {
    /// Writes a field of one line.
    mutating func textField(
        _ field: FieldState, _ type: InputType = .text, mode: InputMode? = nil,
        autocomplete: Autocomplete? = nil, placeholder: String? = nil, isRequired: Bool = false,
        hasNumber: Bool = false
    ) {
        frame(of: field) { html in
            html(
                .input, .type(type), .id(field.id), .name(field.name),
                .value(type == .password ? nil : field.value), .inputMode(mode),
                .autocomplete(autocomplete), .placeholder(placeholder),
                .ariaRequired(isRequired ? true : nil),
                .ariaInvalid(field.error == nil ? nil : true),
                .ariaDescribedBy(field.descriptions), .dir(type == .text ? .auto : nil),
                .dataAction(hasNumber ? "number" : nil))
        }
    }

    /// Writes a field of several lines.
    mutating func textArea(_ field: FieldState, placeholder: String? = nil, rows: Int = 5) {
        frame(of: field) { html in
            html(
                .textarea, .id(field.id), .name(field.name), .rows(rows),
                .placeholder(placeholder), .dir(.auto),
                .ariaInvalid(field.error == nil ? nil : true),
                .ariaDescribedBy(field.descriptions), text: field.value)
        }
    }

    /// Writes a field with choices. `none` is the first choice, which stands for no value;
    /// `noneOfSchool` takes its place if the choices are coaches and the chosen school has none.
    mutating func selectField(
        _ field: FieldState, _ choices: [Choice], none: String?, noneOfSchool: String? = nil,
        isRequired: Bool = false
    ) {
        frame(of: field) { html in
            html(
                .select, .id(field.id), .name(field.name), .ariaRequired(isRequired ? true : nil),
                .ariaInvalid(field.error == nil ? nil : true),
                .ariaDescribedBy(field.descriptions), .dataNone(noneOfSchool)
            ) { html in
                if let none { html(.option, .value(""), text: none) }
                html.options(choices, chosen: field.value)
            }
        }
    }

    /// Writes choices, those of a group together.
    mutating func options(_ choices: [Choice], chosen: String?) {
        var rest = choices[...]
        while let first = rest.first {
            let group = rest.prefix { $0.group == first.group }
            rest = rest.dropFirst(group.count)
            guard let common = first.group else {
                for choice in group { option(choice, chosen) }
                continue
            }
            self(.optgroup, .label(common.label), .dataSchool(common.school)) { html in
                for choice in group { html.option(choice, chosen) }
            }
        }
    }

    private mutating func option(_ choice: Choice, _ chosen: String?) {
        self(
            .option, .value(choice.value), .selected(choice.value == chosen), text: choice.label)
    }

    /// Writes label, control, hint, counter and error of a field.
    private mutating func frame(of field: FieldState, control: (inout HTMLWriter) -> Void) {
        self(.div, .class("field")) { html in
            html(.label, .for(field.id)) { html in
                html.text(field.label)
                if field.isOptional { html(.span, .class("optional"), text: " (optional)") }
            }
            control(&html)
            if let max = field.max {
                html(
                    .span, .class("counter"), .id(field.id + "-count"), .dataMax(max),
                    text: "\(Self.grouped(field.value.count)) of \(Self.grouped(max))")
            }
            if let hint = field.hint { html(.small, .id(field.id + "-hint"), text: hint) }
            if let error = field.error { html.fieldError(error, id: field.id + "-error") }
        }
    }

    /// Writes what is wrong with a field.
    mutating func fieldError(_ text: String, id: String) {
        self(.p, .class("error"), .id(id)) { html in
            html.icon(.warning)
            html(.span, text: text)
        }
    }

    /// Writes the summary of errors above a form (IA-53). Its links lead to the fields, which are
    /// named in the order of the page.
    mutating func errorSummary(_ errors: [(id: String, text: String)]) {
        guard !errors.isEmpty else { return }
        self(
            .div, .class("problems"), .role(.alert), .id("problems"), .tabindex(-1), .autofocus(),
            .ariaLabelledBy("problems-title")
        ) { html in
            let count = errors.count
            html(
                .h2, .id("problems-title"),
                text: count == 1 ? "There is 1 problem" : "There are \(count) problems")
            html(.ul) { html in
                for error in errors {
                    html(.li) {
                        $0(.a, .href(WebAddress(fragment: error.id)), text: error.text)
                    }
                }
            }
        }
    }

    /// Writes a switch; its whole row is the label.
    mutating func switchRow(_ label: String, name: String, value: String, isOn: Bool) {
        self(.label, .class("switch")) { html in
            html(.span, text: label)
            html(
                .input, .type(.checkbox), .role(.switch), .name(name), .value(value),
                .checked(isOn))
        }
    }

    /// A number with a comma between thousands.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
