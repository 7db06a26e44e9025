import CommandKit
import Contracts
import ServiceKit

/// A user's notifications as text: counts, rows and next steps.
struct NotificationList {
    let answer: Caller.Answer
    let run: CommandRun
    let isUnreadOnly: Bool

    var result: CommandResult {
        .page(
            of: ListNotifications.self, answer, run, rowsKey: "notifications", \.notifications,
            id: \.id.text, table: table, text: text,
            heading: { page, traits in
                [
                    TextStyle.bold.applied(to: "Notifications", traits),
                    "Unread: \(page.unread)   Total: \(page.total)", "",
                ]
            }, footer: footer)
    }

    private func footer(
        _ page: ListNotifications.Response, _ traits: TerminalTraits
    ) -> [String] {
        guard !page.notifications.isEmpty else {
            return page.total == 0
                ? [NotificationListText.nothingYet.title, NotificationListText.nothingYet.line]
                : [NotificationListText.nothingUnread, "Show all: compass notifications list"]
        }
        var lines: [String] = []
        let matching = isUnreadOnly ? page.unread : page.total
        if page.notifications.count < matching {
            lines.append("\(page.notifications.count) of \(matching) shown")
        }
        if page.unread > 0 { lines.append("Mark as read: compass notifications read ID, or --all") }
        return lines
    }

    // MARK: Rows

    private func text(_ rows: [UserNotification], _ traits: TerminalTraits) throws -> String {
        let isTable =
            !traits.isTerminal || traits.isAccessible
            || traits.columns >= InteractionList.tableColumnsMin
        if isTable {
            return rows.isEmpty && traits.isTerminal ? "" : try table(rows).text(traits)
        }
        let names = try familyNames()
        let active = names.isEmpty ? nil : try? run.signedIn().family()
        return rows.map { card(of: $0, names, active: active, traits) }.joined(separator: "\n")
    }

    /// The names of the user's families. On a terminal they are shown only if there are several.
    private func familyNames() throws -> [FamilyID: String] {
        let families = try run.signedIn().families()
        if run.isForPeople, families.count < 2 { return [:] }
        return Dictionary(
            families.map { ($0.familyUnitID, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    private func table(_ rows: [UserNotification]) throws -> TextTable {
        let names = try familyNames()
        let hasFamilies = !names.isEmpty || !run.isForPeople
        var columns: [TextTable.Column] = [
            .init("ID"), .init("Date"), .init("State"), .init("Title", shrinksTo: 16),
            .init("Message", shrinksTo: 16), .init("Interaction"),
        ]
        if hasFamilies { columns.append(.init("Family", shrinksTo: 8)) }
        var table = TextTable(columns)
        for row in rows {
            var cells: [TextTable.Cell] = [
                .id(row.id),
                .time(row.scheduledFor, in: run.zone),
                .init(state(of: row), row.readAt == nil ? .green : .faint),
                .init(row.title, row.readAt == nil ? .bold : nil), .init(row.message ?? ""),
                row.relatedEntityType == .interaction
                    ? .id(row.relatedEntityID)
                    : .init(""),
            ]
            if hasFamilies {
                cells.append(.init(names[row.familyUnitID] ?? row.familyUnitID.text))
            }
            table.append(cells)
        }
        return table
    }

    /// A row for narrow terminals: time, text, and the command that shows what it is about.
    private func card(
        of row: UserNotification, _ names: [FamilyID: String], active: FamilyID?,
        _ traits: TerminalTraits
    ) -> String {
        let width = max(traits.columns - 2, 10)
        let isUnread = row.readAt == nil
        var first = "\(RecordNames.short(row.id.text))  \(run.zone.text(row.scheduledFor))  "
        first += (isUnread ? TextStyle.green : .faint).applied(to: state(of: row), traits)
        var lines = [first]
        lines += TextWrap.wrapped(VisibleText.line(row.title), columns: width).map {
            "  " + (isUnread ? TextStyle.bold.applied(to: $0, traits) : $0)
        }
        if let message = row.message {
            lines += TextWrap.wrapped(VisibleText.line(message), columns: width).map { "  " + $0 }
        }
        var command = command(for: row)
        if !row.relatedEntityType.isOfUser, let family = names[row.familyUnitID] {
            let name = DisplayWidth.truncated(VisibleText.line(family), to: width)
            lines.append("  " + TextStyle.faint.applied(to: name, traits))
            // A command applies to one family; one that is not active must be named.
            if row.familyUnitID != active {
                command += " --family \(ShellText.quoted(VisibleText.line(family)))"
            }
        }
        lines.append("  " + TextStyle.faint.applied(to: command, traits))
        return lines.map { $0 + "\n" }.joined()
    }

    private func command(for row: UserNotification) -> String {
        switch row.relatedEntityType {
        case .interaction:
            "compass interactions show \(RecordNames.short(row.relatedEntityID.text))"
        case .followUp: "compass queue list"
        case .session, .account: "compass sessions list"
        case .family: "compass family show"
        case .digest: "compass digest"
        case .hook: "compass hooks deliveries \(RecordNames.short(row.relatedEntityID.text))"
        }
    }

    private func state(of row: UserNotification) -> String {
        row.readAt == nil ? "unread" : "read"
    }
}
