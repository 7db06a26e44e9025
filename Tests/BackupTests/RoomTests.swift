import Contracts
import Foundation
import Support
import Testing

@testable import Backup

/// A backup does not fill a disk.
@Suite struct RoomTests {
    @Test func roomIsLookedForWhereAPathWillLie() throws {
        let folder = try TemporaryFolder()
        let later = folder.path("not/there/yet")
        try Room.require(0, at: later)
        for bytes in [Int64.max, Int64.max - Room.spareBytes] {
            let refusal = #expect(throws: BackupRefusal.self) {
                try Room.require(bytes, at: later)
            }
            #expect(refusal?.code == .unavailable)
            #expect(refusal?.message == "There is not enough room at \(later)")
        }
        #expect(Room.isShared(later, folder.url.path))
        #expect(!Room.isShared("/proc", folder.url.path))
    }

    /// The spare bytes stay free for others.
    @Test func someRoomIsLeft() throws {
        try SmallDisk.run(megabytes: 16) { disk in
            let path = disk.url.path
            let most = Int64(disk.freeBytes) - Room.spareBytes
            try Room.require(most, at: path)
            let refusal = #expect(throws: BackupRefusal.self) {
                try Room.require(most + 1, at: path)
            }
            #expect(refusal?.reason?.contains("Nothing was written") == true)
        }
    }

    @Test func filesAreCounted() throws {
        let folder = try TemporaryFolder()
        for (name, size) in [("a", 10), ("b", 7)] {
            try Data(count: size).write(to: URL(fileURLWithPath: folder.path(name)))
        }
        #expect(Room.bytes(inFolder: folder.url.path) == 17)
        #expect(Room.bytes(of: folder.path("a")) == 10)
        #expect(Room.bytes(of: folder.path("none")) == 0)
    }
}
