import Foundation
import Support
import Testing

@testable import Storage

/// A damaged file is found before the start, or beside the work where it is large, and is not
/// written to.
@Suite struct DamageTests {
    private let life: LifeFixture
    private static let pageBytes = 4_096

    init() throws { life = try LifeFixture() }

    /// Fills the file with rows over several pages, and answers how many pages there are.
    private func fill() throws -> Int {
        try life.closed(
            writing: (0..<40).map { "\($0)" + String(repeating: "x", count: 1_000) })
        return try life.bytes(of: life.path).count / Self.pageBytes
    }

    /// Spoils the count of cells of a page, which is in its header.
    private func spoil(page: Int) throws {
        var bytes = try life.bytes(of: life.path)
        bytes[page * Self.pageBytes + 3] ^= 0xFF
        try life.write(bytes, to: life.path)
    }

    @Test func aSpoiltPageIsFoundBeforeTheStart() throws {
        let pages = try fill()
        #expect(pages > 10)
        for page in 1..<pages {
            let whole = try life.killed()
            try spoil(page: page)
            let error: StorageError?
            do {
                let database = try life.open()
                error = database.writeRefusal
                database.close()
            } catch {
                #expect((error as? StorageError)?.code == .untrusted, "page \(page)")
                try whole.copy("a.sqlite", to: life)
                continue
            }
            #expect(error?.code == .untrusted, "page \(page)")
            #expect(error?.message.contains("is damaged") == true, "page \(page)")
            try whole.copy("a.sqlite", to: life)
        }
    }

    @Test func aZeroedHeadIsFound() throws {
        _ = try fill()
        var bytes = try life.bytes(of: life.path)
        bytes.replaceSubrange(0..<Self.pageBytes, with: Data(count: Self.pageBytes))
        try life.write(bytes, to: life.path)
        let error = life.refusalToOpen()
        #expect(error?.code == .untrusted)
        #expect(error?.message.contains("is damaged") == true)
    }

    @Test func aFileThatWasCutIsFound() throws {
        let pages = try fill()
        try life.write(
            try life.bytes(of: life.path).prefix((pages - 3) * Self.pageBytes), to: life.path)
        let code = try life.refusalToOpen()?.code ?? life.opening().refusal?.code
        #expect(code == .untrusted)
    }

    /// One byte past the limit is a large file: its damage is found beside the work, and the next
    /// start knows of it at once.
    @Test func damageOfALargeFileIsFoundBesideTheWork() throws {
        let pages = try fill()
        try spoil(page: pages - 1)
        let bytes = Int64(pages * Self.pageBytes)
        let told = Collector<StorageError>()
        let database = try life.open { configuration in
            configuration.checkedAtStartMax = bytes - 1
            configuration.onRefusal = { told.add($0) }
        }
        #expect(!database.wasCheckedAtStart)
        let refusal = told.wait(for: 1)[0]
        #expect(refusal.message.contains("is damaged"))
        let error = #expect(throws: StorageError.self) { try database.write(insert("a")) }
        #expect(error == refusal && database.writeRefusal == refusal)
        database.close()
        let next = try life.open { $0.checkedAtStartMax = bytes - 1 }
        #expect(next.writeRefusal == refusal)
        next.close()
        // At the limit the file is small, and looked through before the start.
        let small = try life.open { $0.checkedAtStartMax = bytes }
        #expect(
            small.wasCheckedAtStart && small.writeRefusal?.message.contains("is damaged") == true)
        small.close()
    }

    @Test func aSoundLargeFileIsWrittenTo() throws {
        _ = try fill()
        let database = try life.open { $0.checkedAtStartMax = 0 }
        try database.write(insert("a"))
        // The check runs beside the work, and tells nobody that it found nothing.
        while !database.isChecked { usleep(1_000) }
        database.close()
        #expect(database.writeRefusal == nil)
    }

    /// What is damaged in an index alone is mended when the file is taken as it is.
    @Test func anAcceptedFileIsMendedOrStaysRefused() throws {
        let pages = try fill()
        var outcomes: Set<Bool> = []
        for page in 1..<pages {
            let other = try life.killed()
            var bytes = try other.bytes(of: other.path)
            bytes[page * Self.pageBytes + 3] ^= 0xFF
            try other.write(bytes, to: other.path)
            other.touch(other.acceptance)
            let error = other.refusalToOpen()
            outcomes.insert(error == nil)
            if let error {
                #expect(error.message.contains("kept under another name"), "page \(page)")
            } else {
                #expect(try other.opening().bodies.count == 40, "page \(page)")
            }
        }
        #expect(outcomes == [true, false])
    }

    /// The reason that stands is the first; reads go on, and a right file is taken again.
    @Test func whatOthersHaveSeenStopsWritingUntilTheFileIsAnother() throws {
        try life.closed(writing: ["a"])
        let whole = try life.killed()
        let database = try life.open()
        database.refuseWrites(behindOthers: "coaches has seen change 9")
        database.refuseWrites(damaged: "later")
        let error = #expect(throws: StorageError.self) { try database.write(insert("b")) }
        #expect(error?.message.contains("coaches has seen change 9") == true)
        database.close()
        try life.expectRefusal("coaches has seen change 9", rows: ["a"])
        try whole.closed(writing: ["c"])
        for name in ["a.sqlite", "a.sqlite.life"] { try whole.copy(name, to: life) }
        try life.expectTrust(rows: ["a", "c"])
    }
}

@Suite struct ChecksumTests {
    /// A change of any one bit is seen, wherever it is.
    @Test func everyBitCounts() {
        for count in 0...17 {
            let bytes = (0..<count).map { UInt8($0 * 31 & 0xFF) }
            let whole = checksum(bytes)
            for bit in 0..<count * 8 {
                var other = bytes
                other[bit / 8] ^= 1 << (bit % 8)
                #expect(checksum(other) != whole)
            }
            #expect(checksum(bytes + [0]) != whole)
        }
    }

    @Test func fieldsDoNotRunIntoOneAnother() {
        var first = Checksum()
        first.add("ab")
        first.add("c")
        var second = Checksum()
        second.add("a")
        second.add("bc")
        #expect(first.value != second.value)
        var empty = Checksum()
        empty.add("")
        var none = Checksum()
        none.add(nil as String?)
        #expect(empty.value != none.value)
    }

    private func checksum(_ bytes: [UInt8]) -> UInt64 {
        var checksum = Checksum()
        checksum.add(bytes.span)
        return checksum.value
    }
}
