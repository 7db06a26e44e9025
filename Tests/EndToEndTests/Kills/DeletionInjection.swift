import DataServiceKit
import Foundation
import Glibc

/// A fault at one step of a deletion that crosses services, or of its undoing.
struct DeletionInjection: CustomStringConvertible, Sendable {
    /// What is under way.
    enum Stage: String, CaseIterable, Sendable {
        case deleting
        case undoing
    }

    let stage: Stage
    let step: DeletionStep
    /// The service that reaches the step.
    let program: Program
    /// Who is killed while the service stands still there; `nil` for the service itself.
    let bystander: Program?

    var description: String {
        let whom = bystander.map { "\($0) while \(program)" } ?? "\(program)"
        return "\(stage.rawValue): \(whom) at \(step.rawValue)"
    }

    /// Every step of every service, for itself, for the broker and for identity.
    static let all: [DeletionInjection] = Stage.allCases.flatMap { stage in
        DeletionStep.allCases.flatMap { step in
            programs(at: step, in: stage).flatMap { program in
                [nil, .broker, .identity].map {
                    DeletionInjection(stage: stage, step: step, program: program, bystander: $0)
                }
            }
        }
    }

    /// The services that take part, but for coaches.
    private static let participants: [Program] = [
        .interactions, .events, .notifications, .analytics,
    ]

    /// Who reaches a step. A step that nobody reaches in any stage would be in vain.
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

/// Puts injections into a system and tells whether they fired.
final class DeletionAssailant: Sendable {
    /// How long a service may take to reach the step.
    private static let patience = Duration.seconds(15)

    private let system: SystemUnderTest
    private let injection: DeletionInjection
    private let outcome = Watched<Bool?>(nil)

    /// Arms an injection; what follows brings it about.
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

    /// Whether the fault came about; waits for it.
    var hasFired: Bool {
        guard outcome.wait(Self.patience + .seconds(20), until: { $0 != nil }) else { return false }
        return outcome.update { $0 == true }
    }

    private func awaitDeath(after deaths: Int) -> Bool {
        Waiting.until(Self.patience) {
            system.endings(of: injection.program).dropFirst(deaths).first == .signal(SIGKILL)
        }
    }

    /// Waits until the service stands still, kills the other, and lets the service go on.
    private func killBystander(_ bystander: Program) -> Bool {
        guard let process = system.processes[injection.program] else { return false }
        let isStopped = Waiting.until(Self.patience) {
            process.state.update { $0.child?.processID }.map(Self.isStopped) == true
        }
        defer { process.send(SIGCONT) }
        guard isStopped else { return false }
        return (try? system.killAndWait(bystander)) != nil
    }

    /// The third field of the kernel's line about a process is its state; T is stopped.
    private static func isStopped(_ processID: pid_t) -> Bool {
        let line = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
        return line?.split(separator: ")").last?.hasPrefix(" T") == true
    }
}
