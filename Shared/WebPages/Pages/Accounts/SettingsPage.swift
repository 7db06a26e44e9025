public import Contracts
public import HTML

/// The page "Family and settings": the family's members and codes, what the reader can set, and
/// where they are signed in (X-06, D-45).
@Memberwise(labels: false)
public struct SettingsPage: Sendable {
    /// What the page shows.
    @Memberwise
    public struct Content: Sendable {
        public let family: ShowFamily.Response
        /// The codes; nil for readers who may not see them.
        public let codes: FamilyCodes?
        public let preferences: Preferences
        public let sessions: ListSessions.Response
        public let recoveryCodes: ShowRecoveryCodes.Response
        public let secondFactor: SecondFactor
        /// The reader's calendar link in the family; nil if there is none.
        public let calendar: CalendarLink?
    }

    private let content: Content
    /// The reader's settings as they were chosen in a form that was refused.
    private var entry: Preferences?
    /// Why the reader's settings were refused.
    private var error: ServiceError?
    private let context: PageContext

    /// The key of the page on which the form of the reader's settings has this key, so that a form
    /// that comes back keeps it.
    public static func pageKey(of key: IdempotencyKey) -> IdempotencyKey {
        IdempotencyKey(high: key.high, low: key.low &- UInt64(Part.reader))
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = Section.settings.label
        html.page(error == nil ? title : "Error: \(title)", in: .settings, context) { html in
            html.pageHead(title)
            html.refusal(error, of: [zone])
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    writeMembers(to: &html)
                    if let codes = content.codes { writeCodes(codes, to: &html) }
                    if context.isPlayer {
                        writeFamilyZone(to: &html)
                        writeParentsLog(to: &html)
                    }
                }
                html(.div) { html in
                    writeReader(to: &html)
                    writeCalendar(to: &html)
                    writeSessions(to: &html)
                    writePassword(to: &html)
                    if context.serves(Place.everything) { writeEverything(to: &html) }
                    writeKeys(to: &html)
                }
            }
            html.command(CommandLine.text(["family", "show"]))
        }
    }

    // MARK: The family

    private func writeMembers(to html: inout HTMLWriter) {
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, .dir(.auto), text: content.family.family.name)
                if context.isPlayer {
                    html(.a, .class("reach screen"), .href(Place.familyName), text: "Rename")
                }
            }
            html.rows(content.family.members) { write($0, to: &$1) }
            html(.p, .class("acts")) { html in
                if context.serves(Place.profile) {
                    html.linkButton(ProfileText.title, to: Place.profile)
                }
                if context.serves(Place.windows) {
                    html.linkButton("Contact windows", to: Place.windows)
                }
                html.linkButton("Leave the family", to: Place.leaveFamily, .danger)
            }
        }
    }

    private func write(_ member: Member, to html: inout HTMLWriter) {
        let isReader = member.userID == context.userID
        html.face(of: member.fullName)
        html(.div, .class("text")) { html in
            html(.bdi, text: member.fullName)
            let role = member.role == .player ? "Athlete" : "Parent"
            html(
                .small, .class("soft"),
                text: "\(isReader ? "\(role), you" : role) · joined "
                    + context.zone.dayText(member.joinedAt))
        }
        if !isReader, context.role == .parent, member.role == .player {
            html(
                .a, .class("btn"), .href(Place.member(member.userID, "reset")),
                .ariaLabel("Reset the password of \(member.fullName)"), text: "Reset password")
        }
        if !isReader, mayRemove(member) {
            html(
                .a, .class(ButtonStyle.danger.rawValue),
                .href(Place.member(member.userID, "remove")),
                .ariaLabel("Remove \(member.fullName)"), text: "Remove")
        }
    }

    /// Parents remove a parent only if the family has no player.
    private func mayRemove(_ member: Member) -> Bool {
        context.isPlayer || member.role == .player
            || !content.family.members.contains { $0.role == .player }
    }

    private func writeCodes(_ codes: FamilyCodes, to html: inout HTMLWriter) {
        html.sheet("Family codes") { html in
            html(
                .p, .class("soft"),
                text: "Whoever has a code can join. A new code ends the old one at once.")
            html(.ul, .class("mini")) { html in
                for (place, role) in [Role.parent, .player].enumerated() {
                    html(.li) { html in
                        html(.div, .class("text")) { html in
                            html(.small, .class("soft"), text: role.codeLabel)
                            html(.code, text: codes.code(for: role))
                        }
                        html.postForm(to: Place.renewCode, context, class: "end", place: place) {
                            html in
                            html(
                                .input, .type(.hidden), .name("role"), .value(role.rawValue))
                            html(
                                .button, .class("btn"), .buttonType(.submit),
                                .ariaLabel("New \(role.codeLabel.lowercasedFirst)"),
                                text: "New code")
                        }
                    }
                }
            }
        }
    }

    // MARK: The reader

    private var preferences: Preferences { entry ?? content.preferences }

    private var zone: FieldState {
        FieldState(
            name: "time_zone", label: "Time zone", value: preferences.timeZone,
            error: error?.errors["time_zone"])
    }

    private func writeReader(to html: inout HTMLWriter) {
        html.sheet("You") { html in
            html.postForm(to: Place.settings, context, class: "form", place: Part.reader) { html in
                html.switchRow(
                    "Tell me when a coach reaches out", name: "inbound_alerts", value: "true",
                    isOn: preferences.inboundAlerts)
                html.switchRow(
                    "Remind me of overdue follow-ups", name: "follow_up_reminders",
                    value: "true", isOn: preferences.followUpReminders)
                html.switchRow(
                    "Send me the weekly digest", name: "weekly_digest", value: "true",
                    isOn: preferences.weeklyDigest)
                html.selectField(zone, ZoneChoices.all(with: zone.value), none: nil)
                html.submit("Save", busy: "Saving...")
            }
        }
    }

    /// The zone in which the family's days begin and end.
    private func writeFamilyZone(to html: inout HTMLWriter) {
        let own = content.family.family.timeZone
        let zone = FieldState(name: "family_zone", label: "Time zone of the family", value: own)
        html(.section, .class("sheet")) { html in
            html.postForm(
                to: Place.familyZone, context, class: "form", place: Part.familyZone
            ) { html in
                html.selectField(zone, ZoneChoices.all(with: own), none: nil)
                html.submit("Save", busy: "Saving...")
            }
        }
    }

    /// R-02: the players' choice whether parents log for them.
    private func writeParentsLog(to html: inout HTMLWriter) {
        let choice = content.family.family.parentsLog
        html.sheet("Parents") { html in
            html(
                .p, .class("soft"),
                text: "\(ParentsLogText.state(choice)). What a parent logs becomes the player's "
                    + "record and says who entered it.")
            html.postForm(
                to: Place.parentsLog, context, class: "form", place: Part.parentsLog
            ) { html in
                html(
                    .input, .type(.hidden), .name("parents_log"),
                    .value(choice == true ? "false" : "true"))
                html.submit(
                    choice == true ? "Let parents only read" : "Let parents log for us", .plain,
                    busy: "Saving...")
            }
        }
    }

    private func writeCalendar(to html: inout HTMLWriter) {
        html(.section, .class("sheet"), .id("calendar")) { html in
            html(.h2, text: "Calendar")
            html(.p, .class("soft"), text: calendarText)
            html.postForm(to: Place.calendar, context, place: Part.calendar) { html in
                html.submit(
                    content.calendar == nil ? "Create a calendar link" : "New calendar link",
                    .plain, busy: "Creating...")
            }
            if content.calendar != nil {
                html.postForm(to: Place.revokeCalendar, context, place: Part.calendarEnd) { html in
                    html.submit("End the calendar link", .danger)
                }
            }
        }
    }

    private var calendarText: String {
        guard let link = content.calendar else {
            return "Other calendar programs can show the family's events and your follow-ups. They "
                + "subscribe to a secret address."
        }
        let used =
            link.lastUsedAt.map { "last fetched \(context.zone.dayText($0))" } ?? "not fetched yet"
        return "You have a calendar link since \(context.zone.dayText(link.createdAt)), \(used). A "
            + "new one ends it at once."
    }

    private func writeSessions(to html: inout HTMLWriter) {
        html.sheet("Where you are signed in") { html in
            html(.ul, .class("mini")) { html in
                for (place, session) in content.sessions.sessions.enumerated() {
                    html(.li) { write(session, place: Part.sessions + place, to: &$0) }
                }
            }
            html.postForm(to: Place.signOut, context, place: Part.everywhere) { html in
                html(.input, .type(.hidden), .name("everywhere"), .value("true"))
                html.submit("Sign out on all devices", .plain)
            }
        }
    }

    private func write(_ session: Session, place: Int, to html: inout HTMLWriter) {
        let isCurrent = session.id == content.sessions.current
        let name = isCurrent ? "This device" : session.device ?? "Another device"
        html.icon(isCurrent ? .check : .clock)
        html(.div, .class("text")) { html in
            html(.bdi, text: name)
            let used =
                isCurrent ? "Used now" : "Last used \(context.zone.dayText(session.lastUsedAt))"
            html(
                .small, .class("soft"),
                text: "\(used) · until \(context.zone.dayText(session.expiresAt))")
        }
        let action = isCurrent ? Place.signOut : Place.endSession(session.id)
        html.postForm(to: action, context, class: "end", place: place) { html in
            html(
                .button, .class("btn"), .buttonType(.submit),
                .ariaLabel(isCurrent ? "Sign out here" : "End the sign-in on \(name)"),
                text: isCurrent ? "Sign out" : "End")
        }
    }

    private func writePassword(to html: inout HTMLWriter) {
        let left = content.recoveryCodes.left
        html.sheet("Password") { html in
            html(
                .p, .class("soft"),
                text: left == 0
                    ? "You have no recovery codes. One of them replaces a lost password."
                    : "\(CountedNoun.text(left, "recovery codes")) left. One of them replaces a "
                        + "lost password.")
            let factor = content.secondFactor
            html(
                .p, .class("soft"),
                text: factor.since.map {
                    "Each sign-in asks for a code, since \(context.zone.dayText($0))."
                } ?? "Sign-ins ask for the password only.")
            html(.p, .class("acts")) { html in
                html.linkButton("Change password", to: Place.password)
                html.linkButton(
                    factor.isOn ? "Turn off the second factor" : "Add a second factor",
                    to: Place.secondFactor)
                html.linkButton("New recovery codes", to: Place.recoveryCodes)
                html.linkButton("Access tokens", to: Place.tokens)
                html.linkButton("Change hooks", to: Place.hooks)
            }
        }
    }

    /// N-99: everything that the reader may see, as one file.
    private func writeEverything(to html: inout HTMLWriter) {
        html.sheet("Your records") { html in
            html(
                .p, .class("soft"),
                text: "One ZIP file with every record that you may see, as tables and with the "
                    + "attached files. It is not encrypted, and can take a minute.")
            html(.p, .class("acts")) { html in
                html.linkButton(
                    "Download everything", to: Place.everything, icon: .download, download: true)
            }
        }
    }

    /// Keys that move without Ctrl or Alt can be switched off, because software that turns speech
    /// into keys would press them by chance (WCAG 2.2, success criterion 2.1.4). Only the script
    /// has such keys; it shows the switch.
    private func writeKeys(to html: inout HTMLWriter) {
        html(.section, .class("sheet"), .hidden(), .dataAction("keys")) { html in
            html(.h2, text: "Keys")
            html.switchRow(
                "Single keys move in this browser; ? shows which", name: "keys", value: "on",
                isOn: true)
        }
    }

    /// Tells the forms of the page apart. Those of the codes come first.
    private enum Part {
        static let reader = 2
        static let everywhere = 3
        static let calendar = 4
        static let calendarEnd = 5
        static let familyZone = 6
        static let parentsLog = 7
        static let sessions = 8
    }
}

extension String {
    /// The text with its first letter in lower case.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
