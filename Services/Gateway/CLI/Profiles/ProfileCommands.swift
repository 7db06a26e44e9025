import CommandKit
import Contracts
import ServiceKit

enum ProfileCommands {
    static let all = [show, edit]

    private static let show = CompassCommand(
        "profile show", .readOnly, "Show the profiles of the family's players",
        details: """
            Of your own profile you see everything, of the others' what their player has not \
            kept to themselves.
            """,
        examples: ["compass profile show": "Position, graduation year, GPA and so on"]
    ) { run in
        let (answer, profiles) = try run.reading(ListProfiles.self, EmptyRequest(), \.profiles)
        var result = CommandResult.record(
            json: answer.json, ids: { try profiles().map(\.id.text) },
            card: { card(of: try profiles(), of: try run.signedIn().userID) },
            rows: { table(try profiles()) })
        if try profiles().isEmpty { result.notes = ["The family has no player."] }
        return result
    }

    private static let audiences = ValueType.choice(
        ProfileAudience.allCases.map { .init($0.rawValue, $0.label) }, placeholder: "WHO")
    private static let editFlags = FieldFlags<PlayerProfile>.flags(
        Dictionary(
            uniqueKeysWithValues: PlayerProfile.fields.filter { $0.control == .choice }
                .map { ($0.flag, audiences) }))

    private static let edit = CompassCommand(
        "profile edit", .mutating, "Change your profile",
        details: Editing.details("profile") + """


            Each field has a flag for who sees it: me, family, or coaches, which is the family \
            and whoever gets your PDF of metrics. The GPA is for the family unless you say \
            otherwise, everything else for coaches, too.
            """,
        flags: editFlags + [Editing.version],
        examples: [
            "compass profile edit --positions \"SS, 2B\" --graduation-year 2027":
                "What coaches ask for first",
            "compass profile edit --gpa 3.85 --gpa-for coaches": "And who sees it",
            "compass profile edit --weight \"\"": "Nobody's business",
        ]
    ) { run in
        try Editing.requireChange(editFlags, "profile", run)
        var form = try FieldFlags<PlayerProfile>.form(run, isEdit: true)
        let user = try run.signedIn().userID
        form.id = FormField(ProfileID(of: user).text)
        form.version = FormField(run.invocation.integer("version"))
        let answer = try run.change(EditProfile.self, form)
        let response = run.decoding(EditProfile.Response.self, answer)
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().profile.id.text] },
            card: { card(of: [try response().profile], of: user) },
            rows: { table([try response().profile]) })
        // A dry run's answer may contain no record.
        if let done = try? response() { result.notes = Editing.notes(done.changes, run) }
        return result
    }

    /// A section for each profile. The reader's own says who sees each field.
    private static func card(of profiles: [PlayerProfile], of reader: UserID) -> Card {
        var card = Card()
        for profile in profiles {
            let name = profile.fullName ?? ProfileText.title
            card.section(name, pipe: (label: "Player", value: name))
            guard !profile.isEmpty else {
                card.field(ProfileText.title, ProfileText.nothingYet)
                continue
            }
            for fact in profile.facts {
                let audience = profile.userID == reader ? " (\(fact.audience.label))" : ""
                card.field(fact.label, fact.text + audience)
            }
        }
        return card
    }

    private static func table(_ profiles: [PlayerProfile]) -> TextTable {
        var table = TextTable([
            .init("Player"), .init("Positions"), .init("Class"), .init("Height"), .init("Weight"),
            .init("GPA"), .init("Video"),
        ])
        for profile in profiles {
            table.append([
                .init(profile.fullName ?? ""), .init(profile.positions ?? ""),
                .init(profile.graduationYear.map(String.init) ?? ""),
                .init(profile.height ?? ""), .init(profile.weight.map(String.init) ?? ""),
                .init(profile.gpaText ?? ""), .init(profile.videos.joined(separator: " ")),
            ])
        }
        return table
    }
}
