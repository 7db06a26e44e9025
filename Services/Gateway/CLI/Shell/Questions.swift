import CommandKit
import Contracts
import ServiceKit

/// Questions to a person at a terminal, each asked until its answer is good.
struct Questions {
    typealias Ask = (_ question: String) throws(TerminalPrompt.Failure) -> String

    let run: CommandRun
    private let ask: Ask

    /// Lets `body` ask. Throws `TerminalPrompt.Failure` if the person leaves a question.
    static func asking<Value>(
        _ run: CommandRun, _ body: (Questions) throws -> Value
    ) throws -> Value {
        try run.console.prompt.editing { ask in try body(Questions(run: run, ask: ask)) }
    }

    /// The typed line.
    func line(_ question: String) throws -> String { try ask("\(question): ") }

    /// One of several words, chosen by number, word or label; nil for an empty answer, which is
    /// accepted if `empty` says what it means.
    func choice(
        _ title: String, of choices: [ValueType.Choice], empty: String?
    ) throws -> String? {
        let offered = choices.enumerated().map { "\($0 + 1) \($1.shown)" }.joined(separator: ", ")
        let meaning = empty.map { ", empty: \($0)" } ?? ""
        while true {
            let typed = try line("\(title) (\(offered)\(meaning))").trimmed
            if typed.isEmpty, empty != nil { return nil }
            if case .one(let place) = Pick(typed, among: choices.map { [$0.word, $0.label] }) {
                return choices[place].word
            }
            note("Please give one of these, or a number from 1 to \(choices.count)")
        }
    }

    /// The record that a text names, as `find` looks it up; nil for an empty answer.
    func record<ID>(_ question: String, _ find: (String) throws -> ID) throws -> ID? {
        while true {
            let typed = try line(question).trimmed
            if typed.isEmpty { return nil }
            do {
                return try find(typed)
            } catch let failure as CommandFailure where failure.isAnswerable {
                note([failure.message, failure.reason].compactMap { $0 }.joined(separator: "\n"))
            }
        }
    }

    /// Whether the answer is yes; an empty one is no.
    func isYes(_ question: String) throws -> Bool {
        while true {
            let typed = try ask("\(question)? [y/N] ").trimmed
            if AddWizard.isYes(typed) { return true }
            if typed.isEmpty || AddWizard.isNo(typed) { return false }
            note("Please answer y or n")
        }
    }

    func note(_ text: String) { run.console.writeNote(Array((text + "\n").utf8)) }
}

extension ValueType.Choice {
    /// The choice as people read it.
    var shown: String { label.isEmpty ? word : label }
}

extension CommandFailure {
    /// Whether another answer may help: nothing, or more than one record, matched the text.
    fileprivate var isAnswerable: Bool { exitCode == .invalid || exitCode == .usage }
}

extension CommandRun {
    /// Whether a person reads the result at a terminal and may be asked for what is missing.
    var mayAsk: Bool { isForPeople && console.prompt.isTerminal && !invocation.isOn("yes") }

    /// Throws if the user's role does not allow an operation, so that nothing is asked that cannot
    /// be stored (IA-56). Returns the family of a parent whom it lets log; nil for others.
    @discardableResult
    func requireAccess<Op: Operation>(to operation: Op.Type) throws -> ShowFamily.Response? {
        guard case .family(let roles, let refusal) = Op.access else { return nil }
        guard try !roles.contains(signedIn().membership().role) else { return nil }
        let family = try response(of: ShowFamily.self, EmptyRequest())
        let isOpen = try family.family.parentsLog ?? serverAdmitsParents(to: operation)
        guard Op.admitsParentsWhoLog, isOpen else {
            throw CommandFailure(.forbidden, refusal, remedy: CommandFailure.rolesLine)
        }
        return family
    }

    /// Whether the server lets parents of families that have not decided call an operation. That
    /// can only be the logging of interactions (`parents_may_log`), and only its service knows: it
    /// refuses an empty request for its fields only if the caller may send one.
    private func serverAdmitsParents<Op: Operation>(to operation: Op.Type) throws -> Bool {
        guard Op.name == CreateInteraction.name else { return false }
        do {
            _ = try send(operation, payload: Array("{}".utf8), key: nil, isRehearsal: true)
            return true
        } catch let failure as CommandFailure where failure.exitCode == .invalid {
            return true
        } catch let failure as CommandFailure where failure.exitCode == .forbidden {
            return false
        }
    }
}
