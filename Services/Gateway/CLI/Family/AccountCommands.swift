import CommandKit
import Contracts
import Foundation
import Glibc
import ServiceKit

enum AccountCommands {
    static let all = [signUp, logIn] + SignInCommands.all + [logOut, whoAmI]

    static let passwordFlag = Flag.toggle(
        "password-stdin", "Read the password from the first line of stdin")
    static let codeFlag = Flag.value(
        "code", .text("CODE"), "Code from your authenticator app, or a recovery code")
    static let emailFlag = Flag.value("email", .text("ADDRESS"), "Your e-mail address")

    private static let signUp = CompassCommand(
        "signup", .mutating, "Create an account and sign in",
        details: "Asks for a password of at least 15 characters without showing it.",
        flags: [
            emailFlag, .value("name", .text("NAME"), "Your full name"),
            .value(
                "role", Values.roles, refusal: "Please choose a role: player or parent",
                "Players log contacts, parents read them"),
            passwordFlag,
            .value(
                "invitation", .text("CODE"), "The invitation, where an account takes one"),
            .toggle("login", negatable: true, "Sign in afterwards; the default"),
        ],
        examples: [
            "compass signup --role player --name \"Sam Lee\" --email sam@example.com":
                "Create a player's account; asks for the password"
        ]
    ) { run in
        try run.requireAnswers(["email", "name", "role", "password-stdin"])
        let replaced =
            run.invocation.toggle("login") != false ? try SignInCommands.askToReplace(run) : []
        let request = try signUpForm(run)
        let answer = try run.callAsAnybody(SignUp.self, request)
        let user = try run.decoded(SignUp.Response.self, answer).user
        var notes: [String] = []
        if !run.isDryRun, run.invocation.toggle("login") != false {
            _ = try signIn(
                run, email: request.email.value ?? "", password: request.password.value ?? "")
            let next = user.role == .player ? "create" : "join CODE"
            notes = replaced + ["Next: compass family \(next)"]
        }
        return .line(
            "Signed up \(user.fullName) (\(user.role.rawValue))", json: answer.json,
            id: user.id.text, notes: notes)
    }
    .requiring { given in
        let empty = SignUp.Request(email: "", fullName: "", role: "", password: "", timeZone: nil)
        let fields = [
            ("email", "email"), ("name", "full_name"), ("role", "role"),
            ("password-stdin", "password"),
        ]
        return fields.compactMap { flag, field in
            guard !given.isOn(flag), given.text(flag) == nil else { return nil }
            return refusal(of: field, in: empty).map { .init(flag: flag, field: field, text: $0) }
        }
    }

    /// Asks for what the flags do not give. An answer that the form would refuse is asked for again
    /// at once (N-59).
    private static func signUpForm(_ run: CommandRun) throws -> SignUp.Request {
        var form = SignUp.Request(
            email: "", fullName: "", role: "", password: "", timeZone: run.zoneOfNewUser,
            invitation: run.invocation.text("invitation"))
        typealias Field = WritableKeyPath<SignUp.Request, FormField<String>>
        let questions: [(flag: String, field: String, path: Field, text: String)] = [
            ("email", "email", \.email, "E-mail: "),
            ("name", "full_name", \.fullName, "Full name: "),
            ("role", "role", \.role, "Player or parent? "),
        ]
        for question in questions {
            while true {
                let answer = try ask(run, question.flag, question.text)
                form[keyPath: question.path] = FormField(
                    question.flag == "role" ? answer.trimmed.lowercased() : answer)
                guard run.invocation.text(question.flag) == nil,
                    let refusal = refusal(of: question.field, in: form)
                else { break }
                run.note(refusal)
            }
        }
        while true {
            form.password = FormField(try password(run, newPasswordQuestion))
            guard !run.invocation.isOn("password-stdin"),
                let refusal = refusal(of: "password", in: form)
            else { break }
            run.note(refusal)
        }
        try repeatPassword(form.password.value ?? "", run)
        return form
    }

    /// The message with which the form refuses a field; nil if it takes the field.
    private static func refusal(of field: String, in form: SignUp.Request) -> String? {
        do {
            _ = try form.validated()
            return nil
        } catch { return error.errors[field] }
    }

    private static let logIn = CompassCommand(
        "login", .local, "Sign in on this machine",
        details: "The sign-in is stored in COMPASS_HOME, readable only by you; --as names it.",
        flags: [emailFlag, passwordFlag, codeFlag],
        examples: [
            "compass login --email sam@example.com": "Asks for the password",
            "compass login --as mum --email kim@example.com --password-stdin < secret":
                "A second sign-in, for scripts",
        ]
    ) { run in
        try run.requireAnswers(["email", "password-stdin"])
        let email = try ask(run, "email", "E-mail: ")
        let replaced = try SignInCommands.askToReplace(run, by: email)
        let password = try password(run, "Password: ")
        let answer = try signIn(
            run, email: email, password: password, code: run.invocation.text("code"))
        let response = try run.decoded(Login.Response.self, answer)
        return .line(
            "Signed in as \(response.user.fullName) (\(response.user.role.rawValue))",
            json: answer.json, id: response.user.id.text, notes: replaced)
    }

    private static let logOut = CompassCommand(
        "logout", .mutating, "Sign out and remove the stored sign-in",
        flags: [.toggle("everywhere", "End your sessions on all devices")],
        examples: ["compass logout --everywhere": "On every device"]
    ) { run in
        let name = run.contextName
        do {
            let request = Logout.Request(everywhere: run.invocation.isOn("everywhere"))
            let answer = try run.change(Logout.self, request)
            let ended = try run.decoded(Logout.Response.self, answer).ended
            // A token from the environment does not belong to the stored session.
            if !run.isDryRun, !run.usesTokenOfEnvironment { run.signIns.remove(name) }
            let text = ended == 1 ? "Signed out" : "Signed out of \(ended) sessions"
            return .line(text, json: answer.json)
        } catch let failure as CommandFailure where failure.exitCode == .unauthenticated {
            // The session has already ended; remove its sign-in from this machine too.
            guard !run.isDryRun, !run.usesTokenOfEnvironment, run.signIns.names.contains(name)
            else { throw failure }
            run.signIns.remove(name)
            return .line("Signed out", json: Array("{\"ended\":0}".utf8))
        }
    }

    private static let whoAmI = CompassCommand(
        "whoami", .readOnly, "Show who you are, your families and your session",
        examples: ["compass whoami --as mum": "The user of a stored sign-in"]
    ) { run in
        let (answer, response) = try run.reading(WhoAmI.self, EmptyRequest())
        return .record(
            json: answer.json, ids: { [try response().user.id.text] },
            card: {
                let who = try response()
                let active = try? run.signedIn().family()
                var card = Card()
                card.field("Name", who.user.fullName)
                card.field("E-mail", who.user.email)
                card.field("Role", who.user.role.rawValue)
                for family in who.families {
                    let mark = family.familyUnitID == active ? ", active" : ""
                    card.field(
                        "Family",
                        .init(
                            "\(family.name) (\(family.role.rawValue)) \(family.familyUnitID)",
                            shown: "\(family.name) (\(family.role.rawValue)\(mark))"))
                }
                for family in who.leftFamilies {
                    card.field(
                        "Left",
                        .init(
                            "\(family.name) \(family.leftAt) \(family.familyUnitID)",
                            shown: "\(family.name), \(run.zone.text(family.leftAt)); your "
                                + "records: compass family export"))
                }
                card.field("Server", run.endpoint)
                card.field(
                    "Signed in until",
                    .time(who.session.expiresAt, in: run.zone))
                return card
            },
            rows: {
                let who = try response()
                var table = TextTable([
                    .init("User"), .init("Name"), .init("Role"), .init("Family"),
                    .init("Family Name"), .init("Family Role"),
                ])
                for family in who.families {
                    table.append([
                        .init(who.user.id.text), .init(who.user.fullName),
                        .init(who.user.role.rawValue), .init(family.familyUnitID.text),
                        .init(family.name), .init(family.role.rawValue),
                    ])
                }
                return table
            })
    }

    // MARK: Signing in

    /// Signs in and stores the session. Asks for a code if the account needs one and `code` is nil.
    static func signIn(
        _ run: CommandRun, email: String, password: String, code: String? = nil
    ) throws -> Caller.Answer {
        let name = run.contextName
        guard SignInStore.isName(name) else {
            throw CommandFailure.usage(
                "\(QuotedText.of(name)) is not a valid name for a sign-in",
                reason: "Names consist of letters, digits and -_.@, at most 64 characters.")
        }
        try run.signIns.prepare()
        let before = try? run.signIns.signIn(name)
        let request = Login.Request(
            email: email, password: password, device: deviceName(),
            priorToken: before?.token, code: code)
        do {
            let answer = try run.callAsAnybody(Login.self, request)
            let response = try run.decoded(Login.Response.self, answer)
            let known = before?.user.id == response.user.id ? before : nil
            try run.signIns.save(
                SignIn(
                    token: response.token, user: response.user, sessionID: response.session.id,
                    expiresAt: response.session.expiresAt, activeFamily: known?.activeFamily,
                    toldOfLeaving: known?.toldOfLeaving),
                as: name)
            run.signIns.removePassport(name)
            if run.invocation.text("as") == nil || run.signIns.currentName == nil {
                try run.signIns.setCurrent(name)
            }
            return answer
        } catch var failure as CommandFailure where failure.exitCode == .unauthenticated {
            guard failure.subject == .secondFactor else {
                failure.remedy =
                    "Try again. Forgotten: compass password reset; no account yet: compass signup"
                throw failure
            }
            guard code == nil, run.console.prompt.isTerminal else {
                failure.remedy =
                    "Sign in with the present code: "
                    + run.line("login", "--email", email, "--code", "CODE")
                throw failure
            }
            return try signIn(
                run, email: email, password: password,
                code: try ask(run, "code", SecondFactorCommands.codeQuestion))
        }
    }

    private static func deviceName() -> String? {
        var buffer = [CChar](repeating: 0, count: 65)
        guard unsafe gethostname(&buffer, 64) == 0 else { return nil }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func ask(
        _ run: CommandRun, _ flag: String, _ question: String
    ) throws -> String {
        if let text = run.invocation.text(flag) { return text }
        return try answered(run, "--\(flag)") { () throws(TerminalPrompt.Failure) in
            try run.console.prompt.line(question)
        }
    }

    static func password(_ run: CommandRun, _ question: String) throws -> String {
        let bytes = try answered(run, "--password-stdin") { () throws(TerminalPrompt.Failure) in
            run.invocation.isOn("password-stdin")
                ? try run.console.prompt.firstLineOfInput()
                : try run.console.prompt.secret(question)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Asks for the password of the signed-in user and performs a change that takes nothing else.
    static func changeWithPassword<Op: Contracts.Operation>(
        _ operation: Op.Type, _ run: CommandRun
    ) throws -> (Caller.Answer, Op.Response) where Op.Request == OwnPassword {
        _ = try run.signedIn()
        let request = OwnPassword(password: try password(run, "Password: "))
        let answer = try run.repeatable(operation, request)
        return (answer, try run.decoded(Op.Response.self, answer))
    }

    private static let newPasswordQuestion = "Password (15 characters or more): "

    static func newPassword(
        _ run: CommandRun, _ question: String = newPasswordQuestion
    ) throws -> String {
        let first = try password(run, question)
        try repeatPassword(first, run)
        return first
    }

    /// Asks for a password once more, unless it was read from stdin.
    private static func repeatPassword(_ first: String, _ run: CommandRun) throws {
        guard !run.invocation.isOn("password-stdin") else { return }
        guard try password(run, "Once more: ") == first else {
            throw CommandFailure.usage("The passwords do not match", remedy: "Try again.")
        }
    }

    /// The person's answer. Throws an error that names the flag to use in scripts.
    private static func answered<Value>(
        _ run: CommandRun, _ flag: String, _ body: () throws(TerminalPrompt.Failure) -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch { throw CommandFailure.unanswered(error, flag: flag) }
    }
}

extension CommandFailure {
    /// A question could not be answered; `flag` answers it in a script.
    static func unanswered(_ failure: TerminalPrompt.Failure, flag: String) -> CommandFailure {
        switch failure {
        case .noTerminal, .ended:
            let what = flag.hasSuffix("--yes") ? "confirmation" : "input"
            return .usage(
                "Can't ask for \(what) here: there is no terminal",
                reason: "In scripts, add \(flag).")
        case .interrupted:
            var result = CommandFailure.usage("Interrupted")
            result.exitCode = .interrupted
            return result
        }
    }
}
