import CommandKit
import Contracts
import Foundation
import ServiceKit

// Leaving a family, and replacing a member's lost password.
extension FamilyCommands {
    static let leave = CompassCommand(
        "family leave", .mutating, "Leave the family; what you logged stays with it",
        details: """
            Players can still export what they logged: compass family export. Parents can \
            still read a family without a player, and see the codes for inviting one.
            """,
        examples: [
            "compass family leave --family \"Lee Family\"": "Asks for confirmation"
        ]

    ) { run in
        let family = try run.signedIn().membership()
        if !run.isDryRun, !run.invocation.isOn("yes") {
            let isLast = try run.memberChoices().count == 1
            try run.confirm(
                "Leave \(VisibleText.line(family.name))?"
                    + (isLast ? " Nobody else is in it; you will get a code to return." : ""))
        }
        let answer = try run.change(LeaveFamily.self, EmptyRequest())
        let code = try run.decoded(LeaveFamily.Response.self, answer).returnCode
        if !run.isDryRun {
            try run.signedIn().knowsOfLeaving()
            try run.signedIn().forgetPassport()
        }
        var notes: [String] = []
        if let code { notes.append("Nobody is left in it. To return: compass family join \(code)") }
        if family.role == .player {
            notes.append("To export what you logged: compass family export")
        }
        return .line(
            "You have left \(family.name)", json: answer.json, id: family.familyUnitID.text,
            notes: notes)
    }

    static let resetPassword = CompassCommand(
        "family reset-password", .mutating,
        "Create a one-time code for a player who lost their password (parents only)",
        details: """
            Asks for your own password. The code works once, within 15 minutes; the player \
            enters it in compass password reset.
            """,
        arguments: [Argument("MEMBER", "Name or id of the player", Values.member)],
        flags: [AccountCommands.passwordFlag],
        examples: [
            "compass family reset-password \"Sam Lee\"": "Prints the code once"
        ]
    ) { run in
        let id = try run.memberID(run.argument(0), field: "user_id")
        let password = try AccountCommands.password(run, "Your own password: ")
        let answer = try run.repeatable(
            MakeMemberResetCode.self, .init(userID: id, password: password))
        return try PasswordCommands.oneTimeCode(answer, run)
    }

    static let export = CompassCommand(
        "family export", .local, "Export what you logged in a family that you have left",
        details: """
            For players who left or were removed. Writes interactions.csv, interactions.jsonl \
            with the whole records, and the attached files in folders named after their \
            interactions. --family chooses among several families. A second run with --yes \
            replaces the lists and fetches only missing files.
            """,
        flags: [
            .value(
                "to", .path("FOLDER"), default: "compass-export, here", "The folder to write to"
            )
        ],
        examples: ["compass family export --to mine": "Everything into ./mine"]
    ) { run in
        try FamilyExport(run).write()
    }
}
