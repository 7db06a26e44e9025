import Foundation
import Glibc
import Synchronization
import ZeroMQ

/// What is left to do when somebody stops a test by Ctrl-C.
enum Interruption {
    /// The exit code of a program that SIGINT ended, as shells tell it.
    static let exitCode: Int32 = 130
    /// How long the programs of the test may take to be gone, in steps of 2 ms.
    private static let steps = 1_000

    private static let wakeUp = try? WakeUp()
    private static let hasCome = Atomic(false)

    /// Does not return once Ctrl-C has come: what fails then fails because of it.
    static func giveWay() {
        while hasCome.load(ordering: .acquiring) { pause() }
    }

    /// From now on Ctrl-C ends these processes, removes their home, and the folder it is in if
    /// nothing else is there, and ends the program.
    static func endsProcesses(_ processes: [Int32], andRemoves home: String) {
        guard let wakeUp else { return }
        let thread = Thread {
            var item = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&item, 1, -1) <= 0 {}
            hasCome.store(true, ordering: .releasing)
            for process in processes { kill(process, SIGKILL) }
            for _ in 0..<steps where processes.contains(where: { kill($0, 0) == 0 }) {
                // Foundation waits for its children; who else asks can only look again.
                usleep(2_000)
            }
            try? FileManager.default.removeItem(atPath: home)
            unsafe rmdir(URL(fileURLWithPath: home).deletingLastPathComponent().path)
            exit(exitCode)
        }
        thread.start()
        signal(SIGINT) { _ in Interruption.wakeUp?.signal() }
    }
}
