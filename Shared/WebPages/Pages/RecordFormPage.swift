public import Contracts
public import HTML

/// The form of a new record, or of an edit: a control for each field that the record declares.
public struct RecordFormPage<Record: FormRecord>: Sendable {
    private let title: String
    private let section: Section
    private let action: WebAddress
    private let back: BackLink
    private let submit: String
    private let entry: RecordEntry<Record>
    /// The choices of fields, by their keys.
    private let choices: [String: [Choice]]
    private let context: PageContext
    /// What comes before the form.
    private var intro: @Sendable (inout HTMLWriter) -> Void = { _ in }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(entry.error == nil ? title : "Error: \(title)", in: section, context) { html in
            html.pageHead(title, back: back)
            intro(&html)
            html.postForm(to: action, context, class: "form") { html in
                writeRefusal(to: &html)
                if let version = entry.version {
                    html(.input, .type(.hidden), .name("version"), .value(String(version)))
                }
                html(.section, .class("sheet"), .ariaLabel("Details")) { html in
                    html(.div, .class("pair")) { html in
                        for (key, field) in fields where key != "notes" {
                            writeControl(key, field, to: &html)
                        }
                    }
                    for (key, field) in fields where key == "notes" {
                        html.textArea(field, rows: 4)
                    }
                }
                html(.div, .class("submit")) { html in
                    html.submit(submit, busy: "Saving...")
                    html.linkButton("Cancel", to: back.address)
                }
            }
        }
    }

    /// The fields, without those that nobody types.
    private var fields: [(key: String, state: FieldState)] {
        let required = RecordForm<Record>.requiredKeys
        return Record.fields.filter { $0.key != "catalogue_id" }.map { field in
            (
                field.key,
                FieldState(
                    name: field.key, label: RecordFormText.labels[field.key] ?? field.help,
                    value: entry.texts[field.key] ?? "", error: entry.error?.errors[field.key],
                    isOptional: !required.contains(field.key) && field.isClearable)
            )
        }
    }

    private func writeRefusal(to html: inout HTMLWriter) {
        if let error = entry.error, error.code == .staleVersion {
            html.banner(.bad, title: error.message, nil, action: ("Load it again", action))
        } else {
            html.refusal(entry.error, of: fields.map(\.state))
        }
    }

    private func writeControl(_ key: String, _ field: FieldState, to html: inout HTMLWriter) {
        if let choices = choices[key] {
            html.selectField(field, choices, none: field.isOptional ? "Choose" : nil)
        } else {
            html.textField(
                field, RecordFormText.types[key] ?? .text, isRequired: !field.isOptional)
        }
    }
}

/// What forms of records say and take, where the declared fields speak to a terminal.
private enum RecordFormText {
    static let labels = ["school_id": "School", "state": "State", "notes": "Notes"]
    static let types: [String: InputType] = ["email": .email, "phone": .tel, "website": .url]
}

extension RecordFormPage<Coach> {
    /// The form of a new coach.
    public init(
        adding entry: RecordEntry<Coach>, schools: [School], _ context: PageContext
    ) {
        var entry = entry
        // The operation's own default.
        entry.texts["role"] = entry.texts["role"] ?? CoachRole.assistant.rawValue
        self.init(
            title: CoachListText.add, section: .coaches, action: Place.addCoach,
            back: BackLink(text: "Back to Coaches", address: Place.coaches),
            submit: CoachListText.add, entry: entry, choices: Self.choices(schools),
            context: context)
    }

    /// The form of a coach that is there.
    public init(
        editing coach: Coach, _ entry: RecordEntry<Coach>, schools: [School],
        _ context: PageContext
    ) {
        self.init(
            title: "Edit \(coach.fullName)", section: .coaches,
            action: Place.coach(coach.id, "edit"),
            back: BackLink(text: "Back to \(coach.fullName)", address: Place.coach(coach.id)),
            submit: "Save Changes", entry: entry, choices: Self.choices(schools),
            context: context)
    }

    private static func choices(_ schools: [School]) -> [String: [Choice]] {
        [
            "school_id": schools.map { Choice(value: $0.id.text, label: $0.name) },
            "role": CoachRole.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
        ]
    }
}

extension RecordFormPage<School> {
    private static var choices: [String: [Choice]] {
        ["division": Division.allCases.map { Choice(value: $0.rawValue, label: $0.rawValue) }]
    }

    /// The form of a new school, below a search of the national catalogue. `found` are the schools
    /// of the catalogue that match `search`; nil before a search.
    public init(
        adding entry: RecordEntry<School>, search: String = "",
        found: SearchSchools.Response? = nil, _ context: PageContext
    ) {
        self.init(
            title: "Add School", section: .schools, action: Place.addSchool,
            back: BackLink(text: "Back to Schools", address: Place.schools), submit: "Add School",
            entry: entry, choices: Self.choices, context: context)
        let catalogue = CatalogueSearch(search: search, found: found, context: context)
        intro = { catalogue.write(to: &$0) }
    }

    /// The form of a school that is there.
    public init(editing school: School, _ entry: RecordEntry<School>, _ context: PageContext) {
        self.init(
            title: "Edit \(school.name)", section: .schools,
            action: Place.school(school.id, "edit"),
            back: BackLink(text: "Back to \(school.name)", address: Place.school(school.id)),
            submit: "Save Changes", entry: entry, choices: Self.choices, context: context)
    }
}
