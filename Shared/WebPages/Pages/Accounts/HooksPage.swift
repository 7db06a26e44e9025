public import Contracts
public import HTML

/// The page "Change hooks": the addresses to which the family's changes go. A player sees their own
/// and adds more; a parent sees where all of them lead.
@Memberwise(labels: false)
public struct HooksPage: Sendable {
    /// What was entered in the form.
    @Memberwise
    public struct Entry: Sendable {
        public var address: String = ""
        public var records: [String] = HookRecord.allCases.map(\.rawValue)

        /// A form that nothing was entered in.
        public static let empty = Entry()
    }

    private let hooks: [Hook]
    private let entry: Entry
    /// Why a hook was refused.
    private var error: ServiceError?
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage("Change hooks", isRefused: error != nil, in: .settings, context) { html in
            if !hooks.isEmpty { writeHooks(to: &html) }
            if context.isPlayer {
                writeForm(to: &html)
            } else if hooks.isEmpty {
                html.emptyState(
                    EmptyText(
                        title: "No change hooks",
                        line: "Where players have the family's changes sent appears here"))
            }
            html.command(CommandLine.text(["hooks", "list"]))
        }
    }

    private func writeHooks(to html: inout HTMLWriter) {
        html.sheet("Where changes go") { html in
            html(.ul, .class("mini")) { html in
                for (place, hook) in hooks.enumerated() {
                    html(.li) { write(hook, place: place, to: &$0) }
                }
            }
        }
    }

    private func write(_ hook: Hook, place: Int, to html: inout HTMLWriter) {
        html.icon(hook.switchedOffAt == nil && hook.problem == nil ? .check : .warning)
        html(.div, .class("text")) { html in
            html(.bdi, text: hook.address)
            html(.small, .class("soft"), text: records(of: hook))
            html(.small, .class("soft"), text: state(of: hook))
            if let problem = hook.problem { html(.small, .class("soft"), text: problem) }
            // Only a player has commands that take it.
            if context.isPlayer {
                html(.small, .class("soft"), text: "ID \(ShortID.text(of: hook.id.text))")
            }
        }
        guard context.isPlayer else { return }
        html(.div, .class("acts")) { html in
            html(
                .a, .class("btn"), .href(Place.hook(hook.id, "deliveries")),
                .ariaLabel("Deliveries: \(hook.address)"), text: "Deliveries")
            for (offset, action) in Self.actions(on: hook).enumerated() {
                html.postForm(
                    to: Place.hook(hook.id, action.part), context,
                    place: place * Self.actionsMax + offset + 1
                ) { html in
                    html(
                        .button, .class("btn"), .buttonType(.submit),
                        .ariaLabel("\(action.label): \(hook.address)"), text: action.label)
                }
            }
        }
    }

    private static let actionsMax = 3

    private static func actions(on hook: Hook) -> [(part: String, label: String)] {
        var actions: [(String, String)] = []
        if hook.switchedOffAt == nil { actions.append(("test", "Test")) }
        if hook.switchedOffAt != nil || hook.failed > 0 { actions.append(("replay", "Replay")) }
        return actions + [("remove", "Remove")]
    }

    private func records(of hook: Hook) -> String {
        let what =
            hook.records.count == HookRecord.allCases.count
            ? "All changes" : hook.records.map(\.label).joined(separator: ", ")
        return hook.userName.map { "\(what) · \($0)" } ?? what
    }

    private func state(of hook: Hook) -> String {
        var parts: [String] = []
        if let off = hook.switchedOffAt { parts.append("off since \(context.zone.dayText(off))") }
        parts.append(
            hook.deliveredAt.map { "last delivery \(context.zone.text($0))" } ?? "no delivery yet")
        if hook.waiting > 0 { parts.append("\(hook.waiting) waiting") }
        if hook.failed > 0 { parts.append("\(hook.failed) failed") }
        return parts.joined(separator: " · ")
    }

    private func writeForm(to html: inout HTMLWriter) {
        html.postForm(to: Place.hooks, context, class: "form") { html in
            html.refusal(error, of: [address])
            html(.section, .class("sheet"), .ariaLabel("New change hook")) { html in
                html(
                    .p, .class("soft"),
                    text: "Each change that you may see is sent to the address as JSON, signed "
                        + "with a secret. Parents see the host.")
                html.textField(address, .url, isRequired: true)
                html(.fieldset, .class("field")) { html in
                    html(.legend, .class("legend-text"), text: "Changes of")
                    for record in HookRecord.allCases {
                        html.switchRow(
                            record.label, name: "records", value: record.rawValue,
                            isOn: entry.records.contains(record.rawValue))
                    }
                }
                if let text = error?.errors["records"] {
                    html.fieldError(text, id: "records-error")
                }
            }
            html(.div, .class("submit")) { html in
                html.submit("Add the hook", busy: "Adding...")
                html.linkButton("Cancel", to: Place.settings)
            }
        }
    }

    private var address: FieldState {
        FieldState(
            name: "address", label: "Address", value: entry.address,
            error: error?.errors["address"], hint: "Such as https://example.org/changes")
    }
}
