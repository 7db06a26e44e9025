import Contracts
import DataServiceKit
import Foundation
import Support
import Synchronization
import Testing

@testable import Interactions

/// An attached file that finds no space on the disk.
@Suite struct FullDiskFileTests {
    @Test func anUploadWithoutSpaceIsReported() throws {
        try SmallDisk.run(megabytes: 4) { disk in
            let reports = Mutex(0)
            let files = try AttachmentFiles(path: disk.url.path + "/attachments") {
                reports.withLock { $0 += 1 }
            }
            defer { files.jobs.close() }
            let id = AttachmentID(high: 1, low: 1)
            func append() throws {
                try files.exclusively(id) {
                    _ = try files.folder.append(
                        Array(repeating: 1, count: 1 << 20), to: id, at: 0, now: Harness.now)
                }
            }
            try disk.fill()
            let refusal = #expect(throws: ServiceError.self) { try append() }
            #expect(refusal?.code == .unavailable)
            #expect(refusal?.message.hasPrefix("The disk is full") == true)
            #expect(reports.withLock { $0 } == 1)
            disk.free()
            try append()
            #expect(reports.withLock { $0 } == 1)
        }
    }
}
