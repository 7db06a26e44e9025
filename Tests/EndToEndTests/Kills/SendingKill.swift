import Foundation
import Glibc

/// Where a service is killed that sends something.
enum SendingStep: Hashable, Sendable {
    /// At a point in its own code (`TestHooks`).
    case point(String)
    /// While the receiver of hooks waits at a step.
    case receiver(HookReceiver.Step)
    /// While the mail program waits at a step.
    case mail(MailCatcher.Step)

    /// The steps of a delivery: it is stored, and nothing is connected yet; the connection is open;
    /// the receiver has the request; it has answered; the answer was read; it was noted.
    static let ofDelivery: [SendingStep] = [
        .point("follow-up-interactions"), .receiver(.accepted), .receiver(.asked),
        .receiver(.answered), .point("hook-sent"), .point("hook-noted"),
    ]

    /// The steps of a digest: it is written and not yet committed; it is stored; the mail program
    /// has started; it has read the message; it has kept it; its end was seen.
    static let ofDigest: [SendingStep] = [
        .point("digest-stored"), .point("digest-made"), .mail(.begun), .mail(.read),
        .mail(.taken), .point("digest-mailed"),
    ]
}

/// A kill at a step, which happens once.
final class SendingKill {
    let step: SendingStep
    private let program: Program
    private let system: SystemUnderTest
    /// The file that arms a point in the code of the program.
    private let file: String?
    private let hold: HelperHold?

    /// Arms the kill of a program.
    init(
        _ step: SendingStep, of program: Program, in system: SystemUnderTest,
        _ receiver: HookReceiver, _ mail: MailCatcher
    ) throws {
        self.step = step
        self.program = program
        self.system = system
        switch step {
        case .point(let name):
            let folder = system.armedFolder(of: program)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let path = "\(folder)/kill-\(name)"
            try Data().write(to: URL(fileURLWithPath: path))
            (file, hold) = (path, nil)
        case .receiver(let step):
            (file, hold) = (nil, try receiver.hold(step))
        case .mail(let step):
            (file, hold) = (nil, try mail.hold(step))
        }
    }

    deinit { cancel() }

    /// Kills the program if what it sends to waits for that; a point in its code kills by itself.
    /// Returns whether the program was killed at the step.
    func attempt() -> Bool {
        if let file { return !FileManager.default.fileExists(atPath: file) }
        guard let hold, hold.isReached else { return false }
        let isKilled = Waiting.until(.seconds(5)) { system.kill(program) == .signal(SIGKILL) }
        hold.release()
        return isKilled
    }

    /// Takes the kill back.
    func cancel() {
        hold?.release()
        if let file { _ = unsafe unlink(file) }
    }
}
