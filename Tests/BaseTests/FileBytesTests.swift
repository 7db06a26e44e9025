import Foundation
import Glibc
import Testing

@testable import Base

@Suite struct FileBytesTests {
    /// Runs a test with a new file that nothing else can open.
    private func withFile(_ body: (Int32) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        _ = unsafe unlink(path)
        defer { close(descriptor) }
        try body(descriptor)
    }

    @Test func whatIsWrittenAtAnOffsetIsReadThere() throws {
        try withFile { descriptor in
            try FileBytes.write([1, 2, 3, 4, 5][1...], to: descriptor, at: 2)
            #expect(try FileBytes.read(6, from: descriptor, at: 0) == [0, 0, 2, 3, 4, 5])
            #expect(try FileBytes.read(2, from: descriptor, at: 3) == [3, 4])
        }
    }

    @Test func onlyTheEndOfTheFileCutsAReadShort() throws {
        try withFile { descriptor in
            try FileBytes.write([7, 8][...], to: descriptor, at: 0)
            #expect(try FileBytes.read(100, from: descriptor, at: 1) == [8])
            #expect(try FileBytes.read(100, from: descriptor, at: 2) == [])
            #expect(try FileBytes.read(0, from: descriptor, at: 0) == [])
        }
    }

    @Test func aFailedCallThrowsItsCode() {
        #expect(throws: FileBytes.Failure(code: EBADF)) {
            try FileBytes.read(1, from: -1, at: 0)
        }
        #expect(throws: FileBytes.Failure(code: EBADF)) {
            try FileBytes.write([1], to: -1, at: 0)
        }
    }
}
