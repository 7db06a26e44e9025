import DataServiceKit
import Foundation
import Glibc

/// A fault at one step of a deletion that spans services, or of its undo.
struct DeletionInjection: CustomStringConvertible, Sendable {
    enum Stage: String, CaseIterable, Sendable {
        case deleting
        case undoing
    }

    let stage: Stage
    let step: DeletionStep
    /// The service that reaches the step.
    let program: Program
    /// The process to kill while the service is stopped at the step; `nil` kills the service
    /// itself.
    let bystander: Program?

    var description: String {
        let whom = bystander.map { "\($0) while \(program)" } ?? "\(program)"
        return "\(stage.rawValue): \(whom) at \(step.rawValue)"
    }

    /// Every step of every service, with a kill of the service itself, of the broker and of
    /// identity.
    static let all: [DeletionInjection] = Stage.allCases.flatMap { stage in
        DeletionStep.allCases.flatMap { step in
            programs(at: step, in: stage).flatMap { program in
                [nil, .broker, .identity].map {
                    DeletionInjection(stage: stage, step: step, program: program, bystander: $0)
                }
            }
        }
    }

    /// The participants other than coaches.
    private static let participants: [Program] = [
        .interactions, .events, .notifications, .analytics,
    ]

    /// The services that reach a step. Each step must be reached in some stage.
    static func programs(at step: DeletionStep, in stage: Stage) -> [Program] {
        let isDeleting = stage == .deleting
        switch step {
        case .requested, .requestedCommitted: return isDeleting ? [.coaches] : []
        case .undone, .undoneCommitted: return isDeleting ? [] : [.coaches]
        case .noted, .settled, .settledCommitted: return [.coaches]
        case .received: return participants
        case .tombstoned, .marked: return isDeleting ? [.interactions, .events, .analytics] : []
        case .applied, .appliedCommitted: return isDeleting ? participants : []
        case .restored: return isDeleting ? [] : [.interactions, .events, .analytics]
        case .told, .toldCommitted: return isDeleting ? [] : participants
        }
    }
}

/// Arms an injection in a system and reports whether it fired.
final class DeletionAssailant: Sendable {
    /// How long a service may take to reach the step.
    private static let patience = Duration.seconds(15)

    private let system: SystemUnderTest
    private let injection: DeletionInjection
    private let outcome = Watched<Bool?>(nil)

    /// Arms an injection, which fires during the next deletion or undo.
    init(_ injection: DeletionInjection, in system: SystemUnderTest) throws {
        self.system = system
        self.injection = injection
        let folder = system.armedFolder(of: injection.program)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let path =
            "\(folder)/\(injection.bystander == nil ? "kill" : "halt")-\(injection.step.rawValue)"
        let deaths = system.endings(of: injection.program).count
        try Data().write(to: URL(fileURLWithPath: path))
        Thread { [self] in
            let hasFired =
                injection.bystander.map(killBystander) ?? awaitDeath(after: deaths)
            outcome.update { $0 = hasFired && !FileManager.default.fileExists(atPath: path) }
        }.start()
    }

    /// Waits for the fault. Returns whether it fired.
    var hasFired: Bool {
        guard outcome.wait(Self.patience + .seconds(20), until: { $0 != nil }) else { return false }
        return outcome.update { $0 == true }
    }

    private func awaitDeath(after deaths: Int) -> Bool {
        Waiting.until(Self.patience) {
            system.endings(of: injection.program).dropFirst(deaths).first == .signal(SIGKILL)
        }
    }

    /// Waits until the service is stopped, kills the other process, and lets the service continue.
    private func killBystander(_ bystander: Program) -> Bool {
        guard let process = system.processes[injection.program] else { return false }
        let isStopped = Waiting.until(Self.patience) {
            process.state.update { $0.child?.processID }.flatMap(ProcessEntry.init(of:))?
                .isStopped == true
        }
        defer { process.send(SIGCONT) }
        guard isStopped else { return false }
        return (try? system.killAndWait(bystander)) != nil
    }
}
