import CommandKit
import Contracts
import ServiceKit

/// The `password` commands: changing a known password, replacing a lost one.
enum PasswordCommands {
    static let all = [change, reset, codes, renewCodes]

    private static let newQuestion = "New password (15 characters or more): "

    private static let change = CompassCommand(
        "password change", .mutating, "Change your password; ends your other sessions",
        details: """
            Asks for the current password, then twice for the new one. This device stays \
            signed in.
            """,
        flags: [
            .toggle(
                "password-stdin",
                "Read the current password from the first line of stdin, the new one from the "
                    + "second")
        ],
        examples: ["compass password change": "Asks for both passwords"]
    ) { run in
        if run.usesTokenOfEnvironment, try run.format != .json {
            throw CommandFailure.usage(
                "COMPASS_TOKEN stops working when the password changes",
                reason: "The new token is only in the JSON answer.",
                remedy: "Add --json, or unset COMPASS_TOKEN to use a stored sign-in.")
        }
        _ = try run.signedIn()
        let current = try AccountCommands.password(run, "Current password: ")
        let new = try AccountCommands.newPassword(run, newQuestion)
        let request = ChangePassword.Request(currentPassword: current, newPassword: new)
        do {
            let answer = try run.repeatable(ChangePassword.self, request)
            let response = try run.decoded(ChangePassword.Response.self, answer)
            try keep(response, run)
            let ended =
                response.ended == 0
                ? "no other session was open"
                : "\(CountedNoun.text(response.ended, "other sessions")) ended"
            return .line("Your password was changed; \(ended)", json: answer.json)
        } catch let failure as CommandFailure
            where failure.exitCode == .unauthenticated || failure.isOutcomeUnknown
        {
            return try afterLostAnswer(new, failure, run)
        }
    }

    /// Stores the session's new token; the old one is no longer valid.
    private static func keep(_ response: ChangePassword.Response, _ run: CommandRun) throws {
        guard !run.usesTokenOfEnvironment, var signIn = try run.signIns.signIn(run.contextName)
        else { return }
        signIn.token = response.token
        signIn.expiresAt = response.session.expiresAt
        try run.signIns.save(signIn, as: run.contextName)
        try run.signedIn().forgetPassport()
    }

    /// If the change succeeded but its answer was lost, this session has ended and the new password
    /// signs in again. If it does not, nothing was changed and the failure is thrown.
    private static func afterLostAnswer(
        _ password: String, _ failure: CommandFailure, _ run: CommandRun
    ) throws -> CommandResult {
        guard !run.usesTokenOfEnvironment,
            let email = try run.signIns.signIn(run.contextName)?.user.email,
            let answer = try? AccountCommands.signIn(run, email: email, password: password)
        else { throw failure }
        return .line("Your password was changed; your other sessions ended", json: answer.json)
    }

    private static let reset = CompassCommand(
        "password reset", .mutating, "Replace a lost password with a code, and sign in",
        details: """
            The code is one of your recovery codes, or a one-time code: parents create one for \
            a player with compass family reset-password, operators for anybody with \
            compass-admin reset-password. Ends all your sessions.
            """,
        flags: [
            AccountCommands.emailFlag,
            .value("code", .text("CODE"), "The code, as it was given to you"),
            AccountCommands.passwordFlag,
            .toggle("login", negatable: true, "Sign in afterwards; the default"),
        ],
        examples: [
            "compass password reset --email sam@example.com":
                "Asks for the code and the new password"
        ]
    ) { run in
        try run.requireAnswers(["email", "code", "password-stdin"])
        let email = try AccountCommands.ask(run, "email", "E-mail: ")
        let code = try AccountCommands.ask(run, "code", "Code: ")
        let password = try AccountCommands.newPassword(run, newQuestion)
        let answer: Caller.Answer
        do {
            answer = try run.callAsAnybody(
                ResetPassword.self, .init(email: email, code: code, password: password))
        } catch var failure as CommandFailure where failure.exitCode == .unauthenticated {
            failure.reason = "A code works once; a one-time code expires after 15 minutes."
            failure.remedy = "To get a new one, see: compass password reset --help"
            throw failure
        }
        let response = try run.decoded(ResetPassword.Response.self, answer)
        var notes: [String] = []
        if run.invocation.toggle("login") != false {
            _ = try AccountCommands.signIn(run, email: email, password: password)
            notes.append("Signed in. All other sessions ended.")
        }
        notes.append(leftLine(response.recoveryCodesLeft))
        return .line(
            "The password of \(response.user.fullName) was replaced", json: answer.json,
            id: response.user.id.text, notes: notes)
    }

    private static let codes = CompassCommand(
        "password codes", .readOnly, "Show how many recovery codes you have left",
        details: "Each of them replaces a lost password once; see compass password reset.",
        examples: ["compass password codes": "How many are left?"]
    ) { run in
        let (answer, response) = try run.reading(ShowRecoveryCodes.self, EmptyRequest())
        let present = try response()
        return .record(
            json: answer.json, ids: { [] },
            card: {
                var card = Card()
                card.field("Recovery codes left", "\(present.left)")
                if let madeAt = present.madeAt {
                    card.field("Created", .time(madeAt, in: run.zone))
                }
                return card
            },
            rows: {
                var table = TextTable([.init("Left"), .init("Made")])
                table.append([.init("\(present.left)"), .init(present.madeAt?.text ?? "")])
                return table
            },
            notes: present.left == 0 ? ["Create ten: " + run.line("password", "renew-codes")] : [])
    }

    private static let renewCodes = CompassCommand(
        "password renew-codes", .mutating,
        "Create ten recovery codes; earlier ones stop working",
        details: """
            Asks for your password. Write the codes down where nobody else finds them: they \
            are shown only once, and each replaces a lost password once.
            """,
        flags: [AccountCommands.passwordFlag],
        examples: ["compass password renew-codes": "Ten codes, shown only once"]
    ) { run in
        let (answer, renewed) = try AccountCommands.changeWithPassword(RenewRecoveryCodes.self, run)
        return CommandResult(
            json: answer.json, rowsKey: "codes", ids: { renewed.codes },
            rows: {
                var table = TextTable([.init("Code")])
                for code in renewed.codes { table.append([.init(code)]) }
                return table
            },
            text: { _ in renewed.codes.map { $0 + "\n" }.joined() },
            notes: [
                "Shown only once. Each replaces a lost password: compass password reset",
                "Earlier recovery codes no longer work.",
            ])
    }

    // MARK: Forms

    /// The number of recovery codes left, and how to make new ones if there are none.
    private static func leftLine(_ left: Int) -> String {
        left == 0
            ? "You have no recovery codes. Create ten: compass password renew-codes"
            : "\(CountedNoun.text(left, "recovery codes")) left."
    }

    /// The result that shows a one-time code for another user and how they use it.
    static func oneTimeCode(_ answer: Caller.Answer, _ run: CommandRun) throws -> CommandResult {
        let made = try run.decoded(OneTimeCode.self, answer)
        return .record(
            json: answer.json, ids: { [made.code] },
            card: {
                var card = Card()
                card.field("Code", made.code)
                card.field("For", "\(made.user.fullName) <\(made.user.email)>")
                card.field(
                    "Until", .time(made.expiresAt, in: run.zone))
                return card
            },
            rows: {
                var table = TextTable([.init("Code"), .init("E-mail"), .init("Until")])
                table.append([
                    .init(made.code), .init(made.user.email), .init(made.expiresAt.text),
                ])
                return table
            },
            notes: [
                "Shown only once. Give it to nobody else; use it with: "
                    + VisibleText.line(
                        ShellText.line([
                            "compass", "password", "reset", "--email", made.user.email,
                        ]))
            ])
    }
}
