import CommandKit
import Contracts
import ServiceKit

/// The `second-factor` commands: codes of an authenticator app for each sign-in.
enum SecondFactorCommands {
    static let all = [show, add, confirm, remove]

    static let codeQuestion = "Code from your authenticator app: "

    private static let show = CompassCommand(
        "second-factor show", .readOnly, "Show whether sign-ins need a code",
        details: """
            With a second factor, each sign-in asks for your password and for a code that an \
            authenticator app on your phone shows: a password that others know opens nothing \
            by itself.
            """,
        examples: ["compass second-factor show": "Is it on?"]
    ) { run in
        let answer = try run.read(ShowSecondFactor.self, EmptyRequest())
        let present = try run.decoded(ShowSecondFactor.Response.self, answer)
        return .record(
            json: answer.json, ids: { [] },
            card: {
                var card = Card()
                card.field("Second factor", present.isOn ? "On" : "Off")
                if let since = present.since {
                    card.field("Since", .time(since, in: run.zone))
                }
                return card
            },
            rows: {
                var table = TextTable([.init("Second Factor"), .init("Since")])
                table.append([
                    .init(present.isOn ? "On" : "Off"), .init(present.since?.text ?? ""),
                ])
                return table
            },
            notes: present.isOn ? [] : ["To turn it on: " + run.line("second-factor", "add")])
    }

    private static let add = CompassCommand(
        "second-factor add", .mutating, "Create the secret for an authenticator app",
        details: """
            The first of two steps. Asks for your password and shows a secret (RFC 6238): type \
            it into the app, or open the address with it. Sign-ins ask for codes only once you \
            have confirmed one that the app shows: compass second-factor confirm CODE. A \
            secret that was created again replaces the earlier one.
            If you lose the app, a recovery code signs you in. Create some before you need \
            them: compass password renew-codes.
            """,
        flags: [AccountCommands.passwordFlag],
        examples: ["compass second-factor add": "Shows the secret, only once"]
    ) { run in
        let (answer, made) = try AccountCommands.changeWithPassword(BeginSecondFactor.self, run)
        return CommandResult(
            json: answer.json, ids: { [made.secret] },
            rows: {
                var table = TextTable([.init("Secret"), .init("Address")])
                table.append([.init(made.secret), .init(made.address)])
                return table
            },
            text: { traits in
                "\(traits.isTerminal ? made.groupedSecret : made.secret)\n\(made.address)\n"
            },
            notes: [
                "Type the secret into your authenticator app, or open the address with it. Both "
                    + "are shown only once.",
                "Then turn the second factor on: " + run.line("second-factor", "confirm", "CODE"),
            ])
    }

    private static let confirm = CompassCommand(
        "second-factor confirm", .mutating, "Turn your second factor on with a first code",
        details: """
            The second of two steps, after compass second-factor add. From then on each \
            sign-in asks for a code.
            """,
        arguments: [
            Argument(
                "CODE", "The six digits that the app shows now, with or without spaces",
                .text("CODE"), takesRest: true)
        ],
        examples: ["compass second-factor confirm 123456": "Sign-ins ask for codes"]
    ) { run in
        let code = run.argument(0)
        let answer = try run.repeatable(ConfirmSecondFactor.self, .init(code: code))
        let codes = run.line("password", "renew-codes")
        return .line(
            "Your second factor is on", json: answer.json,
            notes: ["If you lose the app, a recovery code signs you in: \(codes)"])
    }

    private static let remove = CompassCommand(
        "second-factor remove", .mutating, "Turn your second factor off",
        details: """
            Asks for your password and a code of the app or, if you have lost it, a recovery \
            code. From then on your password alone signs you in.
            """,
        flags: [AccountCommands.codeFlag, AccountCommands.passwordFlag],
        examples: ["compass second-factor remove": "Asks for the password and a code"]
    ) { run in
        _ = try run.signedIn()
        try run.requireAnswers(["code", "password-stdin"])
        let password = try AccountCommands.password(run, "Password: ")
        let code = try AccountCommands.ask(run, "code", codeQuestion)
        let answer = try run.repeatable(
            RemoveSecondFactor.self, .init(password: password, code: code))
        return .line("Your second factor is off", json: answer.json)
    }
}
