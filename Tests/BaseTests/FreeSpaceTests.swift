import Base
import Foundation
import Testing

@Suite struct FreeSpaceTests {
    private let folder = FileManager.default.temporaryDirectory.path

    @Test func freeSpaceIsThatOfTheFileSystem() throws {
        #expect(try #require(FreeSpace.bytes(at: folder)) > 0)
        // A pseudo file system has no space.
        #expect(FreeSpace.bytes(at: "/proc") == 0)
    }

    @Test func freeSpaceOfWhatIsMissingIsUnknown() {
        #expect(FreeSpace.bytes(at: "\(folder)/\(UUID().uuidString)") == nil)
    }
}
