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
    /// The keys of the fields that come first; the others are folded away. Nil if none are.
    private var first: Set<String>?
    private let context: PageContext
    /// What comes before the form.
    private var intro: @Sendable (inout HTMLWriter) -> Void = { _ in }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(entry.error == nil ? title : "Error: \(title)", in: section, context) { html in
            html.pageHead(title, back: back) { html in
                // EV-23
                html.iconLink("Close", to: back.address, .close)
            }
            intro(&html)
            html.postForm(to: action, context, class: "form") { html in
                writeRefusal(to: &html)
                if let version = entry.version {
                    html(.input, .type(.hidden), .name("version"), .value(String(version)))
                }
                html(.section, .class("sheet"), .ariaLabel("Details")) { html in
                    writeControls(fields.filter { !isFolded($0) }, to: &html)
                    writeFolded(fields.filter(isFolded), to: &html)
                }
                html(.div, .class("submit")) { html in
                    html.submit(submit, busy: "Saving...")
                    html.linkButton("Cancel", to: back.address)
                }
            }
        }
    }

    private struct Control {
        let declared: RecordField<Record>
        let state: FieldState

        /// Whether the control takes a line of its own.
        var isWide: Bool {
            switch declared.control {
            case .multilineText, .object, .toggle: true
            case .text, .choice, .day, .time, .number: false
            }
        }
    }

    /// The fields in the order of the page, without those that nobody types.
    private var fields: [Control] {
        let required = RecordForm<Record>.requiredKeys
        return Record.fields.filter { $0.key != "catalogue_id" }.map { field in
            Control(
                declared: field,
                state: FieldState(
                    name: field.key, label: field.label, value: entry.texts[field.key] ?? "",
                    error: entry.error?.errors[field.key],
                    isOptional: !required.contains(field.key) && field.isClearable))
        }
    }

    private func isFolded(_ field: Control) -> Bool {
        first.map { !$0.contains(field.declared.key) } ?? false
    }

    /// Writes the short fields side by side, then texts of several lines and switches.
    private func writeControls(_ fields: [Control], to html: inout HTMLWriter) {
        html(.div, .class("pair")) { html in
            for field in fields where !field.isWide { writeControl(field, to: &html) }
        }
        for field in fields where field.isWide { writeControl(field, to: &html) }
    }

    /// Writes the fields that few people fill in, unfolded if one of them was refused.
    private func writeFolded(_ fields: [Control], to html: inout HTMLWriter) {
        guard !fields.isEmpty else { return }
        html(.details, .open(fields.contains { $0.state.error != nil })) { html in
            html(.summary, .class("open")) { html in
                html.text("More")
                html.icon(.right)
            }
            writeControls(fields, to: &html)
        }
    }

    private func writeRefusal(to html: inout HTMLWriter) {
        if let error = entry.error, error.code == .staleVersion {
            html.banner(.bad, title: error.message, nil, action: ("Load it again", action))
        } else {
            html.refusal(entry.error, of: fields.map(\.state))
        }
    }

    private func writeControl(_ field: Control, to html: inout HTMLWriter) {
        let state = field.state
        if let choices = choices[state.name] {
            html.selectField(state, choices, none: state.isOptional ? "Choose" : nil)
            return
        }
        func line(_ type: InputType, _ mode: InputMode? = nil) {
            html.textField(state, type, mode: mode, isRequired: !state.isOptional)
        }
        switch field.declared.control {
        case .text, .choice: line(RecordFormText.types[state.name] ?? .text)
        case .day: line(.date)
        case .time: line(.time)
        case .number: line(.text, .decimal)
        case .multilineText: html.textArea(state, rows: 4)
        case .object: html.textArea(state, placeholder: "Hits: 3", rows: 3)
        case .toggle:
            html.switchRow(
                state.label, name: state.name, value: "true", isOn: state.value == "true")
        }
    }
}

/// The keyboards of fields with an address.
private enum RecordFormText {
    static let types: [String: InputType] = [
        "email": .email, "phone": .tel, "website": .url, "url": .url,
    ]
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
            "role": CoachRole.choices,
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

extension RecordFormPage<Metric> {
    /// The form of a metric that is there; `event` is the one on whose page it stands.
    public init(
        editing metric: Metric, at event: EventID, _ entry: RecordEntry<Metric>, events: [Event],
        _ context: PageContext
    ) {
        var types = MetricKind.allCases.map { Choice(value: $0.rawValue, label: $0.label) }
        if MetricKind(rawValue: metric.metricType) == nil {
            types.append(Choice(value: metric.metricType, label: metric.metricType))
        }
        self.init(
            title: "Edit Metric", section: .events,
            action: Place.metric(metric.id, at: event, "edit"),
            back: BackLink(
                text: "Back to \(metric.eventName ?? "Event")", address: Place.event(event)),
            submit: "Save Changes", entry: entry,
            choices: [
                "metric_type": types,
                "event_id": events.map { Choice(value: $0.id.text, label: $0.name) },
            ], context: context)
    }
}

extension RecordFormPage<PlayerProfile> {
    /// The form of the reader's own profile (N-66).
    public init(editing entry: RecordEntry<PlayerProfile>, _ context: PageContext) {
        let audiences = ProfileAudience.allCases.map {
            Choice(value: $0.rawValue, label: $0.label)
        }
        self.init(
            title: "Edit Your Profile", section: .settings, action: Place.editProfile,
            back: BackLink(text: "Back to \(ProfileText.title)", address: Place.profile),
            submit: "Save Changes", entry: entry,
            choices: Dictionary(
                uniqueKeysWithValues: PlayerProfile.fields.filter { $0.control == .choice }
                    .map { ($0.key, audiences) }),
            context: context)
    }
}

extension RecordFormPage<Event> {
    /// The form of a new event.
    public init(adding entry: RecordEntry<Event>, schools: [School], _ context: PageContext) {
        self.init(
            title: "Add Event", section: .events, action: Place.addEvent,
            back: BackLink(text: "Back to Events", address: Place.events), submit: "Add Event",
            entry: entry, choices: Self.choices(schools), context: context)
        first = Event.usualKeysOfNew
    }

    /// The form of an event that is there (EV-19 to EV-23).
    public init(
        editing event: Event, _ entry: RecordEntry<Event>, schools: [School],
        _ context: PageContext
    ) {
        self.init(
            title: "Edit Event", section: .events, action: Place.event(event.id, "edit"),
            back: BackLink(text: "Back to \(event.name)", address: Place.event(event.id)),
            submit: "Save Changes", entry: entry, choices: Self.choices(schools),
            context: context)
        first = Event.usualKeys
    }

    private static func choices(_ schools: [School]) -> [String: [Choice]] {
        [
            "school_id": schools.map { Choice(value: $0.id.text, label: $0.name) },
            "type": EventType.allCases.map { Choice(value: $0.rawValue, label: $0.label) },
            "event_source": EventSource.allCases.map {
                Choice(value: $0.rawValue, label: $0.label)
            },
        ]
    }
}
