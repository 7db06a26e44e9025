public import Contracts
public import HTML

/// The page of one interaction (ID-01 to ID-30).
@Memberwise(labels: false)
public struct InteractionPage: Sendable {
    /// What the page shows besides the interaction itself.
    @Memberwise
    public struct Details: Sendable {
        /// The event's name; nil if there is none or it cannot be resolved.
        public var eventName: String?
        /// The latest interactions with the same coach, newest first, this one among them.
        public var conversation: [Interaction] = []
        /// The files that were chosen and not attached.
        public var refusedFiles: [RefusedFile] = []
        /// What the family's contact windows say about a contact that was just logged.
        public var hints: [ContactHint] = []
    }

    private let answer: ShowInteraction.Response
    private let details: Details
    private let context: PageContext
    /// The list with the filters that it had.
    private var back: WebAddress = Place.interactions
    private var interaction: Interaction { answer.interaction }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            interaction.displaySubject, in: .interactions, back: back, context,
            below: writeBadges, actions: actions
        ) { html in
            html.contactHints(details.hints)
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    writeContent(to: &html)
                    writeInterest(to: &html)
                    writeConversation(to: &html)
                }
                html(.div) { html in
                    writeFacts(to: &html)
                    writeFiles(to: &html)
                    writeAttaching(to: &html)
                    // D-48
                    if context.isPlayer {
                        html.linkButton(
                            "Log again from this one", to: Place.logAgain(interaction.id), .wide,
                            icon: .pencil)
                    }
                }
            }
            html.command(CommandLine.text(["interactions", "show", interaction.id.text]))
            html.historyLink(of: interaction.id.text, context)
            // ID-14
            html(
                .p, .class("small faint"),
                text: "Created: \(context.zone.text(interaction.createdAt))")
        }
    }

    /// ID-03 to ID-05, ID-30.
    private func writeBadges(to html: inout HTMLWriter) {
        html(.p, .class("sub"), text: context.zone.text(interaction.displayTime))
        html(
            .p, .class("badges"), .role(.group), .ariaLabel(interaction.kindAnnouncement)
        ) { html in
            html.badge(interaction.type.label, .blue, icon: interaction.type.pageIcon)
            html.badge(
                interaction.direction.label, interaction.direction.detailTone,
                icon: interaction.direction.icon)
            if let sentiment = interaction.sentiment {
                html.badge(sentiment.label, sentiment.tone)
            }
        }
    }

    /// ID-15, ID-19, ID-20: what the answer allows; parents edit only what they entered.
    private var actions: ((inout HTMLWriter) -> Void)? {
        let id = answer.interaction.id
        let export = Place.interaction(id, "export")
        let canExport = answer.canExport && context.serves(export)
        // Who may delete an interaction may edit it, and so may the parent who entered it.
        let canEdit = answer.canDelete || answer.interaction.enteredBy == context.userID
        guard canExport || canEdit else { return nil }
        return { [answer] html in
            if canExport {
                html.linkButton("Export", to: export, icon: .download, download: true)
            }
            if canEdit {
                html.linkButton("Edit", to: Place.interaction(id, "edit"), icon: .pencil)
            }
            if answer.canDelete {
                html.linkButton(
                    "Delete", to: Place.interaction(id, "delete"), .danger, icon: .trash)
            }
        }
    }

    /// ID-06: left out if there is none.
    private func writeContent(to html: inout HTMLWriter) {
        guard let content = interaction.shownContent else { return }
        html.sheet("Content") { html in
            html(.p, .class("words"), .dir(.auto), text: content)
        }
    }

    /// ID-07 to ID-09.
    private func writeFacts(to html: inout HTMLWriter) {
        html(.dl, .class("grid")) { html in
            writeFact("School", interaction.schoolText, to: &html) {
                interaction.schoolName == nil ? nil : interaction.schoolID.map(Place.school)
            }
            writeFact("Coach", interaction.coachText, to: &html) {
                interaction.coachName == nil ? nil : interaction.coachID.map(Place.coach)
            }
            let event = interaction.eventID.map { _ in
                details.eventName ?? FilterRecord.event.unknownLabel
            }
            writeFact("Event", event, to: &html) {
                details.eventName == nil ? nil : interaction.eventID.map(Place.event)
            }
            writeFact("Logged By", interaction.authorText(for: context.userID), to: &html) { nil }
        }
    }

    private func writeFact(
        _ label: String, _ value: String?, to html: inout HTMLWriter,
        address: () -> WebAddress?
    ) {
        html(.div) { html in
            html(.dt, text: label)
            html(.dd) { html in
                guard let value else { return html.text("—") }
                if let address = address(), context.serves(address) {
                    html(.a, .href(address), .dir(.auto), text: value)
                } else {
                    html(.bdi, text: value)
                }
            }
        }
    }

    /// ID-10 to ID-13: left out if there are none.
    private func writeFiles(to html: inout HTMLWriter) {
        guard !answer.files.isEmpty else { return }
        html.sheet("Attachments (\(answer.files.count))") { html in
            html(.ul, .class("mini")) { html in
                for (place, file) in answer.files.enumerated() {
                    html(.li) { write(file, place, to: &$0) }
                }
            }
            for file in answer.files where file.mediaType.isPicture {
                html(
                    .img, .class("photo"), .src(Place.attachment(file)), .alt(file.name),
                    .loading(.lazy))
            }
        }
    }

    private func write(_ file: Attachment, _ place: Int, to html: inout HTMLWriter) {
        html.icon(file.mediaType.pageIcon)
        html(
            .a, .class("text"), .href(Place.attachment(file)), .title(file.name), .download(""),
            .ariaLabel("\(file.name), \(file.mediaType.label), download")
        ) { html in
            html(.bdi, text: AttachmentName.shortened(file.name))
            html(
                .small, .class("soft"),
                text: "\(file.mediaType.label) · \(FileSize.text(file.size))")
        }
        guard answer.canDelete else { return }
        html.postForm(to: Place.removal(of: file), context, class: "end", place: 1 + place) {
            $0(
                .button, .class("btn"), .buttonType(.submit),
                .ariaLabel("Remove \(file.name)"), text: "Remove")
        }
    }

    /// Files can be added later, by whoever logged the interaction.
    private func writeAttaching(to html: inout HTMLWriter) {
        guard answer.canDelete else { return }
        html(.section, .class("sheet"), .ariaLabel("Attach files")) { html in
            html.errorSummary(details.refusedFiles.problems)
            html(.details, .open(!details.refusedFiles.isEmpty)) { html in
                html(.summary, .class("open")) { html in
                    html.text("Attach files")
                    html.icon(.right)
                }
                html.postForm(
                    to: Place.interaction(interaction.id, "files"), context, class: "form",
                    encoding: .multipart
                ) { html in
                    html.fileField(refused: details.refusedFiles)
                    html.submit("Attach", .plain, busy: "Uploading...")
                }
            }
        }
    }

    /// IA-28 to IA-32: the level with the six answers.
    private func writeInterest(to html: inout HTMLWriter) {
        guard let level = interaction.calibratedLevel else { return }
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, text: LogInteractionText.interestTitle)
                html(.span, .class(level.tone == .gray ? "badge" : "badge \(level.tone)")) { html in
                    html(.span, .ariaHidden(true), text: level.emoji)
                    html.text(level.label)
                }
            }
            html(.p, .class("soft"), text: answer.interestDescription ?? level.explanation)
            guard let yes = interaction.interestAnswers else { return }
            html(.ul, .class("checks")) { html in
                let all = InterestSignal.allCases
                for signal in all where yes.contains(signal) {
                    writeAnswer(signal, true, to: &html)
                }
                for signal in all where !yes.contains(signal) {
                    writeAnswer(signal, false, to: &html)
                }
            }
        }
    }

    private func writeAnswer(_ signal: InterestSignal, _ isYes: Bool, to html: inout HTMLWriter) {
        html(.li, .class(isYes ? nil : "no")) { html in
            html.icon(isYes ? .check : .close)
            html(.span) { html in
                html(.span, .class("hush"), text: isYes ? "Yes: " : "No: ")
                html.text(signal.statement)
            }
        }
    }

    private func writeConversation(to html: inout HTMLWriter) {
        guard details.conversation.count > 1, let coach = interaction.coachText else { return }
        html(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2) { html in
                    html.text("With ")
                    html(.bdi, text: coach)
                }
                if let id = interaction.coachID {
                    html(
                        .a, .class("small reach screen"), .href(Place.coach(id, "timeline")),
                        text: "Whole timeline")
                }
            }
            html.timeline(details.conversation, current: interaction.id, context)
        }
    }
}

extension AttachmentType {
    var isPicture: Bool { pageIcon == .picture }

    /// IA-40, ID-10.
    var pageIcon: Icon {
        switch self {
        case .jpeg, .png, .gif: .picture
        case .pdf: .pdf
        case .doc, .docx: .file
        case .text: .clip
        }
    }
}
