public import Contracts
public import HTML

/// The page "Player Profile": the profile of each of the family's players (N-66, N-67).
public struct ProfilesPage: Sendable {
    private let profiles: [PlayerProfile]
    private let context: PageContext

    public init(_ response: ListProfiles.Response, _ context: PageContext) {
        // The reader's own comes first.
        profiles =
            response.profiles.filter { $0.userID == context.userID }
            + response.profiles.filter { $0.userID != context.userID }
        self.context = context
    }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        let subtitle = "What coaches ask for first. The player chooses who sees each line."
        html.subpage(
            ProfileText.title, in: .settings, context,
            below: { $0(.p, .class("sub"), text: subtitle) }
        ) { html in
            if profiles.isEmpty {
                html.emptyState(
                    EmptyText(
                        title: "No player yet",
                        line: "A profile belongs to a player of the family."))
            }
            for profile in profiles { html.profile(profile, showsAudience: true, context) }
            html.command(CommandLine.text(["profile", "show"]))
        }
    }
}

extension HTMLWriter {
    /// Writes a profile as a section. With `showsAudience`, the reader's own says who sees each
    /// line.
    mutating func profile(
        _ profile: PlayerProfile, showsAudience: Bool, _ context: PageContext
    ) {
        let isOwn = profile.userID == context.userID
        self(.section, .class("sheet")) { html in
            html(.div, .class("split")) { html in
                html(.h2, .dir(.auto), text: profile.fullName ?? ProfileText.title)
                if isOwn {
                    html(
                        .a, .class("reach screen"), .href(Place.editProfile),
                        .ariaLabel("Edit your profile"), text: "Edit")
                }
            }
            guard !profile.isEmpty else {
                return html(.p, .class("soft"), text: ProfileText.nothingYet)
            }
            html.rows(profile.facts) { fact, html in
                html(.div, .class("text")) { html in
                    html(.small, .class("soft"), text: fact.label)
                    html.profileText(fact.text)
                }
                guard isOwn, showsAudience else { return }
                html(.small, .class("soft"), text: fact.audience.label)
            }
        }
    }

    /// Writes the text of a line, a web address as a link.
    private mutating func profileText(_ text: String) {
        guard let address = WebAddress(outside: text) else {
            return self(.bdi, text: text)
        }
        self(.a, .href(address), .rel(.external), text: text)
    }
}
