import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// The log warns once when the disk fills up, and again only after it had room.
@Suite struct DiskWatchTests {
    private let lines = Lines()

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
        func take() -> [String] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    private func watch(_ folder: String = "/") -> DiskWatch {
        DiskWatch(
            folder: folder,
            logger: Logger(service: "test") { [lines] line in
                lines.all.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            })
    }

    private func took(_ watch: DiskWatch, _ percent: Int64) -> [String] {
        watch.take(.init(percent: percent, freeBytes: 7))
        return lines.take()
    }

    @Test func itWarnsAtTheLimitAndNotOneBelow() {
        let watch = watch()
        #expect(took(watch, DiskLimit.warnedPercent - 1).isEmpty)
        let warned = took(watch, DiskLimit.warnedPercent)
        #expect(warned.count == 1)
        #expect(warned.first?.contains("\"level\":\"warning\"") == true)
        #expect(warned.first?.contains("\"disk.used_percent\":\"90\"") == true)
    }

    @Test func aDiskAtTheEdgeWarnsOnce() {
        let watch = watch()
        #expect(took(watch, 95).count == 1)
        for percent in [89, 91, 100, DiskLimit.calmPercent] {
            #expect(took(watch, percent).isEmpty)
        }
        #expect(took(watch, DiskLimit.calmPercent - 1).count == 1)
        #expect(took(watch, 10).isEmpty)
        #expect(took(watch, 90).count == 1)
    }

    /// The warning of a disk that fills up within a minute would come after the refusal.
    @Test func aRefusedWriteIsToldAtOnceAndNothingAfterIt() {
        let watch = watch()
        watch.refusedWrite(isRefusing: true)
        let told = lines.take()
        #expect(told.count == 1)
        #expect(told.first?.contains("\"level\":\"error\"") == true)
        #expect(told.first?.contains("the disk is full: writes are refused") == true)
        watch.refusedWrite(isRefusing: true)
        watch.refusedWrite(isRefusing: false)
        #expect(lines.take().isEmpty)
        // A quota may be used up on a disk that has room.
        for percent: Int64 in [100, 95, 10] { #expect(took(watch, percent).isEmpty) }
        watch.hasRoomAgain(.init(percent: 95, freeBytes: 7))
        #expect(lines.take().first?.contains("there is room on the disk again") == true)
        #expect(took(watch, 95).isEmpty)
        #expect(took(watch, 10).count == 1)
        watch.refusedWrite(isRefusing: true)
        #expect(lines.take().count == 1)
        watch.hasRoomAgain(.init(percent: 10, freeBytes: 7))
        #expect(lines.take().count == 1)
        #expect(took(watch, 10).isEmpty)
    }

    /// What a file beside the database found is over when there is room for another one.
    @Test func aFileWithoutRoomIsToldOnceUntilThereIsRoom() {
        let watch = watch()
        watch.refusedWrite(isRefusing: false)
        #expect(lines.take().count == 1)
        watch.take(.init(percent: 100, freeBytes: DiskWatch.roomBytes - 1))
        watch.refusedWrite(isRefusing: false)
        #expect(lines.take().isEmpty)
        watch.take(.init(percent: 99, freeBytes: DiskWatch.roomBytes))
        watch.refusedWrite(isRefusing: false)
        #expect(lines.take().count == 1)
    }

    @Test func theUseOfARealDiskIsCounted() throws {
        try SmallDisk.run(megabytes: 10) { disk in
            let watch = watch(disk.url.path)
            #expect(try #require(watch.use).percent <= 1)
            try disk.fill(leaving: 1 << 20)
            #expect(watch.use == .init(percent: 90, freeBytes: 1 << 20))
            try disk.fill()
            #expect(watch.use == .init(percent: 100, freeBytes: 0))
        }
    }
}
