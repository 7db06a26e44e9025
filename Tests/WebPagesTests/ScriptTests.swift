import Contracts
import Foundation
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct ScriptTests {
    /// The most bytes of the script as browsers load it behind a proxy that compresses.
    private static let compressedBytesMax = 6 * 1_024

    @Test
    func theScriptIsSmall() throws {
        #expect(try Compressed.size(of: Asset.script.bytes) <= Self.compressedBytesMax)
    }

    @Test
    func onlyCommentsAreLeftOut() {
        let script = "// Why\nconst a = 1 // why\n\n/** What.\n * More.\n */\n  go(`//`)\n"
        #expect(
            Asset.withoutComments(Array(script.utf8)) == Array("const a = 1 // why\ngo(`//`)".utf8))
        // A text over several lines would lose its indentation.
        let lines = String(decoding: Asset.script.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 100)
        for line in lines { #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(line)") }
    }

    /// Every page loads the script, and it alone.
    @Test(arguments: SamplePages.all.map(\.name))
    func everyPageLoadsIt(name: String) throws {
        let write = try #require(SamplePages.all.first { $0.name == name }).write
        let scripts = try Samples.document(write).all("script")
        #expect(scripts.map { $0["src"] } == [Asset.script.address.text])
        #expect(scripts.first?["type"] == "module")
    }

    /// IA-28 to IA-30: what the script shows for a number of answers is what the service computes.
    @Test(arguments: 0...InterestSignal.allCases.count)
    func theLevelOfAnyNumberOfAnswersIsFound(count: Int) throws {
        let page = LogInteractionPage(
            LogInteractionEntry(at: Samples.now, in: Samples.zone), [], [],
            Samples.context())
        let levels = try Samples.document(page.write).nodes.compactMap {
            node -> (name: String, max: Int)? in
            guard let name = node["data-name"], let max = node["data-max"].flatMap({ Int($0) })
            else { return nil }
            return (name, max)
        }
        let found = levels.sorted { $0.max < $1.max }.first { count <= $0.max }
        #expect(found?.name == InterestCalibration.level(yesCount: count).rawValue)
    }
}

/// What browsers load behind a proxy that compresses.
enum Compressed {
    /// The size of what gzip makes of bytes at its best.
    static func size(of bytes: [UInt8]) throws -> Int {
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
        gzip.arguments = ["-9c"]
        let (input, output) = (Pipe(), Pipe())
        gzip.standardInput = input
        gzip.standardOutput = output
        try gzip.run()
        input.fileHandleForWriting.write(Data(bytes))
        try input.fileHandleForWriting.close()
        let compressed = output.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        #expect(gzip.terminationStatus == 0 && !compressed.isEmpty)
        return compressed.count
    }
}
