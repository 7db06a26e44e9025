import Foundation
import HTML
import Testing

@testable import WebPages

/// Writes every sample page into the folder that `COMPASS_PREVIEW` names, to be looked at.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["COMPASS_PREVIEW"] != nil))
struct PreviewTests {
    @Test
    func everySamplePageIsWritten() throws {
        let folder = URL(
            filePath: ProcessInfo.processInfo.environment["COMPASS_PREVIEW"] ?? "/nonexistent")
        for (name, write) in SamplePages.all {
            try Data(Samples.bytes(write)).write(to: folder.appending(path: "\(name).html"))
        }
        for asset in Asset.all {
            let place = folder.appending(path: String(asset.address.text.dropFirst()))
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(asset.bytes).write(to: place)
        }
    }
}
