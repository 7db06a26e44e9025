public import Contracts
public import HTML

/// The page "Deliveries" of a change hook: what was sent to its address, newest first, and what
/// became of it. Only its player has it.
@Memberwise(labels: false)
public struct HookDeliveriesPage: Sendable {
    private let hook: Hook
    private let deliveries: [HookDelivery]
    private let context: PageContext

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let title = "Deliveries"
        html.page(title, in: .settings, context) { html in
            html.pageHead(
                title, back: BackLink(text: "Back to Change hooks", address: Place.hooks),
                below: { $0(.p, .class("sub"), .dir(.auto), text: hook.address) })
            if deliveries.isEmpty {
                html.emptyState(
                    EmptyText(
                        title: "No deliveries", line: "What is sent to the address appears here"))
            } else {
                html(.section, .class("sheet"), .ariaLabel(title)) { html in
                    html.rows(deliveries) { write($0, to: &$1) }
                }
            }
            if deliveries.count == HookLimit.listedMax {
                html(
                    .p, .class("soft"),
                    text: "The newest \(HookLimit.listedMax); "
                        + "deliveries are kept for \(HookLimit.keptDays) days.")
            }
            html.command(CommandLine.text(["hooks", "deliveries", hook.id.text]))
        }
    }

    private func write(_ delivery: HookDelivery, to html: inout HTMLWriter) {
        html.icon(delivery.state.icon)
        html(.div, .class("text")) { html in
            if let place = delivery.place {
                html(.a, .class("whole"), .href(place), text: delivery.title)
            } else {
                html(.strong, text: delivery.title)
            }
            html(.small, .class("soft"), text: state(of: delivery))
            if let problem = delivery.problem {
                html(.small, .class("soft")) { $0(.bdi, text: problem) }
            }
        }
    }

    private func state(of delivery: HookDelivery) -> String {
        var parts = [context.zone.text(delivery.occurredAt), delivery.state.label]
        if let at = delivery.deliveredAt { parts[1] += " \(context.zone.text(at))" }
        if delivery.attempts > 0 {
            parts.append(CountedNoun.text(delivery.attempts, "attempts") + " failed")
        }
        return parts.joined(separator: " · ")
    }
}

extension HookDelivery {
    /// The change in words: `Interaction created`.
    var title: String {
        let words = type.replacing(".", with: " ").replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The page of the record; nil for those that have none or were deleted with this change.
    var place: WebAddress? {
        guard !type.hasSuffix(".deleted"), let id = RecordID(text: recordID) else { return nil }
        return switch recordType {
        case "interaction": Place.interaction(InteractionID(id))
        case "coach": Place.coach(CoachID(id))
        case "school": Place.school(SchoolID(id))
        case "event": Place.event(EventID(id))
        default: nil
        }
    }
}

extension HookDeliveryState {
    fileprivate var icon: Icon {
        switch self {
        case .waiting: .clock
        case .delivered: .check
        case .failed: .warning
        }
    }
}
