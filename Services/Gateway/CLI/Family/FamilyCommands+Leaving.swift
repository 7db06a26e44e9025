import CommandKit
import Contracts
import Foundation
import ServiceKit

// Leaving a family, and what follows a forgotten password in it.
extension FamilyCommands {
    /// `family leave`.
    static let leave = CompassCommand(
        Command(
            "family leave", .mutating, "Leave the family; what you logged stays with it",
            details: """
                A player can still fetch what they logged: compass family export. A family without \
                a player is its parents' to read, and they see the codes that admit one.
                """,
            examples: [.init("compass family leave --family \"Lee Family\"", "Asks before it does")]
        )
    ) { run in
        let family = try run.signedIn().membership()
        if !run.isDryRun, !run.invocation.isOn("yes") {
            let isLast = try run.memberChoices().count == 1
            try run.confirm(
                "Leave \(VisibleText.line(family.name))?"
                    + (isLast ? " Nobody else is in it: you get the code that leads back." : ""))
        }
        let answer = try run.change(LeaveFamily.self, EmptyRequest())
        let code = try run.decoded(LeaveFamily.Response.self, answer).returnCode
        if !run.isDryRun { try run.signedIn().forgetPassport() }
        var notes: [String] = []
        if let code { notes.append("Nobody is left in it. Back with: compass family join \(code)") }
        if family.role == .player { notes.append("What you logged: compass family export") }
        return .line(
            "You have left \(family.name)", json: answer.json, id: family.familyUnitID.text,
            notes: notes)
    }

    /// `family reset-password`.
    static let resetPassword = CompassCommand(
        Command(
            "family reset-password", .mutating,
            "Make a one-time code for a player who lost their password, as a parent",
            details: """
                Asks for your own password. The code counts once, within 15 minutes; the player \
                enters it at: compass password reset.
                """,
            arguments: [Argument("MEMBER", "Name or id of the player", Values.member)],
            flags: [AccountCommands.passwordFlag],
            examples: [
                .init("compass family reset-password \"Sam Lee\"", "Prints the code, this once")
            ])
    ) { run in
        let id = try run.memberID(run.invocation.argument(0) ?? "", field: "user_id")
        let password = try AccountCommands.password(run, "Your own password: ")
        let answer = try run.repeatable(
            MakeMemberResetCode.self, .init(userID: id, password: password))
        return try PasswordCommands.oneTimeCode(answer, run)
    }

    /// `family export`.
    static let export = CompassCommand(
        Command(
            "family export", .local, "Fetch what you logged in a family that you have left",
            details: """
                For players who left or were removed. A folder gets interactions.csv, \
                interactions.jsonl with the whole records, and the attached files in folders named \
                by their interaction. --family chooses among several families. A second run with \
                --yes replaces the lists and fetches only the files that are missing.
                """,
            flags: [
                .value(
                    "to", .path("FOLDER"), default: "compass-export, here", "The folder to fill")
            ],
            examples: [.init("compass family export --to mine", "Everything into ./mine")])
    ) { run in
        try FamilyExport(run).write()
    }
}
