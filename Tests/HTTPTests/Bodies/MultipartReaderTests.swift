import Synchronization
import Testing

@testable import HTTP

struct MultipartReaderTests {
    /// A body in pieces of a given size.
    private final class Pieces: RequestBody.Source {
        private let rest: Mutex<ArraySlice<UInt8>>
        private let size: Int

        init(_ bytes: [UInt8], size: Int) {
            rest = Mutex(bytes[...])
            self.size = size
        }

        func next() async throws -> [UInt8]? {
            rest.withLock { rest in
                let piece = Array(rest.prefix(size))
                rest = rest.dropFirst(size)
                return piece.isEmpty ? nil : piece
            }
        }
    }

    private func reader(
        _ text: String, size: Int = 1_000_000, type: String = "multipart/form-data; boundary=B"
    ) throws -> MultipartReader {
        try HTTPRequest(
            .post, try RequestTarget("/"), headers: ["Content-Type": type],
            body: RequestBody(Pieces(Array(text.utf8), size: size))
        ).multipart()
    }

    private func part(_ fields: String, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(fields)\r\n\r\n\(content)\r\n"
    }

    /// Everything in a form, as text.
    private func read(_ text: String, size: Int = 1_000_000) async throws -> [String] {
        var reader = try reader(text, size: size)
        var all: [String] = []
        while let part = try await reader.nextPart() {
            let content = try await reader.collect(bytesMax: 1_000_000)
            all.append(
                "\(part.name)|\(part.fileName ?? "-")|\(part.contentType ?? "-")|"
                    + String(decoding: content, as: UTF8.self))
        }
        #expect(try await reader.nextPart() == nil)
        return all
    }

    @Test func readsTheSamePartsHoweverTheBytesArrive() async throws {
        let contents = [
            "", "x", "\r\n", "\r\n--", "\r\n--A", "-\r-\n--B", "\r\n\r\n--", "ü\0\u{FF}",
        ]
        let text = contents.enumerated().map { part("name=\"n\($0)\"", $1) }.joined() + "--B--\r\n"
        let expected = contents.enumerated().map { "n\($0)|-|-|\($1)" }
        for size in [1, 2, 3, 5, 7, 64, 1_000] {
            #expect(try await read(text, size: size) == expected, "\(size)")
        }
        #expect(try await read(String(text.dropLast(1)), size: 4) == expected)
    }

    @Test func readsNamesOfFilesAsBrowsersWriteThem() async throws {
        let text =
            "--B\r\ncontent-disposition: form-data; name=\"a%22b\"; "
            + "filename=\"C:\\r\u{e9}sum\u{e9}.pdf\"\r\n"
            + "Content-Type: application/pdf\r\nX-Other: 1\r\n\r\n%PDF\r\n"
            + part("name=f; filename=\"\"", "") + "--B--"
        #expect(
            try await read(text) == [
                "a\"b|C:\\r\u{e9}sum\u{e9}.pdf|application/pdf|%PDF", "f||-|",
            ])
    }

    @Test func skipsPartsThatNobodyReads() async throws {
        let text = part("name=a", String(repeating: "x", count: 100_000)) + part("name=b", "y")
        var reader = try reader(text + "--B--", size: 4_096)
        #expect(try await reader.nextPart()?.name == "a")
        #expect(try await reader.nextChunk()?.isEmpty == false)
        #expect(try await reader.nextPart()?.name == "b")
        #expect(try await reader.collect(bytesMax: 1) == [UInt8(ascii: "y")])
    }

    @Test(
        "Malformed forms",
        arguments: [
            "", "--B", "--B--", "x--B\r\n", "--C\r\n", "--B\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: form-data; name=a\r\n"
                + "Content-Disposition: form-data; name=b\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: form-data; name=a\r\nbad\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: form-data; name=a\r\n b: c\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: form-data; name=\"a\0\"\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
            "--B\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--B",
            "--B\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--B-",
            "--B\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--Bx\r\n",
            "--B\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--B--\r\nmore",
            "--B\nContent-Disposition: form-data; name=a\n\nx\n--B--",
        ])
    func malformed(_ text: String) async {
        for size in [1, 1_000] where text != "--B--" {
            await #expect(throws: MultipartReader.malformed) { try await read(text, size: size) }
        }
    }

    @Test func anEmptyFormHasNoParts() async throws {
        #expect(try await read("--B--\r\n").isEmpty)
    }

    @Test func hasLimits() async throws {
        let parts = (0..<MultipartReader.partsMax).map { part("name=n\($0)", "") }.joined()
        #expect(try await read(parts + "--B--").count == MultipartReader.partsMax)
        await #expect(throws: HTTPFailure.self) {
            try await read(parts + part("name=n", "") + "--B--")
        }
        let fixed = "\r\nContent-Disposition: form-data; name=".utf8.count
        let name = String(repeating: "n", count: MultipartReader.headBytesMax - fixed)
        #expect(try await read(part("name=\(name)", "") + "--B--", size: 100).count == 1)
        for size in [100, 1_000_000] {
            await #expect(throws: MultipartReader.malformed) {
                try await read(part("name=\(name)n", "") + "--B--", size: size)
            }
        }
        var reader = try reader(part("name=a", "xyz") + "--B--")
        _ = try await reader.nextPart()
        await #expect(throws: HTTPFailure.self) { try await reader.collect(bytesMax: 2) }
    }

    @Test func boundariesAreChecked() throws {
        let longest = String(repeating: "b", count: MultipartReader.boundaryBytesMax)
        for type in [
            "multipart/form-data; boundary=\(longest)", "Multipart/Form-Data;boundary=\"a'b\"",
        ] {
            _ = try reader("", type: type)
        }
        for type in [
            "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"\"",
            "multipart/form-data; boundary=\(longest)b", "multipart/form-data; boundary=\"a b\"",
            "multipart/mixed; boundary=B", "",
        ] {
            #expect(throws: HTTPFailure.self) { try reader("", type: type) }
        }
    }

    @Test("S73: text that looks like a boundary costs no more than other text")
    func workIsLinear() async throws {
        let clock = ContinuousClock()
        func cost(_ count: Int) async throws -> Duration {
            let text = part("name=a", String(repeating: "\r\n--", count: count)) + "--B--"
            var best = Duration.seconds(3_600)
            for _ in 0..<3 {
                let time = try await clock.measure { _ = try await read(text, size: 65_536) }
                best = min(best, time)
            }
            return best
        }
        let (small, large) = (try await cost(4_000), try await cost(64_000))
        // 16 times as much work; a square would be 256 times.
        #expect(large < small * 100)
    }
}
