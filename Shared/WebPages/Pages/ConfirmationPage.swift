public import Contracts
public import HTML

/// The page that asks before something is deleted (ID-22, CO-30, D-24, U-07), and before somebody
/// leaves the family. With script it is a dialog over the page that it came from.
public struct ConfirmationPage: Sendable {
    private let title: String
    private let question: String
    private let others: [DeletionBlocker]
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

    private init(
        _ title: String, _ question: String, with others: [DeletionBlocker] = [],
        to action: WebAddress, back: WebAddress, in section: Section, _ context: PageContext
    ) {
        self.title = title
        self.question = question
        self.others = others
        self.action = action
        self.back = back
        self.section = section
        self.context = context
    }

    /// Asks whether to delete an interaction, and names what goes with it.
    public init(
        deleting interaction: Interaction, with others: [DeletionBlocker], _ context: PageContext
    ) {
        self.init(
            "Delete Interaction?",
            "Are you sure you want to delete “\(interaction.displaySubject)”?",
            with: others, to: Place.interaction(interaction.id, "delete"),
            back: Place.interaction(interaction.id), in: .interactions, context)
    }

    /// Asks whether to delete several interactions together.
    public init(deleting marked: [InteractionID], _ context: PageContext) {
        let count = CountedNoun.text(marked.count, "interactions")
        self.init(
            marked.count == 1 ? "Delete Interaction?" : "Delete Interactions?",
            "Are you sure you want to delete \(count)?",
            to: Place.deleteInteractions, back: Place.interactions, in: .interactions, context)
        self.marked = marked
    }

    /// Asks whether to delete a coach, and names what goes with them.
    public init(deleting coach: Coach, with others: [DeletionBlocker], _ context: PageContext) {
        self.init(
            "Delete Coach?", "Are you sure you want to delete \(coach.fullName)?",
            with: others, to: Place.coach(coach.id, "delete"), back: Place.coach(coach.id),
            in: .coaches, context)
    }

    /// Asks whether to delete a school, and names what goes with it.
    public init(deleting school: School, with others: [DeletionBlocker], _ context: PageContext) {
        self.init(
            "Delete School?", "Are you sure you want to delete \(school.name)?",
            with: others, to: Place.school(school.id, "delete"), back: Place.school(school.id),
            in: .schools, context)
    }

    /// Asks whether to delete an event, and names what goes with it (EV-24).
    public init(deleting event: Event, with others: [DeletionBlocker], _ context: PageContext) {
        self.init(
            "Delete Event?", "Are you sure you want to delete \(event.name)?",
            with: others, to: Place.event(event.id, "delete"), back: Place.event(event.id),
            in: .events, context)
    }

    /// Asks whether to delete a metric that was measured at an event (D-39).
    public init(deleting metric: Metric, at event: Event, _ context: PageContext) {
        self.init(
            "Delete Metric?",
            "Are you sure you want to delete \(metric.displayLabel) \(metric.valueText) "
                + "\(metric.unit)?",
            to: Place.metric(metric.id, at: event.id, "delete"), back: Place.event(event.id),
            in: .events, context)
    }

    /// Asks whether to delete a post.
    public init(deleting post: Post, _ context: PageContext) {
        self.init(
            "Delete Post?",
            "Are you sure you want to delete the post by \(post.authorText ?? "Unknown") of "
                + "\(context.zone.text(post.postDate))?",
            to: Place.post(post.id, "delete"), back: Place.social, in: .social, context)
    }

    /// Asks whether to remove a member from the family.
    public init(removing member: Member, _ context: PageContext) {
        self.init(
            "Remove \(member.fullName)?",
            "Are you sure you want to remove \(member.fullName) from the family?",
            to: Place.member(member.userID, "remove"), back: Place.settings, in: .settings, context)
        note =
            "What they logged stays. Both family codes are replaced, so that the old ones do not "
            + "let them return."
        (submit, busy) = ("Remove", "Removing...")
    }

    /// Asks whether the reader leaves the family.
    public init(leavingFamilyOf context: PageContext) {
        self.init(
            "Leave \(context.family.name)?", "Are you sure you want to leave the family?",
            to: Place.leaveFamily, back: Place.settings, in: .settings, context)
        note = "What you logged stays with the family."
        (submit, busy) = ("Leave", "Leaving...")
    }

    /// Asks whether to remove the family's contact windows.
    public init(clearingWindowsOf context: PageContext) {
        self.init(
            "Remove all rules?", ContactWindowText.clearQuestion,
            to: Place.clearWindows, back: Place.windows, in: .settings, context)
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
