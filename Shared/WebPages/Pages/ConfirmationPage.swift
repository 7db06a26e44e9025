public import Contracts
public import HTML

/// The page that asks before something is deleted (ID-22, CO-30, D-24, U-07), and before somebody
/// leaves the family. With script it is a dialog over the page that it came from.
public struct ConfirmationPage: Sendable {
    private let title: String
    private let question: String
    /// The records that are deleted, too.
    private var others: [DeletionBlocker] = []
    private let action: WebAddress
    private let back: WebAddress
    private let section: Section
    private let context: PageContext
    /// What can be done about it afterwards.
    private var note = "You can bring everything back from the trash for 30 days."
    /// The records that the form names; none if its address does.
    private var marked: [InteractionID] = []
    private var submit = "Delete"
    private var busy = "Deleting..."
}

extension ConfirmationPage {
    /// Asks whether to delete an interaction, and names what goes with it.
    public init(
        deleting interaction: Interaction, with others: [DeletionBlocker], _ context: PageContext
    ) {
        self.init(
            title: "Delete Interaction?",
            question: "Are you sure you want to delete “\(interaction.displaySubject)”?",
            others: others, action: Place.interaction(interaction.id, "delete"),
            back: Place.interaction(interaction.id), section: .interactions, context: context)
    }

    /// Asks whether to delete several interactions together.
    public init(deleting marked: [InteractionID], _ context: PageContext) {
        let count = CountedNoun.text(marked.count, "interactions")
        self.init(
            title: marked.count == 1 ? "Delete Interaction?" : "Delete Interactions?",
            question: "Are you sure you want to delete \(count)?",
            action: Place.deleteInteractions, back: Place.interactions, section: .interactions,
            context: context)
        self.marked = marked
    }

    /// Asks whether to delete a coach, and names what goes with them.
    public init(deleting coach: Coach, with others: [DeletionBlocker], _ context: PageContext) {
        self.init(
            title: "Delete Coach?", question: "Are you sure you want to delete \(coach.fullName)?",
            others: others, action: Place.coach(coach.id, "delete"), back: Place.coach(coach.id),
            section: .coaches, context: context)
    }

    /// Asks whether to delete a school, and names what goes with it.
    public init(deleting school: School, with others: [DeletionBlocker], _ context: PageContext) {
        self.init(
            title: "Delete School?", question: "Are you sure you want to delete \(school.name)?",
            others: others, action: Place.school(school.id, "delete"),
            back: Place.school(school.id),
            section: .schools, context: context)
    }

    /// Asks whether to delete an event, and names what goes with it (EV-24).
    public init(deleting event: Event, with others: [DeletionBlocker], _ context: PageContext) {
        self.init(
            title: "Delete Event?", question: "Are you sure you want to delete \(event.name)?",
            others: others, action: Place.event(event.id, "delete"), back: Place.event(event.id),
            section: .events, context: context)
    }

    /// Asks whether to delete a metric that was measured at an event (D-39).
    public init(deleting metric: Metric, at event: Event, _ context: PageContext) {
        self.init(
            title: "Delete Metric?",
            question: "Are you sure you want to delete \(metric.displayLabel) \(metric.valueText) "
                + "\(metric.unit)?",
            action: Place.metric(metric.id, at: event.id, "delete"), back: Place.event(event.id),
            section: .events, context: context)
    }

    /// Asks whether to delete a post.
    public init(deleting post: Post, _ context: PageContext) {
        self.init(
            title: "Delete Post?",
            question:
                "Are you sure you want to delete the post by \(post.authorText ?? "Unknown") of "
                + "\(context.zone.text(post.postDate))?",
            action: Place.post(post.id, "delete"), back: Place.social, section: .social,
            context: context)
    }

    /// Asks whether to remove a member from the family.
    public init(removing member: Member, _ context: PageContext) {
        self.init(
            title: "Remove \(member.fullName)?",
            question: "Are you sure you want to remove \(member.fullName) from the family?",
            action: Place.member(member.userID, "remove"), back: Place.settings, section: .settings,
            context: context)
        note =
            "What they logged stays. Both family codes are replaced, so that the old ones do not "
            + "let them return."
        (submit, busy) = ("Remove", "Removing...")
    }

    /// Asks whether the reader leaves the family.
    public init(leavingFamilyOf context: PageContext) {
        self.init(
            title: "Leave \(context.family.name)?",
            question: "Are you sure you want to leave the family?",
            action: Place.leaveFamily, back: Place.settings, section: .settings, context: context)
        note = "What you logged stays with the family."
        (submit, busy) = ("Leave", "Leaving...")
    }

    /// Asks whether to remove the family's contact windows.
    public init(clearingWindowsOf context: PageContext) {
        self.init(
            title: "Remove all rules?", question: ContactWindowText.clearQuestion,
            action: Place.clearWindows, back: Place.windows, section: .settings, context: context)
        note = "They cannot be brought back from the trash. A file can be stored again."
        (submit, busy) = ("Remove", "Removing...")
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.page(title, in: section, context) { html in
            html(.div, .class("confirm")) { html in
                html(.h1, text: title)
                html(.p, .dir(.auto), text: question)
                if !others.isEmpty { html(.p, text: companions) }
                html(.p, .class("small soft"), text: note)
                html.postForm(to: action, context, class: "acts") { html in
                    if !others.isEmpty {
                        html(.input, .type(.hidden), .name("cascade"), .value("true"))
                    }
                    for id in marked {
                        html(.input, .type(.hidden), .name("id"), .value(id.text))
                    }
                    html.linkButton("Cancel", to: back)
                    html.submit(submit, .dangerNow, busy: busy)
                }
            }
        }
    }

    /// "3 interactions and 1 event go with it."
    private var companions: String {
        let texts = others.map(\.text)
        let list =
            texts.count > 1
            ? texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "") : texts[0]
        let isOne = others.count == 1 && others[0].count == 1
        return "\(list) \(isOne ? "goes" : "go") with it."
    }
}
