import Foundation
import Testing

@testable import Base

@Suite struct WorkerThreadTests {
    @Test func theKernelKnowsItsName() throws {
        let name = OneShot<String>()
        let thread = try WorkerThread(named: "a-name-beyond-15-bytes") {
            name.set((try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? "")
        }
        thread.join()
        #expect(name.wait() == "a-name-beyond-1\n")
        #expect(name.wait().utf8.count == WorkerThread.nameBytesMax + 1)
    }

    @Test func itsOwnerWaitsForItsEndAsOftenAsItLikes() throws {
        let go = OneShot<Void>()
        let thread = try WorkerThread(named: "waiting") { go.wait() }
        #expect(!thread.join(until: .now))
        go.set(())
        thread.join()
        thread.join()
        #expect(thread.join(until: .now))
    }

    @Test func onlyTheThreadItselfIsCurrent() throws {
        let own = OneShot<WorkerThread>()
        let answer = OneShot<Bool>()
        let thread = try WorkerThread(named: "current") { answer.set(own.wait().isCurrent) }
        #expect(!thread.isCurrent)
        own.set(thread)
        #expect(answer.wait())
        thread.join()
        #expect(!thread.isCurrent)
    }

    @Test func anEndedThreadIsNotAnotherOne() throws {
        // The system gives the handle of an ended thread to the next one.
        for _ in 0..<20 {
            let ended = try WorkerThread(named: "first") {}
            ended.join()
            let isTaken = OneShot<Bool>()
            try WorkerThread(named: "second") { isTaken.set(ended.isCurrent) }.join()
            #expect(!isTaken.wait())
        }
    }

    @Test func theNiceValueIsTheThreadsOwn() throws {
        let before = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        let value = OneShot<Int32>()
        let thread = try WorkerThread(named: "nice", niceness: 3) {
            value.set(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
        }
        thread.join()
        #expect(value.wait() == min(before + 3, 19))
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == before)
    }
}
