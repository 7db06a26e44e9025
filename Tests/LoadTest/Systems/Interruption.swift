import Foundation
import Glibc
import Synchronization
import ZeroMQ

/// Cleans up when a test is interrupted by Ctrl-C.
enum Interruption {
    /// The exit code that shells report for a program ended by SIGINT.
    static let exitCode: Int32 = 130
    /// How long to wait for the test's programs to exit, in steps of 2 ms.
    private static let steps = 1_000

    private static let wakeUp = try? WakeUp()
    private static let hasCome = Atomic(false)
    private static let processes = Mutex<[Int32]>([])

    /// Does not return once Ctrl-C was pressed: failures from then on are consequences of it.
    static func giveWay() {
        while hasCome.load(ordering: .acquiring) { pause() }
    }

    /// Makes Ctrl-C kill the processes of the test, remove their home, and its parent folder if
    /// that is empty, and exit. Called before the first of them starts.
    static func removes(home: String) {
        guard let wakeUp else { return }
        let thread = Thread {
            var item = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&item, 1, -1) <= 0 {}
            hasCome.store(true, ordering: .releasing)
            let processes = processes.withLock { $0 }
            for process in processes { kill(process, SIGKILL) }
            for _ in 0..<steps where processes.contains(where: { kill($0, 0) == 0 }) {
                // Foundation reaps its children, so others can only poll.
                usleep(2_000)
            }
            try? FileManager.default.removeItem(atPath: home)
            unsafe rmdir(URL(fileURLWithPath: home).deletingLastPathComponent().path)
            exit(exitCode)
        }
        thread.start()
        signal(SIGINT) { _ in Interruption.wakeUp?.signal() }
    }

    /// Starts a process that Ctrl-C kills too. Once it was pressed, nothing more is started.
    static func starting(_ process: Process) throws {
        // Whoever kills them waits until the process is in the list.
        let isStarted = try processes.withLock { processes in
            guard !hasCome.load(ordering: .acquiring) else { return false }
            try process.run()
            processes.append(process.processIdentifier)
            return true
        }
        if !isStarted { giveWay() }
    }
}
